import { z } from 'zod'
import { api, operation, pagedFrom } from '~/http/api.server'
import { PersonaSequence } from '~/models/api/contacts'
import { listPersonaSequences } from '~/models/personas/persona.server'
import { PageQuery } from '~/models/shared/fields'

const route = api({
  GET: operation({
    summary: 'Sequences that an email list is linked to',
    response: z.array(PersonaSequence),
    query: PageQuery,
    run: async ({ db, userId, params, query }) =>
      pagedFrom(await listPersonaSequences(db, userId, params.id!), query),
  }),
})

export const loader = route.loader
export const action = route.action
