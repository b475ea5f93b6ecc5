import { api, operation } from '~/http/api.server'
import { SequenceAnswer } from '~/models/api/sequences'
import { activateSequence } from '~/models/sequences/run.server'

const route = api({
  POST: operation({
    summary: 'Starts or resumes a sequence',
    answer: SequenceAnswer,
    sends: 'always',
    run: async ({ app, db, userId, params }) =>
      activateSequence(db, userId, params.id!, await app.clock.now(), app.secrets),
  }),
})

export const loader = route.loader
export const action = route.action
