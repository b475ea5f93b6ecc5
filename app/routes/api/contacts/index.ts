import { api, operation, pagedWithin } from '~/http/api.server'
import { ContactResponse, ContactsResponse } from '~/models/api/contacts'
import { ContactChangesQuery, ContactWrite, NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { newContactDefaults } from '~/models/contacts/fresh.server'
import { listContactChanges } from '~/models/contacts/list.server'
import { feedsByFilter, feedsRunning } from '~/models/sequences/running.server'

const route = api({
  GET: operation({
    cost: 'search',
    summary: 'A page of contacts, with totals for all contacts',
    response: ContactsResponse,
    query: ContactChangesQuery,
    run: async ({ app, db, userId, user, query }) => {
      const time = { now: await app.clock.now(), timezone: user.timezone }
      const { rows, stats, ...page } = await listContactChanges(db, userId, query, time)
      return pagedWithin({ contacts: rows, total: Number.parseInt(String(page.total), 10), stats }, page)
    },
  }),
  POST: operation({
    summary: 'Creates a contact',
    response: ContactResponse,
    body: NewContact,
    query: ContactWrite,
    status: 201,
    fresh: ({ db, userId, body }) => newContactDefaults(db, userId, body),
    sends: async ({ db, userId, body }) =>
      (await feedsRunning(db, userId, body.personaId)) || (await feedsByFilter(db, userId)),
    run: async ({ app, db, userId, body, query }) =>
      createContact(db, userId, body, await app.clock.now(), app.secrets, query),
  }),
})

export const loader = route.loader
export const action = route.action
