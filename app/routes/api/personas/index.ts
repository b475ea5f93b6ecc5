import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { PersonaResponse } from '~/models/api/contacts'
import { NEW_PERSONA_DEFAULTS, NewPersona, PersonasQuery } from '~/models/personas/persona'
import { countPersonas, createPersona, listPersonas } from '~/models/personas/persona.server'

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
    fresh: () => NEW_PERSONA_DEFAULTS,
    run: ({ db, userId, body }) => createPersona(db, userId, body),
  }),
})

export const loader = route.loader
export const action = route.action
