import { and, desc, eq, gte, inArray } from 'drizzle-orm'
import { contactHolds, contacts, emailSends, inboundMessages } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { ContactHoldReason } from '~/engine/types'
import { AppError, notFound } from '~/errors'
import type { HoldChoice } from '~/models/contacts/holds/hold-words'
import { releaseContactHold } from '~/models/contacts/holds/holds.server'
import { lockEnrollmentsOf } from '~/models/shared/locks.server'
import { UNREADABLE } from '~/providers/mail/inbound/inbound'
import type { Secrets } from '~/secrets.server'
import { isAnswer } from './answers.server'
import { lockReplied } from './company.server'
import { countAs, lockMessage } from './correct.server'
import { handleBounce } from './inbound.server'

/** A flood of forged messages must not keep the database busy. */
const MAX_BELIEVED = 100

/**
 * The user's decision about messages that may be forged, and because of which emails to their contact wait. `continue` plans them again,
 * `stop` lets the messages count as what they claim to be: all of them, because any of them may ask for no more email.
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
    // A reply may affect colleagues: all are locked at once.
    if (choice === 'stop') await lockReplied(tx, userId, { contactId, enrollmentId: null })
    else await lockEnrollmentsOf(tx, [contactId])
    const own = and(eq(contacts.id, contactId), eq(contacts.userId, userId))
    const [contact] = await tx.select({ id: contacts.id }).from(contacts).where(own)
    if (!contact) notFound('Contact not found')
    const [held] = await tx
      .select({ reason: contactHolds.reason, createdAt: contactHolds.createdAt })
      .from(contactHolds)
      .where(and(eq(contactHolds.contactId, contactId), eq(contactHolds.reason, reason)))
      .for('update')
    if (!held) throw new AppError('CONFLICT', 'This was already decided')
    if (choice === 'stop')
      for (const message of await listUnproven(tx, userId, contactId, held))
        await believe(tx, userId, message, now, secrets)
    await releaseContactHold(tx, userId, contactId, reason, now)
  })
}

type Message = typeof inboundMessages.$inferSelect

/** The newest unproven messages of a contact that a question is about, oldest first: those that came since it was asked. */
async function listUnproven(
  tx: Db,
  userId: string,
  contactId: string,
  { reason, createdAt }: { reason: ContactHoldReason; createdAt: Date },
): Promise<Message[]> {
  const rows = await tx
    .select()
    .from(inboundMessages)
    .where(
      and(
        eq(inboundMessages.contactId, contactId),
        eq(inboundMessages.userId, userId),
        eq(inboundMessages.kind, 'unproven'),
        gte(inboundMessages.createdAt, createdAt),
        reason === 'report_unproven'
          ? eq(inboundMessages.claims, 'bounce')
          : inArray(inboundMessages.claims, ['reply', 'auto_reply', 'calendar', 'reaction']),
      ),
    )
    .orderBy(desc(inboundMessages.receivedAt))
    .limit(MAX_BELIEVED)
  return rows.reverse()
}

/** Lets an unproven message count as what it claims to be, from when it was received. */
async function believe(tx: Db, userId: string, found: Message, now: Date, secrets: Secrets): Promise<void> {
  const { id, claims, conversationId, hard, receivedAt } = found
  if (claims && isAnswer(claims)) {
    if (!conversationId) return
    const locked = await lockMessage(tx, userId, { conversationId, messageId: id }, claims)
    if (locked.message.kind === 'unproven') await countAs(tx, userId, locked, claims, now, secrets)
    return
  }
  const [send] = found.emailSendId
    ? await tx.select().from(emailSends).where(eq(emailSends.id, found.emailSendId))
    : []
  if (!send || claims !== 'bounce') return
  await tx.update(inboundMessages).set({ kind: claims, claims: null }).where(eq(inboundMessages.id, id))
  const inbound = {
    ...UNREADABLE,
    ...{ kind: claims, hard, status: found.status, reason: found.reason ?? '' },
    ...(hard ? { class: 'hard' as const } : { isUnexplained: true as const }),
  }
  const received = {
    mailboxId: found.mailAccountId ?? '',
    providerId: found.providerId,
    receivedAt,
    inbound,
  }
  await handleBounce({ tx, userId, send, received, now, secrets })
}
