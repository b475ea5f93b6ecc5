import { z } from 'zod'
import { api, operation, pagedFrom } from '~/http/api.server'
import { LinkedPersona } from '~/models/api/contacts'
import { listLinkedPersonas } from '~/models/sequences/run.server'
import { PageQuery } from '~/models/shared/fields'

const route = api({
  GET: operation({
    summary: 'Email lists whose contacts a sequence enrolls automatically',
    response: z.array(LinkedPersona),
    query: PageQuery,
    run: async ({ db, userId, params, query }) =>
      pagedFrom(await listLinkedPersonas(db, userId, params.id!), query),
  }),
})

export const loader = route.loader
export const action = route.action
