import { z } from 'zod'
import { CONVERSATION_STATES, INBOUND_KINDS, KIND_SOURCES, OPT_OUT_STATES } from '#drizzle/schema/enums'
import { count, id, moment, text } from './shared'

/** A conversation without its messages. */
export const ConversationListed = z.strictObject({
  id,
  contactId: id,
  contactEmail: text,
  contactName: text,
  mailboxId: id.nullable(),
  sequenceId: id.nullable(),
  subject: text,
  snippet: text,
  unread: z.boolean(),
  state: z.enum(CONVERSATION_STATES),
  label: text.nullable(),
  snoozedUntil: moment.nullable(),
  lastMessageAt: moment,
  updatedAt: moment,
})

export const ConversationsResponse = z.strictObject({
  conversations: z.array(ConversationListed),
  nextCursor: text.nullable(),
  hasMore: z.boolean(),
})

/** The draft of an answer: plain text or HTML; neither if there is none. Recipients are null if they are those of the last message. */
export const DraftResponse = z.strictObject({
  text: text.nullable(),
  html: text.nullable(),
  to: z.array(text).nullable(),
  cc: z.array(text).nullable(),
  bcc: z.array(text).nullable(),
  quote: z.boolean().nullable(),
})

/** A message of a conversation. */
const MessageShown = z.strictObject({
  id,
  direction: z.enum(['in', 'out']),
  kind: z.enum(['sequence', 'manual', 'reply', 'auto_reply', 'bounce', 'calendar', 'reaction', 'unproven']),
  kindBy: z.enum(KIND_SOURCES).nullable(),
  optOut: z.enum(OPT_OUT_STATES).nullable(),
  calendar: z.enum(['invitation', 'accepted', 'declined', 'tentative', 'counter', 'cancelled']).nullable(),
  reaction: text.nullable(),
  isUnreadable: z.boolean(),
  from: text,
  to: z.array(text),
  cc: z.array(text),
  bcc: z.array(text),
  subject: text,
  text,
  html: text,
  attachments: z.array(z.strictObject({ name: text, type: text, size: count })),
  at: moment,
  sendId: id.nullable(),
  textRemovedAt: moment.nullable(),
})

/** A message that may belong to a conversation. */
const RelatedShown = z.strictObject({
  id,
  from: text,
  fromName: text,
  subject: text,
  text,
  mayBeForged: z.boolean(),
  at: moment,
})

export const ConversationResponse = ConversationListed.extend({
  proposedEmail: text.nullable(),
  messages: z.array(MessageShown),
  related: z.array(RelatedShown),
})

/** A message after a decision about it, and what that led to. */
export const DecidedResponse = z.strictObject({
  id,
  kind: z.enum(INBOUND_KINDS),
  kindBy: z.enum(KIND_SOURCES).nullable(),
  optOut: z.enum(OPT_OUT_STATES).nullable(),
  effect: text,
})

export const AttachedResponse = z.strictObject({ messageId: id })

export const AnsweredResponse = z.strictObject({ sendId: id })
export const ChangedResponse = z.strictObject({ changed: count })

export const LabelResponse = z.strictObject({ name: text, positive: z.boolean(), own: z.boolean() })
export const SavedReplyResponse = z.strictObject({ id, name: text, text })
