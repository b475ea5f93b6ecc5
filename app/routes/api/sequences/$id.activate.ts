import { api, operation } from '~/http/api.server'
import { SequenceResponse } from '~/models/api/sequences'
import { activateSequence } from '~/models/sequences/run.server'

const route = api({
  POST: operation({
    summary: 'Starts or resumes a sequence',
    response: SequenceResponse,
    sends: 'always',
    run: async ({ app, db, userId, params }) =>
      activateSequence(db, userId, params.id!, await app.clock.now(), app.secrets),
  }),
})

export const loader = route.loader
export const action = route.action
