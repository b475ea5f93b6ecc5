import { api, operation } from '~/http/api.server'
import { SequenceResponse } from '~/models/api/sequences'
import { cloneSequence } from '~/models/sequences/clone.server'

const route = api({
  POST: operation({
    summary: 'Copies a sequence with its steps',
    response: SequenceResponse,
    status: 201,
    run: ({ db, userId, params }) => cloneSequence(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
