import { api, operation } from '~/http/api.server'
import { PersonaResponse } from '~/models/api/contacts'
import { Done } from '~/models/api/shared'
import { updateList } from '~/models/contacts/dynamic-lists/dynamic-lists.server'
import { PersonaChange } from '~/models/personas/persona'
import { deletePersona, getPersona } from '~/models/personas/persona.server'
import { feedsByFilter, feedsRunning, mayReleaseSends } from '~/models/sequences/running.server'
import { MembersChoice } from '~/models/shared/uses/choice'

const change = operation({
  summary: 'Changes an email list',
  response: PersonaResponse,
  body: PersonaChange,
  current: ({ db, userId, params }) => getPersona(db, userId, params.id!),
  sends: async ({ db, userId, params, body }) =>
    body.filter !== undefined && (await feedsRunning(db, userId, params.id)),
  run: ({ db, userId, params, body }) => updateList(db, userId, params.id!, body),
})

const route = api({
  GET: operation({
    summary: 'One email list',
    response: PersonaResponse,
    run: ({ db, userId, params }) => getPersona(db, userId, params.id!),
  }),
  PUT: change,
  PATCH: change,
  DELETE: operation({
    summary: 'Deletes an email list; its contacts stay',
    response: Done,
    query: MembersChoice,
    sends: async ({ db, userId, query }) =>
      (await mayReleaseSends(db, userId, query)) || (await feedsByFilter(db, userId)),
    run: async ({ app, db, userId, params, query }) =>
      deletePersona(db, userId, params.id!, { ...query, now: await app.clock.now() }),
  }),
})

export const loader = route.loader
export const action = route.action
