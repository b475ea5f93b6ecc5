import { api, operation } from '~/http/api.server'
import { pauseSequence } from '~/models/sequence-run.server'

const route = api({
  POST: operation({
    summary: 'Pauses a sequence',
    run: ({ db, userId, params }) => pauseSequence(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
