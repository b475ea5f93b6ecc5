import { z } from 'zod'
import { api, operation, pagedFrom } from '~/http/api.server'
import { ContactViewResponse } from '~/models/api/contacts'
import { NewContactView } from '~/models/contacts/views/view'
import { createContactView, listContactViews } from '~/models/contacts/views/views.server'
import { PageQuery } from '~/models/shared/fields'

const route = api({
  GET: operation({
    summary: 'Your views of contacts, by name',
    response: z.array(ContactViewResponse),
    query: PageQuery,
    run: async ({ db, userId, query }) => pagedFrom(await listContactViews(db, userId), query),
  }),
  POST: operation({
    summary: 'Saves a view of contacts: a filter, columns and an order, under a name',
    response: ContactViewResponse,
    body: NewContactView,
    status: 201,
    fresh: () => ({}),
    run: ({ db, userId, body }) => createContactView(db, userId, body),
  }),
})

export const loader = route.loader
export const action = route.action
