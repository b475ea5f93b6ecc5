import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { PersonaSequence } from '~/models/api/contacts'
import { listPersonaSequences } from '~/models/personas/persona.server'

const route = api({
  GET: operation({
    summary: 'Sequences that an email list is linked to',
    answer: z.array(PersonaSequence),
    run: ({ db, userId, params }) => listPersonaSequences(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
