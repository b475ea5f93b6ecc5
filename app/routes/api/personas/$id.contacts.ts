import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { AddedAnswer, ContactAnswer } from '~/models/api/contacts'
import { listPersonaContacts } from '~/models/contacts/contact.server'
import { addToPersona } from '~/models/personas/contacts.server'
import { getPersona } from '~/models/personas/persona.server'
import { optionalWholeNumber } from '~/models/shared/fields'

const Query = z.object({
  limit: optionalWholeNumber(1, 10_000, 'Invalid limit'),
  offset: optionalWholeNumber(0, 10_000_000, 'Invalid offset'),
  /** From the previous response: the offset of the next page. */
  cursor: optionalWholeNumber(0, 10_000_000, 'Invalid cursor'),
})

const route = api({
  GET: operation({
    summary: 'Contacts of an email list, last added first',
    answer: z.array(ContactAnswer),
    query: Query,
    run: async ({ db, userId, params, query }) => {
      const { contactCount: total } = await getPersona(db, userId, params.id!)
      const { limit = 1000, offset = query.cursor ?? 0 } = query
      const rows = await listPersonaContacts(db, userId, params.id!, { limit, offset })
      const next = offset + rows.length
      return paged({ rows, total, cursor: rows.length > 0 && next < total ? String(next) : null })
    },
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
