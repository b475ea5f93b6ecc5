import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { PersonaResponse } from '~/models/api/contacts'
import { createList } from '~/models/contacts/dynamic-lists/dynamic-lists.server'
import { NEW_PERSONA_DEFAULTS, NewPersona, PersonasQuery } from '~/models/personas/persona'
import { countPersonas, listPersonas } from '~/models/personas/persona.server'

const route = api({
  GET: operation({
    summary: 'Email lists, newest first',
    response: z.array(PersonaResponse),
    query: PersonasQuery,
    run: async ({ db, userId, query }) =>
      paged({ ...(await listPersonas(db, userId, query)), total: await countPersonas(db, userId, query) }),
  }),
  POST: operation({
    summary: 'Creates an email list',
    response: PersonaResponse,
    body: NewPersona,
    status: 201,
    fresh: ({ body }) => ({ ...NEW_PERSONA_DEFAULTS, isDynamic: Boolean(body.filter) }),
    run: ({ db, userId, body }) => createList(db, userId, body),
  }),
})

export const loader = route.loader
export const action = route.action
