import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { inPlaceClientAction } from '~/components/forms/in-place-client-action'
import { inPlaceAction } from '~/http/button.server'
import { activateSequence, pauseSequence } from '~/models/sequences/run.server'
import { paths } from '~/paths'

const StatusForm = z.object({
  status: z.enum(['running', 'paused'], 'Unknown status'),
  from: z.enum(['list', 'detail', 'people', 'forecast', 'report', 'versions', 'settings']).default('list'),
})
type StatusForm = z.output<typeof StatusForm>

const failed = (status: unknown) => `Failed to ${status === 'running' ? 'activate' : 'pause'} sequence`

const screenOf = (id: string, from: StatusForm['from']) =>
  ({
    list: paths.sequences(),
    detail: paths.sequence(id),
    people: paths.sequencePeople(id),
    forecast: paths.sequenceForecast(id),
    report: paths.sequenceReport(id),
    versions: paths.sequenceVersions(id),
    settings: paths.sequenceSettings(id),
  })[from]

export const loader = () => redirect(paths.sequences())

/** Starts, resumes or pauses a sequence. */
export const action = inPlaceAction(
  StatusForm,
  {
    failure: ({ status }, reason) => `${failed(status)}. ${reason}`,
    back: ({ params }, { from }) => screenOf(params.id!, from),
  },
  async ({ status }, { app, db, userId, params }) => {
    const id = params.id!
    if (status === 'running') await activateSequence(db, userId, id, await app.clock.now(), app.secrets)
    else await pauseSequence(db, userId, id)
    return `Sequence ${status === 'running' ? 'activated' : 'paused'} successfully`
  },
)

/** With scripts, a failed request shows a toast and the old state again. */
export const clientAction = inPlaceClientAction((form) => failed(form.get('status')))
