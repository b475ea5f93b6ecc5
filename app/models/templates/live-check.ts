import { z } from 'zod'
import type { LackingCount } from './lacking.server'
import type { MailFinding } from './preflight'

/** The maximum number of characters of a body that is checked while it is written; the same as of a stored one. */
const MOST = 150_000
const body = z.string().max(MOST, 'The body is too long').default('')

/** An email that is being written, and the contact that the preview is for. */
export const LiveCheck = z.object({
  subject: z.string().max(500, 'The subject is too long').default(''),
  htmlBody: body,
  plainTextBody: body,
  contactId: z.union([z.uuid('Contact not found'), z.literal('')]).default(''),
  sequenceId: z.union([z.uuid('Sequence not found'), z.literal('')]).default(''),
})
export type LiveCheck = z.output<typeof LiveCheck>

export interface LiveResult {
  /** Why it cannot be shown. */
  problem: string | null
  subject: string
  html: string
  text: string
  /** Null for the sample contact, while there are no others. */
  contact: { id: string; name: string } | null
  /** The variables that this contact has no value for: its email would be held. */
  held: string[]
  /** What else of this email must not be sent: it would be held. */
  unfit: string[]
  /** The mailbox whose signature is shown; null without one. */
  mailbox: string | null
  words: number
  /** Reading time in seconds. */
  seconds: number
  /** Contacts without a value, of all that get the email. */
  lacking: LackingCount[]
  findings: MailFinding[]
}
