import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { notifications, sequences } from '#drizzle/schema'
import type { Db } from '../db.server'
import { notFound } from '../errors'
import type { NotificationFields } from './notification'

/** A notification as screens and calls show it. */
export interface Notification extends NotificationFields {
  createdAt: Date
}

/** How many notifications were neither read nor dismissed. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(notifications)
    .where(
      and(eq(notifications.userId, userId), eq(notifications.read, false), isNull(notifications.dismissedAt)),
    )
  return row!.n
}

/** The newest notifications that were not dismissed. */
export async function listNotifications(db: Db, userId: string): Promise<Notification[]> {
  const rows = await db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.dismissedAt)))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(100)
  return rows.map(({ id, type, title, message, read, metadata, createdAt }) => ({
    id,
    type,
    title,
    message,
    isRead: read,
    metadata: metadata as Record<string, unknown>,
    createdAt,
  }))
}

export async function markNotificationRead(db: Db, userId: string, id: string): Promise<void> {
  await change(db, userId, id, { read: true })
}

export async function dismissNotification(db: Db, userId: string, id: string): Promise<void> {
  await change(db, userId, id, { dismissedAt: sql`now()` })
}

async function change(db: Db, userId: string, id: string, set: Record<string, unknown>) {
  const rows = await db
    .update(notifications)
    .set(set)
    .where(and(eq(notifications.id, id), eq(notifications.userId, userId), isNull(notifications.dismissedAt)))
    .returning({ id: notifications.id })
  if (rows.length === 0) notFound('Notification not found')
}

/** Says that a mailbox has used up its day: once per sequence, mailbox and day. */
export async function notifyQuotaExceeded(
  tx: Db,
  userId: string,
  about: { sequenceId: string; mailboxId: string; day: string; contactEmail: string; accountEmail: string },
): Promise<void> {
  const [sequence] = await tx
    .select({ name: sequences.name })
    .from(sequences)
    .where(eq(sequences.id, about.sequenceId))
  const sequenceName = sequence?.name ?? ''
  await tx
    .insert(notifications)
    .values({
      userId,
      type: 'quota_exceeded',
      title: 'Quota Exceeded',
      message: `${about.accountEmail} has reached its daily limit; mails of "${sequenceName}" move to the next valid day.`,
      metadata: { sequenceName, contactEmail: about.contactEmail, accountEmail: about.accountEmail },
      dedupeKey: `quota:${about.sequenceId}:${about.mailboxId}:${about.day}`,
    })
    .onConflictDoNothing()
}

/** Tells the user something of the system; with a `dedupeKey` once only. */
export async function notifySystem(
  tx: Db,
  userId: string,
  notice: { title: string; message: string; dedupeKey?: string; metadata?: Record<string, unknown> },
): Promise<void> {
  const { metadata, ...rest } = notice
  await tx
    .insert(notifications)
    .values({ userId, type: 'system', ...rest, metadata: metadata ?? {} })
    .onConflictDoNothing()
}
