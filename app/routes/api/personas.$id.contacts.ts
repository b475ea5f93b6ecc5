import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { AddedAnswer, ContactAnswer } from '~/models/answers/contacts'
import { listPersonaContacts } from '~/models/contact.server'
import { optionalWholeNumber } from '~/models/fields'
import { addToPersona } from '~/models/persona-contacts.server'

const Query = z.object({
  limit: optionalWholeNumber(1, 10_000, 'Invalid limit'),
  offset: optionalWholeNumber(0, 10_000_000, 'Invalid offset'),
})

const route = api({
  GET: operation({
    summary: 'Contacts of an email list, newest member first',
    answer: z.array(ContactAnswer),
    query: Query,
    run: ({ db, userId, params, query }) =>
      listPersonaContacts(db, userId, params.id!, { limit: query.limit ?? 1000, offset: query.offset ?? 0 }),
  }),
  POST: operation({
    summary: 'Adds an existing contact to an email list',
    answer: AddedAnswer,
    body: z.object({ contactId: z.uuid('Please select a contact') }),
    status: 201,
    run: async ({ app, db, userId, params, body }) => {
      const input = { personaId: params.id!, contactIds: [body.contactId] }
      return { added: await addToPersona(db, userId, input, await app.clock.now(), app.secrets) }
    },
  }),
})

export const loader = route.loader
export const action = route.action
