import { api, operation, pagedWithin } from '~/http/api.server'
import { ContactAnswer, ContactsAnswer } from '~/models/api/contacts'
import { ContactsQuery, NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { newContactDefaults } from '~/models/contacts/fresh.server'
import { listContacts } from '~/models/contacts/list.server'
import { optionalWholeNumber } from '~/models/shared/fields'

const Query = ContactsQuery.extend({
  /** From the previous response: the number of the next page. */
  cursor: optionalWholeNumber(1, 1_000_000, 'Invalid cursor'),
})

const route = api({
  GET: operation({
    summary: 'A page of contacts, with totals for all contacts',
    answer: ContactsAnswer,
    query: Query,
    run: async ({ db, userId, query }) => {
      const page = query.cursor ?? query.page
      const answer = await listContacts(db, userId, { ...query, page })
      const more = answer.contacts.length > 0 && page * query.limit < answer.total
      return pagedWithin(answer, { total: answer.total, cursor: more ? String(page + 1) : null })
    },
  }),
  POST: operation({
    summary: 'Creates a contact',
    answer: ContactAnswer,
    body: NewContact,
    status: 201,
    fresh: ({ db, userId, body }) => newContactDefaults(db, userId, body),
    run: async ({ app, db, userId, body }) =>
      createContact(db, userId, body, await app.clock.now(), app.secrets),
  }),
})

export const loader = route.loader
export const action = route.action
