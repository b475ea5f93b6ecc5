import { and, eq, sql } from 'drizzle-orm'
import { contacts, emailSends, notifications, suppressions, trackingEvents } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import { liftStop } from '~/models/contacts/lift.server'
import { stopRecipient } from '~/models/contacts/stops.server'
import { notifySystem } from '~/models/notifications/notification.server'
import { lockEnrollmentsOf } from '~/models/shared/locks.server'
import type { Secrets } from '~/secrets.server'

/**
 * Unsubscribes the recipient of a send who asked for it in a reply, and notifies the user, who can undo it in case the reply was misread. If
 * the contact was unsubscribed already, or was deleted, there is no notification. @returns whether the user was notified
 */
export async function optOutByReply(
  tx: Db,
  send: typeof emailSends.$inferSelect,
  now: Date,
  secrets: Secrets,
): Promise<boolean> {
  const { id: sendId, userId, contactId } = send
  const [contact] = contactId
    ? await tx
        .select({ email: contacts.email, unsubscribed: contacts.unsubscribed })
        .from(contacts)
        .where(and(eq(contacts.id, contactId), eq(contacts.userId, userId)))
    : []
  await stopRecipient(tx, send, 'unsubscribed', now, secrets)
  if (!contact || contact.unsubscribed) return false
  await notifySystem(tx, userId, {
    title: 'Contact unsubscribed by reply',
    message: `${contact.email} asked for no more emails in a reply, so Coldframe unsubscribed them and ended their sequences. Read the reply, and undo this if they meant something else.`,
    dedupeKey: `opt-out:${sendId}:${now.toISOString()}`,
    metadata: { contactEmail: contact.email, contactId, undo: 'unsubscription' },
  })
  return true
}

/**
 * Undoes an opt-out by reply that was misread: lifts the unsubscription like the button on the contact, and records it in the same
 * way. Ended enrollments stay ended.
 * @throws AppError NOT_FOUND; CONFLICT if it was undone before, or if the contact has unsubscribed again since
 */
export async function undoOptOut(
  db: Db,
  userId: string,
  id: string,
  now: Date,
  secrets: Secrets,
): Promise<void> {
  await db.transaction(async (tx) => {
    const own = and(eq(notifications.id, id), eq(notifications.userId, userId))
    const [notice] = await tx.select({ metadata: notifications.metadata }).from(notifications).where(own)
    const { contactId, undo } = (notice?.metadata ?? {}) as Record<string, unknown>
    if (undo !== 'unsubscription' || typeof contactId !== 'string') return notFound('Notification not found')
    // Lock order: enrollments first.
    await lockEnrollmentsOf(tx, [contactId])
    const undone = await tx
      .update(notifications)
      .set({ read: true, metadata: sql`${notifications.metadata} - 'undo'` })
      .where(and(own, sql`${notifications.metadata} ->> 'undo' = 'unsubscription'`))
      .returning({ createdAt: sql<string>`${notifications.createdAt}::text` })
    if (undone.length === 0) throw new AppError('CONFLICT', 'This was already undone')
    if (await unsubscribedSince(tx, userId, contactId, undone[0]!.createdAt, secrets))
      throw new AppError(
        'CONFLICT',
        'The contact has unsubscribed again since. If they asked you to write, lift the unsubscription on their screen.',
      )
    await liftStop(tx, userId, contactId, 'unsubscription', now, secrets)
  })
}

/** Whether the contact also used the unsubscribe link or unsubscribed later. The undo must not revert these. */
async function unsubscribedSince(
  tx: Db,
  userId: string,
  contactId: string,
  since: string,
  secrets: Secrets,
): Promise<boolean> {
  const own = and(eq(contacts.id, contactId), eq(contacts.userId, userId))
  const [contact] = await tx.select({ email: contacts.email }).from(contacts).where(own).for('update')
  if (!contact) return notFound('Contact not found')
  const [byLink] = await tx
    .select({ id: trackingEvents.id })
    .from(trackingEvents)
    .innerJoin(emailSends, eq(emailSends.id, trackingEvents.emailSendId))
    .where(
      and(
        eq(emailSends.userId, userId),
        eq(emailSends.contactId, contactId),
        eq(trackingEvents.type, 'unsubscribe'),
      ),
    )
    .limit(1)
  // The notification and its suppression were written in one transaction, so they have the same timestamp.
  const [later] = await tx
    .select({ reason: suppressions.reason })
    .from(suppressions)
    .where(
      and(
        eq(suppressions.userId, userId),
        eq(suppressions.addressHash, secrets.addressHash(userId, contact.email)),
        eq(suppressions.reason, 'unsubscribed'),
        sql`${suppressions.createdAt} > ${since}::timestamptz`,
      ),
    )
  return byLink !== undefined || later !== undefined
}
