import { z } from 'zod'
import type { MessageSigns } from '#drizzle/schema'
import { CONVERSATION_STATES, type KIND_SOURCES, type OPT_OUT_STATES } from '#drizzle/schema/enums'
import { ChangesQuery, emailAddress, entityId, moment, yesNo } from '~/models/shared/fields'
import { everyone, MAX_RECIPIENTS, RECIPIENTS_LENGTH, splitAddresses } from './answer/recipients'

type ConversationState = (typeof CONVERSATION_STATES)[number]

/** The maximum number of characters of a label's name. */
export const LABEL_LENGTH = 40
/** The maximum number of characters of an answer. */
export const ANSWER_LENGTH = 100_000
/** How long sending an answer can be undone, in seconds. */
export const UNDO_SECONDS = 10
/** The maximum number of bytes of all files of one email. */
export const FILES_BYTES = 10 * 1024 * 1024
/** The maximum number of conversations of one bulk change. */
export const MAX_CHANGED = 500

const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => text || undefined)
    .optional()

/** The filters of the inbox. Without `state`, conversations of every state. */
export const ConversationFilters = z.object({
  state: z.enum(CONVERSATION_STATES, 'Unknown state').optional(),
  unread: yesNo,
  label: optionalText(LABEL_LENGTH),
  mailboxId: entityId('Invalid mailbox').optional(),
  sequenceId: entityId('Invalid sequence').optional(),
  /** Words of addresses, subjects and texts. */
  q: optionalText(200),
})
export type ConversationFilters = z.output<typeof ConversationFilters>

export const ConversationsQuery = ConversationFilters.extend({
  limit: z.coerce
    .number({ error: 'Invalid limit' })
    .int('Invalid limit')
    .min(1, 'Invalid limit')
    .max(200, 'The limit is at most 200')
    .default(50),
  ...ChangesQuery.pick({ cursor: true, updatedSince: true }).shape,
})
export type ConversationsQuery = z.output<typeof ConversationsQuery>

export const ConversationChange = z.object({
  state: z.enum(CONVERSATION_STATES, 'Unknown state').optional(),
  unread: yesNo,
  /** The name of a label; null removes it. */
  label: z
    .string()
    .trim()
    .max(LABEL_LENGTH, `Must be at most ${LABEL_LENGTH} characters`)
    .transform((name) => name || null)
    .nullish(),
  /** Snoozes the conversation until then; null opens it. */
  snoozedUntil: moment.nullish(),
})
export type ConversationChange = z.output<typeof ConversationChange>

export const BulkChange = ConversationChange.extend({
  ids: z
    .array(entityId('Invalid conversation'), 'Choose conversations')
    .min(1, 'Choose conversations')
    .max(MAX_CHANGED, `At most ${MAX_CHANGED} conversations at once`),
})
export type BulkChange = z.output<typeof BulkChange>

const addresses = z
  .array(emailAddress('Enter an address'), 'Must be a list of addresses')
  .max(MAX_RECIPIENTS, `At most ${MAX_RECIPIENTS} addresses`)

const recipients = {
  /** Absent for whom an answer goes to by default: Reply-To or the sender of the last message. */
  to: addresses.min(1, 'Enter at least one address').nullish(),
  cc: addresses.nullish(),
  bcc: addresses.nullish(),
}

const countOf = (given: { [Field in keyof typeof recipients]?: string[] | null | undefined }) =>
  everyone({ to: given.to ?? [], cc: given.cc ?? [], bcc: given.bcc ?? [] }).length
const TOO_MANY = { message: `An email can go to at most ${MAX_RECIPIENTS} addresses`, path: ['to'] }

const answerText = z.string().max(ANSWER_LENGTH, `Must be at most ${ANSWER_LENGTH} characters`).optional()

/** An answer: plain text or HTML, which may contain template variables. */
export const Answer = z
  .object({
    text: answerText,
    html: answerText,
    ...recipients,
    /** Quotes the message that it answers below the text. */
    quote: yesNo,
    /** When to send it, in mail time; at once if absent. */
    sendAt: moment.nullish(),
    markDone: yesNo,
  })
  .refine(({ text, html }) => !(text?.trim() && html?.trim()), {
    message: 'Give text or html, not both',
    path: ['html'],
  })
  .refine((answer) => countOf(answer) <= MAX_RECIPIENTS, TOO_MANY)
export type Answer = z.output<typeof Answer>

const written = z.string().max(ANSWER_LENGTH, `Must be at most ${ANSWER_LENGTH} characters`).nullish()

const textOf = ({ text, html }: { text?: string | null | undefined; html?: string | null | undefined }) =>
  html?.trim() ? { html } : { text: text ?? '' }

const typed = z.string().max(RECIPIENTS_LENGTH, 'Too many addresses').optional()

/** The recipients as the fields of a form have them; without the mark there are no such fields. */
export const typedRecipients = {
  to: typed,
  cc: typed,
  bcc: typed,
  /** Forms leave out empty fields: this says that they were there. */
  recipients: z.literal('typed').optional(),
  /** The box that was checked, and the mark that there was one. */
  quote: yesNo,
  quotable: yesNo,
}
interface Typed {
  to?: string | undefined
  cc?: string | undefined
  bcc?: string | undefined
  recipients?: 'typed' | undefined
  quote?: boolean | undefined
  quotable?: boolean | undefined
}

/** What was typed into the fields of a form, beside the text. */
export const choicesOf = ({ to, cc, bcc, recipients, quote, quotable }: Typed) => ({
  ...(recipients && {
    recipients: {
      to: splitAddresses(to ?? ''),
      cc: splitAddresses(cc ?? ''),
      bcc: splitAddresses(bcc ?? ''),
    },
  }),
  ...(quotable && { quote: quote ?? false }),
})

/** The draft of an answer: HTML if there is any, else plain text. An emptied form has neither. */
export const DraftForm = z
  .object({ text: written, html: written, ...typedRecipients })
  .transform((form) => ({ ...textOf(form), ...choicesOf(form) }))

/** The same in the API, where an absent field is no change. */
export const DraftBody = z
  .object({ text: written, html: written, ...recipients, quote: z.boolean('Must be yes or no').nullish() })
  .refine(({ text, html }) => text !== undefined || html !== undefined, {
    message: 'Give text or html',
    path: ['text'],
  })
  .refine((draft) => countOf(draft) <= MAX_RECIPIENTS, TOO_MANY)
  .transform(({ text, html, to, cc, bcc, quote }) => ({
    ...textOf({ text, html }),
    ...((to || cc || bcc) && { recipients: { to: to ?? [], cc: cc ?? [], bcc: bcc ?? [] } }),
    ...(quote != null && { quote }),
  }))

/** A conversation of the list. */
export interface Conversation {
  id: string
  contactId: string
  contactEmail: string
  contactName: string
  mailboxId: string | null
  sequenceId: string | null
  subject: string
  snippet: string
  unread: boolean
  state: ConversationState
  label: string | null
  snoozedUntil: Date | null
  lastMessageAt: Date
  updatedAt: Date
}

/** The delivery state of an outgoing message, as the user sees it. */
export type DeliveryState = 'scheduled' | 'sending' | 'sent' | 'uncertain' | 'failed'

/** A file of a message. */
export interface MessageFile {
  /** Tells the download which file it is. */
  key: string
  name: string
  type: string
  size: number
}

/** One message of a conversation. */
export interface Message {
  id: string
  direction: 'in' | 'out'
  kind: 'sequence' | 'manual' | 'reply' | 'auto_reply' | 'bounce' | 'calendar' | 'reaction' | 'unproven'
  /** Who decided that a received message is a reply or automatic; null if the message itself says it. */
  kindBy: (typeof KIND_SOURCES)[number] | null
  /** Whether it may ask for no more email, and what the user decided; null if it does not. */
  optOut: (typeof OPT_OUT_STATES)[number] | null
  /** What it does without words: a calendar entry or an emoji. */
  gesture: string | null
  calendar: NonNullable<MessageSigns['calendar']> | null
  reaction: string | null
  /** Nothing of its content can be read: it is encrypted, or in a format of its own. */
  isUnreadable: boolean
  /** The mailbox that received it. */
  mailbox: string | null
  fromName: string
  from: string
  to: string[]
  cc: string[]
  /** Of what the user wrote here. */
  bcc: string[]
  subject: string
  /** For received messages the sender's own words. */
  text: string
  /** The whole text with its quotes, if that is more. */
  whole: string | null
  /** When its text was removed for its age. */
  textRemovedAt: Date | null
  /** Whether it has an HTML version. */
  hasHtml: boolean
  at: Date
  /** The outbox row; null for messages from a mailbox. */
  sendId: string | null
  /** For outgoing emails. */
  state: DeliveryState | null
  /** Why it failed, is uncertain or must be tried again. */
  problem: string | null
  /** The name of the sequence's step. */
  stepName: string | null
  files: MessageFile[]
}
