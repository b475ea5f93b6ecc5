import { and, eq, isNotNull } from 'drizzle-orm'
import { emailSends, relatedMessages } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { getConversation } from '~/models/inbox/conversations.server'
import { UNREADABLE } from '~/providers/mail/inbound/inbound'
import type { Secrets } from '~/secrets.server'
import { recordMessage } from './inbound.server'
import type { StoredMessage } from './related.server'

/**
 * Adds a possibly related message to its conversation. From then on it counts as if it had referred to the email that it answers: as a
 * reply, or what else it is. @returns its id among the messages @throws AppError NOT_FOUND; CONFLICT if the email was deleted
 */
export async function attachRelated(
  db: Db,
  userId: string,
  { conversationId, relatedId }: { conversationId: string; relatedId: string },
  now: Date,
  secrets: Secrets,
): Promise<string> {
  await getConversation(db, userId, conversationId)
  return db.transaction(async (tx) => {
    const [row] = await tx
      .delete(relatedMessages)
      .where(isWaiting(userId, conversationId, relatedId))
      .returning({ received: relatedMessages.received })
    if (!row) return notFound(GONE)
    const { sendId, ...message } = row.received as StoredMessage
    const [send] = await tx
      .select()
      .from(emailSends)
      .where(and(eq(emailSends.id, sendId), eq(emailSends.userId, userId)))
    if (!send) throw new AppError('CONFLICT', 'The email that this message may answer was deleted')
    // A message that an earlier version stored lacks what has been read since.
    const inbound = { ...UNREADABLE, ...message.inbound }
    const received = { ...message, inbound, receivedAt: new Date(message.receivedAt) }
    const recorded = await recordMessage(tx, userId, received, send, now, secrets)
    if (!recorded) return notFound(GONE)
    await enqueue(tx, 'due-scan', {})
    return recorded.id
  })
}

const GONE = 'Message not found: it was added or dismissed already'

/** Dismisses a possibly related message: it does not come back. @throws AppError NOT_FOUND */
export async function dismissRelated(
  db: Db,
  userId: string,
  { conversationId, relatedId }: { conversationId: string; relatedId: string },
): Promise<void> {
  await getConversation(db, userId, conversationId)
  const rows = await db
    .update(relatedMessages)
    .set({ received: null })
    .where(isWaiting(userId, conversationId, relatedId))
    .returning({ id: relatedMessages.id })
  if (rows.length === 0) notFound(GONE)
}

const isWaiting = (userId: string, conversationId: string, relatedId: string) =>
  and(
    eq(relatedMessages.id, relatedId),
    eq(relatedMessages.conversationId, conversationId),
    eq(relatedMessages.userId, userId),
    isNotNull(relatedMessages.received),
  )
