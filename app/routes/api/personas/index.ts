import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { PersonaAnswer } from '~/models/api/contacts'
import { NEW_PERSONA_DEFAULTS, NewPersona } from '~/models/personas/persona'
import { countPersonas, createPersona, listPersonas } from '~/models/personas/persona.server'
import { PageQuery } from '~/models/shared/fields'

const route = api({
  GET: operation({
    summary: 'Email lists, newest first',
    answer: z.array(PersonaAnswer),
    query: PageQuery,
    run: async ({ db, userId, query }) =>
      paged({ ...(await listPersonas(db, userId, query)), total: await countPersonas(db, userId) }),
  }),
  POST: operation({
    summary: 'Creates an email list',
    answer: PersonaAnswer,
    body: NewPersona,
    status: 201,
    fresh: () => NEW_PERSONA_DEFAULTS,
    run: ({ db, userId, body }) => createPersona(db, userId, body),
  }),
})

export const loader = route.loader
export const action = route.action
