import { and, eq } from 'drizzle-orm'
import { contactHolds, contacts, emailSends, inboundMessages } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { ContactHoldReason } from '~/engine/types'
import { AppError, notFound } from '~/errors'
import type { HoldChoice } from '~/models/contacts/holds/hold-words'
import { releaseContactHold } from '~/models/contacts/holds/holds.server'
import { lockEnrollmentsOf } from '~/models/shared/locks.server'
import { UNREADABLE } from '~/providers/mail/inbound/inbound'
import type { Secrets } from '~/secrets.server'
import { correctMessage } from './correct.server'
import { handleBounce } from './inbound.server'

/**
 * The user's decision about a message that may be forged, and because of which emails to its contact wait. `continue` plans them again,
 * `stop` lets the message count as what it claims to be.
 * @throws AppError NOT_FOUND; CONFLICT if there is no such question, for example because it was answered in another tab
 */
export async function decideContactHold(
  db: Db,
  userId: string,
  contactId: string,
  reason: ContactHoldReason,
  choice: HoldChoice,
  now: Date,
  secrets: Secrets,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockEnrollmentsOf(tx, [contactId])
    const own = and(eq(contacts.id, contactId), eq(contacts.userId, userId))
    const [contact] = await tx.select({ id: contacts.id }).from(contacts).where(own)
    if (!contact) notFound('Contact not found')
    const [held] = await tx
      .select({ messageId: contactHolds.messageId })
      .from(contactHolds)
      .where(and(eq(contactHolds.contactId, contactId), eq(contactHolds.reason, reason)))
      .for('update')
    if (!held) throw new AppError('CONFLICT', 'This was already decided')
    if (choice === 'stop') await believe(tx, userId, held.messageId, now, secrets)
    await releaseContactHold(tx, userId, contactId, reason, now)
  })
}

/** Lets an unproven message count as what it claims to be, from when it was received. */
async function believe(tx: Db, userId: string, id: string, now: Date, secrets: Secrets): Promise<void> {
  const own = and(
    eq(inboundMessages.id, id),
    eq(inboundMessages.userId, userId),
    eq(inboundMessages.kind, 'unproven'),
  )
  const [message] = await tx.select().from(inboundMessages).where(own).for('update')
  if (!message) return
  const { claims, conversationId, hard, receivedAt } = message
  if (conversationId && (claims === 'reply' || claims === 'auto_reply')) {
    await correctMessage(tx, userId, { conversationId, messageId: id }, claims, now, secrets)
    return
  }
  const [send] = message.emailSendId
    ? await tx.select().from(emailSends).where(eq(emailSends.id, message.emailSendId))
    : []
  if (!send || claims !== 'bounce') return
  await tx.update(inboundMessages).set({ kind: claims, claims: null }).where(own)
  const inbound = {
    ...UNREADABLE,
    kind: claims,
    hard: hard ?? true,
    class: 'hard' as const,
    status: message.status,
    reason: message.reason ?? '',
  }
  const received = {
    mailboxId: message.mailAccountId ?? '',
    providerId: message.providerId,
    receivedAt,
    inbound,
  }
  await handleBounce({ tx, userId, send, received, now, secrets })
}
