import { api, operation } from '~/http/api.server'
import { listLinkedPersonas } from '~/models/sequence-run.server'

const route = api({
  GET: operation({
    summary: 'Email lists that a sequence enrolls by itself',
    run: ({ db, userId, params }) => listLinkedPersonas(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
