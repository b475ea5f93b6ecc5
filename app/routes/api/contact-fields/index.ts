import { z } from 'zod'
import { api, operation, pagedFrom } from '~/http/api.server'
import { ContactFieldResponse } from '~/models/api/contacts'
import { toFieldKey } from '~/models/contacts/own-fields/key'
import { NewOwnField } from '~/models/contacts/own-fields/own-field'
import { createOwnField, listOwnFields } from '~/models/contacts/own-fields/own-fields.server'
import { PageQuery } from '~/models/shared/fields'

const route = api({
  GET: operation({
    summary: 'Your own fields of contacts, in the order in which they were made',
    response: z.array(ContactFieldResponse),
    query: PageQuery,
    run: async ({ db, userId, query }) => pagedFrom(await listOwnFields(db, userId), query),
  }),
  POST: operation({
    summary: 'Adds a field of your own to contacts',
    response: ContactFieldResponse,
    body: NewOwnField,
    status: 201,
    fresh: ({ body }) => ({ key: toFieldKey(body.name) }),
    run: ({ db, userId, body }) => createOwnField(db, userId, body),
  }),
})

export const loader = route.loader
export const action = route.action
