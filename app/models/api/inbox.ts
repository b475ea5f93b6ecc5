import { z } from 'zod'
import { CONVERSATION_STATES } from '#drizzle/schema/enums'
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

export const ConversationResponse = ConversationListed.extend({
  messages: z.array(
    z.strictObject({
      id,
      direction: z.enum(['in', 'out']),
      kind: z.enum(['sequence', 'manual', 'reply', 'auto_reply', 'bounce']),
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
    }),
  ),
})

export const AnsweredResponse = z.strictObject({ sendId: id })
export const ChangedResponse = z.strictObject({ changed: count })
