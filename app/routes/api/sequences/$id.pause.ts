import { api, operation } from '~/http/api.server'
import { SequenceResponse } from '~/models/api/sequences'
import { pauseSequence } from '~/models/sequences/run.server'

const route = api({
  POST: operation({
    summary: 'Pauses a sequence',
    response: SequenceResponse,
    run: ({ db, userId, params }) => pauseSequence(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
