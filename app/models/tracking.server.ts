import { and, eq, isNull, sql } from 'drizzle-orm'
import { contacts, emailLogs, emailSends, trackingEvents } from '#drizzle/schema'
import type { Db } from '../db.server'
import { countsAsOpen, judgeOpen } from '../engine/opens'
import type { Secrets } from '../secrets.server'
import { proveArrived } from './arrival.server'
import { stopMail } from './contact-stops.server'
import { lockEnrollments } from './outbox-start.server'
import { rememberSuppression } from './suppression.server'

export interface Hit {
  token: string
  method: string
  userAgent: string
  address: string
  /** Shown to the sender in the product itself. */
  ownPreview: boolean
}

/**
 * Stores a hit on the pixel with our judgement of it; the first one that counts marks the mail as opened and sets the
 * contact's streak to 0. An open of an uncertain mail proves that it arrived. An unknown token stores nothing.
 * @returns whether the token is one of ours
 */
export async function recordHit(db: Db, hit: Hit, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [send] = await tx
      .select({
        id: emailSends.id,
        state: emailSends.state,
        contactId: emailSends.contactId,
        sentAt: emailSends.sentAt,
        startedAt: emailSends.startedAt,
      })
      .from(emailSends)
      .where(eq(emailSends.trackingToken, hit.token))
    if (!send) return false
    const delivered = send.sentAt ?? send.startedAt
    const verdict = judgeOpen({
      userAgent: hit.userAgent,
      method: hit.method,
      secondsSinceDelivery: delivered ? (now.getTime() - delivered.getTime()) / 1000 : 0,
      ownPreview: hit.ownPreview,
    })
    // While it is `sending` its own outcome comes; a row without a start was never handed over.
    const unsettled = send.state !== 'sent' && send.state !== 'sending' && send.startedAt !== null
    if (unsettled && countsAsOpen(verdict)) await prove(tx, send.id, now)
    await tx.insert(trackingEvents).values({
      emailSendId: send.id,
      contactId: send.contactId,
      type: 'open',
      trackingToken: hit.token,
      hitClass: verdict.class,
      hitReason: verdict.reason,
      userAgent: hit.userAgent.slice(0, 1000),
      ipAddress: hit.address.slice(0, 100),
      createdAt: now,
    })
    if (!countsAsOpen(verdict)) return true
    const opened = await tx
      .update(emailLogs)
      .set({
        openedAt: now,
        status: sql`case when ${emailLogs.status} = 'not_open' then 'open' else ${emailLogs.status} end`,
      })
      .where(and(eq(emailLogs.emailSendId, send.id), isNull(emailLogs.openedAt)))
      .returning({ id: emailLogs.id })
    if (opened.length > 0 && send.contactId) {
      await tx
        .update(contacts)
        .set({ notOpenedStreak: 0 })
        .where(and(eq(contacts.id, send.contactId), sql`not_opened_streak <> 0`))
    }
    return true
  })
}

/** Locks in the order that everybody uses, and looks again. */
async function prove(tx: Db, id: string, now: Date): Promise<void> {
  const [head] = await tx
    .select({ enrollment: emailSends.sequenceContactId })
    .from(emailSends)
    .where(eq(emailSends.id, id))
  await lockEnrollments(tx, head?.enrollment ? [head.enrollment] : [])
  const [send] = await tx.select().from(emailSends).where(eq(emailSends.id, id)).for('update')
  if (send && send.state !== 'sent' && send.state !== 'failed') await proveArrived(tx, send, now)
}

/** Whom an unsubscribe link is for: the address that was written to, or null for a token that is not ours. */
export async function findUnsubscribe(
  db: Db,
  token: string,
): Promise<{ email: string; done: boolean } | null> {
  const [send] = await db
    .select({ email: emailSends.recipientEmail, done: contacts.unsubscribed })
    .from(emailSends)
    .leftJoin(contacts, eq(contacts.id, emailSends.contactId))
    .where(eq(emailSends.unsubscribeToken, token))
  return send ? { email: send.email, done: send.done ?? false } : null
}

/**
 * Unsubscribes whoever this token was sent to, once and for good: the contact if it is still there, and the address
 * itself in any case. @returns false for a token that is not ours
 */
export async function unsubscribe(db: Db, token: string, now: Date, secrets: Secrets): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [send] = await tx.select().from(emailSends).where(eq(emailSends.unsubscribeToken, token))
    if (!send) return false
    await rememberSuppression(tx, send.userId, send.recipientEmail, 'unsubscribed', secrets)
    // The contact may have been deleted and made anew, or its address changed: both get no more mail.
    const same = await tx
      .select({ id: contacts.id })
      .from(contacts)
      .where(
        and(
          eq(contacts.userId, send.userId),
          sql`(lower(${contacts.email}) = ${send.recipientEmail.toLowerCase()} or ${contacts.id} = ${send.contactId}::uuid)`,
        ),
      )
      .orderBy(contacts.id)
    for (const { id } of same) await stopMail(tx, send.userId, id, 'unsubscribed', now, secrets)
    const [known] = await tx
      .select({ id: trackingEvents.id })
      .from(trackingEvents)
      .where(and(eq(trackingEvents.emailSendId, send.id), eq(trackingEvents.type, 'unsubscribe')))
    if (!known) {
      await tx.insert(trackingEvents).values({
        emailSendId: send.id,
        contactId: send.contactId,
        type: 'unsubscribe',
        trackingToken: token,
        createdAt: now,
      })
    }
    return true
  })
}
