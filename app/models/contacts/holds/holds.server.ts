import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { contactHolds, contacts, decisions, inboundMessages, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onContactHeld } from '~/engine/events'
import type { ContactHoldReason } from '~/engine/types'
import { applyToEnrollments, replanEnrollments } from '~/models/enrollments/events.server'
import { lockEnrollmentsOf } from '~/models/shared/locks.server'
import type { ContactHoldFields } from './holds'

/** A reason why emails of sequences to a contact wait. */
export interface NewContactHold {
  reason: ContactHoldReason
  /** When it ends by itself. */
  until: Date
  /** What was said, for the user. */
  detail: string
  /** The message that asks for the decision. */
  messageId: string
}

const activeOf = (userId: string, contactId: string) =>
  and(
    eq(sequenceContacts.contactId, contactId),
    eq(sequenceContacts.userId, userId),
    eq(sequenceContacts.status, 'active'),
  )

/**
 * Lets the emails of all sequences to a contact wait until the user has decided (`releaseContactHold`). Windows and waits go on. A second
 * hold for the same reason replaces what was said, and does not last longer: otherwise strangers could prolong it without end.
 * @returns whether there was none for this reason; false also for a contact that was deleted
 */
export async function holdContact(
  tx: Db,
  userId: string,
  contactId: string,
  { reason, until, detail, messageId }: NewContactHold,
  now: Date,
): Promise<boolean> {
  await lockEnrollmentsOf(tx, [contactId])
  const [contact] = await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.id, contactId), eq(contacts.userId, userId)))
    .for('key share')
  if (!contact) return false
  const ofReason = and(eq(contactHolds.contactId, contactId), eq(contactHolds.reason, reason))
  await tx.delete(contactHolds).where(and(ofReason, lte(contactHolds.until, now)))
  const said = { detail: detail.slice(0, 500), messageId }
  const [held] = await tx
    .insert(contactHolds)
    .values({ contactId, userId, reason, until, ...said })
    .onConflictDoUpdate({
      target: [contactHolds.contactId, contactHolds.reason],
      set: said,
    })
    .returning({ isNew: sql<boolean>`xmax = 0` })
  await applyToEnrollments(tx, activeOf(userId, contactId), onContactHeld, now)
  return held!.isNew
}

/** Ends a hold: the contact's emails are planned again. @returns whether there was one */
export async function releaseContactHold(
  tx: Db,
  userId: string,
  contactId: string,
  reason: ContactHoldReason,
  now: Date,
): Promise<boolean> {
  await lockEnrollmentsOf(tx, [contactId])
  const released = await tx
    .delete(contactHolds)
    .where(
      and(
        eq(contactHolds.contactId, contactId),
        eq(contactHolds.userId, userId),
        eq(contactHolds.reason, reason),
      ),
    )
    .returning({ detail: contactHolds.detail })
  if (released.length === 0) return false
  await tx.insert(decisions).values({
    userId,
    contactId,
    type: 'lifted',
    rule: 'contact_hold_ended',
    inputs: { reason },
    at: now,
  })
  const held = and(activeOf(userId, contactId), eq(sequenceContacts.holdReason, reason))
  await replanEnrollments(tx, held, now)
  // Another question may be open.
  await applyToEnrollments(tx, activeOf(userId, contactId), onContactHeld, now)
  return true
}

/** What the user has to decide about a contact, newest first. */
export async function listContactHolds(
  db: Db,
  userId: string,
  contactId: string,
  now: Date,
): Promise<ContactHoldFields[]> {
  return db
    .select({
      reason: contactHolds.reason,
      until: contactHolds.until,
      detail: contactHolds.detail,
      conversationId: inboundMessages.conversationId,
    })
    .from(contactHolds)
    .innerJoin(inboundMessages, eq(inboundMessages.id, contactHolds.messageId))
    .where(
      and(
        eq(contactHolds.contactId, contactId),
        eq(contactHolds.userId, userId),
        gt(contactHolds.until, now),
      ),
    )
    .orderBy(desc(contactHolds.createdAt), asc(contactHolds.reason))
}
