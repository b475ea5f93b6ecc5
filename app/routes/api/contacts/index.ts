import { api, operation } from '~/http/api.server'
import { ContactAnswer, ContactsAnswer } from '~/models/api/contacts'
import { ContactsQuery, NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { freshContact } from '~/models/contacts/fresh.server'
import { listContacts } from '~/models/contacts/list.server'

const route = api({
  GET: operation({
    summary: 'A page of contacts with the counters of all',
    answer: ContactsAnswer,
    query: ContactsQuery,
    run: ({ db, userId, query }) => listContacts(db, userId, query),
  }),
  POST: operation({
    summary: 'Creates a contact',
    answer: ContactAnswer,
    body: NewContact,
    status: 201,
    fresh: ({ db, userId, body }) => freshContact(db, userId, body),
    run: async ({ app, db, userId, body }) =>
      createContact(db, userId, body, await app.clock.now(), app.secrets),
  }),
})

export const loader = route.loader
export const action = route.action
