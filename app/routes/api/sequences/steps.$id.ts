import { api, operation } from '~/http/api.server'
import { StepResponse } from '~/models/api/sequences'
import { Done } from '~/models/api/shared'
import { isStepOfRunning } from '~/models/sequences/running.server'
import { StepChange } from '~/models/sequences/step'
import { deleteStep, getStep, updateStep } from '~/models/sequences/step.server'
import { KeepInProgress } from '~/models/sequences/versions/review'
import { applyApiChange } from '~/models/sequences/versions/staying.server'
import { Confirmed } from '~/models/shared/uses/choice'

/** `keepInProgress` says what becomes of the contacts, so it confirms, too. */
const StepDeletion = KeepInProgress.extend(Confirmed.shape)

const route = api({
  GET: operation({
    summary: 'One step',
    response: StepResponse,
    run: ({ db, userId, params }) => getStep(db, userId, params.id!),
  }),
  PATCH: operation({
    summary: 'Changes a step',
    response: StepResponse,
    query: KeepInProgress,
    body: StepChange,
    current: ({ db, userId, params }) => getStep(db, userId, params.id!),
    sends: ({ db, userId, params }) => isStepOfRunning(db, userId, params.id),
    run: async ({ app, db, userId, params, query, body }) => {
      const now = await app.clock.now()
      const { sequenceId } = await getStep(db, userId, params.id!)
      return applyApiChange(query, db, userId, sequenceId, (tx) =>
        updateStep(tx, userId, params.id!, body, now),
      )
    },
  }),
  DELETE: operation({
    summary: 'Deletes a step',
    response: Done,
    query: StepDeletion,
    sends: ({ db, userId, params }) => isStepOfRunning(db, userId, params.id),
    run: async ({ db, userId, params, query }) => {
      const { sequenceId } = await getStep(db, userId, params.id!)
      return applyApiChange(query, db, userId, sequenceId, (tx) =>
        deleteStep(tx, userId, params.id!, { force: query.force || query.keepInProgress !== undefined }),
      )
    },
  }),
})

export const loader = route.loader
export const action = route.action
