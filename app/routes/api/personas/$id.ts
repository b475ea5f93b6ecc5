import { api, operation } from '~/http/api.server'
import { PersonaAnswer } from '~/models/api/contacts'
import { Done } from '~/models/api/shared'
import { PersonaChange } from '~/models/personas/persona'
import { deletePersona, getPersona, updatePersona } from '~/models/personas/persona.server'

const change = operation({
  summary: 'Changes an email list',
  answer: PersonaAnswer,
  body: PersonaChange,
  current: ({ db, userId, params }) => getPersona(db, userId, params.id!),
  run: ({ db, userId, params, body }) => updatePersona(db, userId, params.id!, body),
})

const route = api({
  GET: operation({
    summary: 'One email list',
    answer: PersonaAnswer,
    run: ({ db, userId, params }) => getPersona(db, userId, params.id!),
  }),
  PUT: change,
  PATCH: change,
  DELETE: operation({
    summary: 'Deletes an email list; its contacts stay',
    answer: Done,
    run: ({ db, userId, params }) => deletePersona(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
