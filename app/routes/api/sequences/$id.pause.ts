import { api, operation } from '~/http/api.server'
import { SequenceAnswer } from '~/models/api/sequences'
import { pauseSequence } from '~/models/sequences/run.server'

const route = api({
  POST: operation({
    summary: 'Pauses a sequence',
    answer: SequenceAnswer,
    run: ({ db, userId, params }) => pauseSequence(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
