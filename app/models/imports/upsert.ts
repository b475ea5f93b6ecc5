import { z } from 'zod'
import { NewContact } from '~/models/contacts/contact'
import { emptyableId, json } from '~/models/shared/fields'

/** What becomes of each contact of the call. */
export const UPSERT_OUTCOMES = ['created', 'updated', 'unchanged', 'invalid'] as const

/** A contact of the call: the fields of a new one. The list is one for all. */
export const UpsertContact = NewContact.omit({ personaId: true, metadata: true })
export type UpsertContact = z.output<typeof UpsertContact>

const MAX_CONTACTS = 1000

/** Contacts by their address. Each is checked for itself, so that one wrong contact stops no other. */
export const Upsert = z.object({
  contacts: z
    .array(z.record(z.string(), json), 'Must be a list of contacts')
    .min(1, 'Send at least one contact')
    .max(MAX_CONTACTS, `At most ${MAX_CONTACTS} contacts`),
  mode: z.enum(['fill', 'overwrite'], 'The mode is fill or overwrite'),
  personaId: emptyableId,
})
export type Upsert = z.output<typeof Upsert>

/** The result for one contact. */
export interface UpsertResult {
  /** Its position in the call, from 0. */
  index: number
  /** Null if it is invalid. */
  id: string | null
  outcome: (typeof UPSERT_OUTCOMES)[number]
  /** Why it is invalid. */
  message: string | null
}
