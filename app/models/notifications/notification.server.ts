import { and, eq, isNull, sql } from 'drizzle-orm'
import { notifications, sequences } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { localDay } from '~/engine/calendar'
import { explainHoldWith } from '~/engine/explain'
import type { HoldReason } from '~/engine/types'
import { notFound } from '~/errors'
import { afterCursor, newestFirst, type Page, pageOf, updatedFrom } from '~/models/shared/page.server'
import type { NotificationFields } from './notification'
import type { NotificationsQuery } from './query'

/** A notification as screens and the API show it. */
export interface Notification extends NotificationFields {
  createdAt: Date
}

/** Counts notifications that are neither read nor dismissed. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(notifications)
    .where(
      and(eq(notifications.userId, userId), eq(notifications.read, false), isNull(notifications.dismissedAt)),
    )
  return row!.n
}

type Filters = Omit<NotificationsQuery, 'limit' | 'cursor'>

const wanted = (userId: string, { isRead, updatedSince }: Filters) =>
  and(
    eq(notifications.userId, userId),
    isNull(notifications.dismissedAt),
    isRead === undefined ? undefined : eq(notifications.read, isRead),
    updatedFrom(notifications.updatedAt, updatedSince),
  )

/** Counts the notifications that are not dismissed and pass the filters. */
export const countNotifications = (db: Db, userId: string, filters: Filters = {}): Promise<number> =>
  db.$count(notifications, wanted(userId, filters))

/** One page of the notifications that are not dismissed, newest first, and the cursor of the next page. */
export async function listNotifications(
  db: Db,
  userId: string,
  { limit, cursor, ...filters }: NotificationsQuery,
): Promise<Page<Notification>> {
  const found = await db
    .select()
    .from(notifications)
    .where(and(wanted(userId, filters), afterCursor(notifications, cursor)))
    .orderBy(...newestFirst(notifications))
    .limit(limit + 1)
  const page = pageOf(found, limit)
  return {
    ...page,
    rows: page.rows.map(({ id, type, title, message, read, metadata, createdAt }) => ({
      id,
      type,
      title,
      message,
      isRead: read,
      metadata: metadata as Record<string, unknown>,
      createdAt,
    })),
  }
}

/** Marks all notifications that are not dismissed as read. */
export async function markAllNotificationsRead(db: Db, userId: string): Promise<void> {
  await db
    .update(notifications)
    .set({ read: true })
    .where(
      and(eq(notifications.userId, userId), eq(notifications.read, false), isNull(notifications.dismissedAt)),
    )
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

/** A mailbox that has reached its daily limit, and the first contact of a sequence that waits for it. */
export interface SpentDay {
  userId: string
  sequenceId: string
  /** The mailbox's local day. */
  day: string
  contactEmail: string
  accountEmail: string
}

/**
 * Notifies that mailboxes have reached their daily limits: one notification per sequence and day, with the number of mailboxes. A
 * further mailbox does not mark it as unread again, because these notifications are routine.
 */
export async function notifyQuotaExceeded(tx: Db, spent: SpentDay[]): Promise<void> {
  // In a fixed order, to avoid deadlocks: planners of two mailboxes may write notifications of the same sequences.
  const ordered = [...spent].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  for (const about of ordered) await notifyOneQuota(tx, about)
}

const keyOf = ({ sequenceId, day }: SpentDay) => `quota:${sequenceId}:${day}`

async function notifyOneQuota(tx: Db, about: SpentDay): Promise<void> {
  const { userId, sequenceId, contactEmail, accountEmail } = about
  const [sequence] = await tx
    .select({ name: sequences.name })
    .from(sequences)
    .where(and(eq(sequences.id, sequenceId), eq(sequences.userId, userId)))
  const sequenceName = sequence?.name ?? ''
  const moved = `emails of "${sequenceName}" move to the next valid day.`
  const mailboxes = sql`jsonb_array_length(${notifications.metadata} -> 'accountEmails') + 1`
  await tx
    .insert(notifications)
    .values({
      userId,
      type: 'quota_exceeded',
      title: 'Quota exceeded',
      message: `${accountEmail} has reached its daily limit; ${moved}`,
      metadata: { sequenceName, contactEmail, accountEmail, accountEmails: [accountEmail] },
      dedupeKey: keyOf(about),
    })
    .onConflictDoUpdate({
      target: [notifications.userId, notifications.dedupeKey],
      set: {
        message: sql`${mailboxes} || ${` mailboxes have reached their daily limit; ${moved}`}::text`,
        metadata: sql`jsonb_set(${notifications.metadata}, '{accountEmails}',
          ${notifications.metadata} -> 'accountEmails' || to_jsonb(${accountEmail}::text))`,
      },
      setWhere: sql`not ${notifications.metadata} -> 'accountEmails' @> to_jsonb(${accountEmail}::text)`,
    })
}

/** An email that is held because a value or the template is missing. */
export interface HeldEmail {
  userId: string
  sequenceId: string
  contactEmail: string
  reason: HoldReason
  /** What is missing. */
  detail: string
}

/** Notifies that emails are held until the user fills in what is missing: once per sequence and day in its time zone. */
export async function notifyHeld(tx: Db, held: HeldEmail[], now: Date): Promise<void> {
  for (const { userId, sequenceId, contactEmail, reason, detail } of firstOfEach(held)) {
    const [sequence] = await tx
      .select({ name: sequences.name, timezone: sequences.timezone })
      .from(sequences)
      .where(and(eq(sequences.id, sequenceId), eq(sequences.userId, userId)))
    if (!sequence) continue
    await notifySystem(tx, userId, {
      title: 'Email held',
      message: `Emails of "${sequence.name}" are held, first the one to ${contactEmail}: ${explainHoldWith(reason, detail)}. Open the sequence to see all waiting contacts.`,
      dedupeKey: `held:${sequenceId}:${localDay(now, sequence.timezone)}`,
      metadata: { sequenceId, sequenceName: sequence.name, contactEmail },
    })
  }
}

/** The first email of each sequence, in a fixed order to avoid deadlocks. */
const firstOfEach = (held: HeldEmail[]) =>
  [...new Map(held.toReversed().map((heldEmail) => [heldEmail.sequenceId, heldEmail])).values()].sort(
    (a, b) => (a.sequenceId < b.sequenceId ? -1 : 1),
  )

/** A notification whose text follows what happens. */
interface IncidentNotice {
  title: string
  message: string
  metadata: Record<string, unknown>
  type?: NotificationFields['type']
}

/**
 * Creates the notification of an incident, or updates it: an incident has one. It becomes unread again when its title changes.
 * @param key identifies the incident
 * @returns whether it was created; with `only if it exists`, whether there was one
 */
export async function notifyIncident(
  tx: Db,
  userId: string,
  key: string,
  { title, message, metadata, type = 'system' }: IncidentNotice,
  how: 'create' | 'only if it exists' = 'create',
): Promise<boolean> {
  const isSame = sql`${notifications.title} = ${title}::text`
  const updated = await tx
    .update(notifications)
    .set({
      type,
      title,
      message,
      metadata,
      read: sql`${notifications.read} and ${isSame}`,
      dismissedAt: sql`case when ${isSame} then ${notifications.dismissedAt} end`,
      createdAt: sql`case when ${isSame} then ${notifications.createdAt} else now() end`,
    })
    .where(and(eq(notifications.userId, userId), eq(notifications.dedupeKey, key)))
    .returning({ id: notifications.id })
  if (how === 'only if it exists') return updated.length > 0
  if (updated.length > 0) return false
  await tx
    .insert(notifications)
    .values({ userId, type, title, message, metadata, dedupeKey: key })
    .onConflictDoNothing()
  return true
}

/** Creates a system notification. With a `dedupeKey`, only once. */
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
