import { and, eq, sql } from 'drizzle-orm'
import { conversations, inboundMessages } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { stopEmails } from '~/models/contacts/stops.server'
import type { OptOutDecision } from '~/models/inbox/message-form'
import { settleReplyNotice } from '~/models/notifications/notify-reply.server'
import { lockEnrollmentsOf } from '~/models/shared/locks.server'
import type { Secrets } from '~/secrets.server'
import { endQuestion } from './effects.server'

/** A message of a conversation. */
export interface MessagePlace {
  conversationId: string
  messageId: string
}

/** What has happened, as a sentence for the user. */
export interface Outcome {
  effect: string
}

/** A message after a decision about it, and what that led to. @throws AppError NOT_FOUND */
export async function readDecided(
  db: Db,
  userId: string,
  { conversationId, messageId }: MessagePlace,
  { effect }: Outcome,
) {
  const { id, kind, kindBy, optOut } = inboundMessages
  const [row] = await db
    .select({ id, kind, kindBy, optOut })
    .from(inboundMessages)
    .where(ownMessage(userId, { conversationId, messageId }))
  return row ? { ...row, effect } : notFound('Message not found')
}

/** One of the user's messages, in its conversation. */
export const ownMessage = (userId: string, { conversationId, messageId }: MessagePlace) =>
  and(
    eq(inboundMessages.id, messageId),
    eq(inboundMessages.conversationId, conversationId),
    eq(inboundMessages.userId, userId),
  )

const DONE = {
  unsubscribe: 'The contact is unsubscribed, and their sequences have ended.',
  keep: 'The contact stays subscribed, and their sequences go on.',
}
const STATE = { unsubscribe: 'unsubscribed', keep: 'kept' } as const
const ALREADY = {
  unsubscribed: 'The contact was unsubscribed already',
  kept: 'You decided already that the contact stays subscribed',
}

/**
 * Decides whether a reply asked for no more email: unsubscribes the contact, or lets the sequences go on as after any reply. Deciding the
 * same again changes nothing.
 * @throws AppError NOT_FOUND; CONFLICT if there is nothing to decide, or if it was decided otherwise
 */
export async function decideOptOut(
  db: Db,
  userId: string,
  { conversationId, messageId }: MessagePlace,
  decision: OptOutDecision,
  now: Date,
  secrets: Secrets,
): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const own = ownMessage(userId, { conversationId, messageId })
    const [message] = await tx
      .select({ contactId: inboundMessages.contactId })
      .from(inboundMessages)
      .where(own)
    if (!message) return notFound('Message not found')
    const { contactId } = message
    // Lock order: enrollments first.
    if (contactId) await lockEnrollmentsOf(tx, [contactId])
    const state = STATE[decision]
    const decided = await tx
      .update(inboundMessages)
      .set({ optOut: state })
      .where(and(own, eq(inboundMessages.optOut, 'asked')))
      .returning({ id: inboundMessages.id })
    if (decided.length === 0) {
      const [now] = await tx.select({ optOut: inboundMessages.optOut }).from(inboundMessages).where(own)
      if (!now?.optOut || now.optOut === 'asked')
        throw new AppError('CONFLICT', 'This message does not ask for anything to be decided')
      if (now.optOut !== state) throw new AppError('CONFLICT', ALREADY[now.optOut])
      return { effect: `${ALREADY[state]}.` }
    }
    await settleReplyNotice(tx, userId, messageId)
    if (decision === 'keep') {
      await endQuestion(tx, userId, { id: messageId, contactId }, now)
      await enqueue(tx, 'due-scan', {})
      return { effect: DONE.keep }
    }
    if (contactId) {
      await stopEmails(tx, userId, contactId, 'unsubscribed', now, secrets)
      // The answer to one question is the answer to all.
      await tx
        .update(inboundMessages)
        .set({ optOut: 'unsubscribed' })
        .where(
          and(
            eq(inboundMessages.contactId, contactId),
            eq(inboundMessages.userId, userId),
            eq(inboundMessages.optOut, 'asked'),
          ),
        )
    }
    await tx
      .update(conversations)
      .set({ label: 'Opted out', labelSource: 'rules', proposedDate: null, proposedEmail: null })
      .where(
        and(eq(conversations.id, conversationId), sql`${conversations.labelSource} is distinct from 'user'`),
      )
    return { effect: DONE.unsubscribe }
  })
}
