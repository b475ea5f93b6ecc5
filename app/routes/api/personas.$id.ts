import { api, operation } from '~/http/api.server'
import { PersonaChange } from '~/models/persona'
import { deletePersona, getPersona, updatePersona } from '~/models/persona.server'

const change = operation({
  summary: 'Changes an email list',
  body: PersonaChange,
  run: ({ db, userId, params, body }) => updatePersona(db, userId, params.id!, body),
})

const route = api({
  GET: operation({
    summary: 'One email list',
    run: ({ db, userId, params }) => getPersona(db, userId, params.id!),
  }),
  PUT: change,
  PATCH: change,
  DELETE: operation({
    summary: 'Deletes an email list; its contacts stay',
    run: ({ db, userId, params }) => deletePersona(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
