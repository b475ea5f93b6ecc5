import { api, operation } from '~/http/api.server'
import { SequenceAnswer } from '~/models/answers/sequences'
import { pauseSequence } from '~/models/sequence-run.server'

const route = api({
  POST: operation({
    summary: 'Pauses a sequence',
    answer: SequenceAnswer,
    run: ({ db, userId, params }) => pauseSequence(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
