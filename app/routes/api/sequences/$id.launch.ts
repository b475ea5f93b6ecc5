import { api, operation } from '~/http/api.server'
import { SequenceResponse } from '~/models/api/sequences'
import { launchSequence } from '~/models/sequences/run.server'

const route = api({
  POST: operation({
    summary: 'Activates a sequence if needed and enrolls every linked list',
    response: SequenceResponse,
    sends: 'always',
    run: async ({ app, db, userId, params }) =>
      launchSequence(db, userId, params.id!, await app.clock.now(), app.secrets),
  }),
})

export const loader = route.loader
export const action = route.action
