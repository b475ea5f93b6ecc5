import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { AddedResponse, ContactResponse } from '~/models/api/contacts'
import { PersonaContactsQuery } from '~/models/contacts/contact'
import { listPersonaContactChanges } from '~/models/contacts/in-list.server'
import { addToPersona } from '~/models/personas/contacts.server'
import { feedsByFilter, feedsRunning } from '~/models/sequences/running.server'

const route = api({
  GET: operation({
    summary: 'Contacts of an email list, last added first',
    response: z.array(ContactResponse),
    query: PersonaContactsQuery,
    run: async ({ db, userId, params, query }) =>
      paged(await listPersonaContactChanges(db, userId, params.id!, query)),
  }),
  POST: operation({
    summary: 'Adds an existing contact to an email list',
    response: AddedResponse,
    body: z.object({ contactId: z.uuid('Please select a contact') }),
    status: 201,
    sends: async ({ db, userId, params }) =>
      (await feedsRunning(db, userId, params.id)) || (await feedsByFilter(db, userId)),
    run: async ({ app, db, userId, params, body }) => {
      const input = { personaId: params.id!, contactIds: [body.contactId] }
      return { added: await addToPersona(db, userId, input, await app.clock.now(), app.secrets) }
    },
  }),
})

export const loader = route.loader
export const action = route.action
