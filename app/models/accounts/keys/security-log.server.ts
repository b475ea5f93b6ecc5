import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { securityEvents, users } from '#drizzle/schema'
import { NOTICED_EVENT_KINDS } from '#drizzle/schema/enums'
import type { Db } from '~/db.server'
import { enqueueAfter } from '~/jobs/queue/enqueue.server'

type Event = typeof securityEvents.$inferSelect

/** How long events are kept. */
const KEPT = sql`interval '180 days'`

/** Records an event of the user's security log. Equal events of one hour are counted in one row, so that a loop cannot fill the table. */
export async function recordSecurityEvent(
  db: Db,
  userId: string,
  event: Pick<Event, 'kind' | 'subject' | 'address'> & { reason?: string },
): Promise<void> {
  await db
    .insert(securityEvents)
    .values({ userId, ...event, hour: sql`date_trunc('hour', now())` as unknown as Date })
    .onConflictDoUpdate({
      target: [
        ...[securityEvents.userId, securityEvents.kind, securityEvents.subject],
        ...[securityEvents.reason, securityEvents.address, securityEvents.hour],
      ],
      set: { count: sql`${securityEvents.count} + 1`, lastAt: sql`now()` },
    })
}

type NoticedKind = (typeof NOTICED_EVENT_KINDS)[number]

/** Records that something new can reach the account or send from it, and emails its owner in a minute, who may not have done it. */
export async function recordNoticed(
  tx: Db,
  userId: string,
  event: Pick<Event, 'subject' | 'address'> & { kind: NoticedKind },
): Promise<void> {
  await recordSecurityEvent(tx, userId, event)
  await enqueueAfter(tx, 'send-security-notice', { userId }, NOTICE_SECONDS)
}

/** So long an email waits for further events of the same user, such as several mailboxes that are connected in a row. */
const NOTICE_SECONDS = 60

/** What an email about events is to say. */
export interface SecurityNotice {
  user: { email: string; fullName: string }
  events: Pick<Event, 'kind' | 'subject' | 'address' | 'lastAt'>[]
}

/**
 * Takes the events that a user is to be emailed about, oldest first; they are not taken again. Null if there are none.
 * @param send emails them; if it fails, they are to be taken again
 */
export async function noticeEvents(
  db: Db,
  userId: string,
  send: (notice: SecurityNotice) => Promise<void>,
): Promise<void> {
  const waiting = and(
    eq(securityEvents.userId, userId),
    inArray(securityEvents.kind, NOTICED_EVENT_KINDS),
    isNull(securityEvents.noticedAt),
  )
  const events = await db
    .update(securityEvents)
    .set({ noticedAt: sql`now()` as unknown as Date })
    .where(waiting)
    .returning({
      id: securityEvents.id,
      kind: securityEvents.kind,
      subject: securityEvents.subject,
      address: securityEvents.address,
      lastAt: securityEvents.lastAt,
    })
  const [user] = await db
    .select({ email: users.email, fullName: users.fullName })
    .from(users)
    .where(eq(users.id, userId))
  if (events.length === 0 || !user) return
  try {
    await send({ user, events: events.sort((a, b) => a.lastAt.getTime() - b.lastAt.getTime()) })
  } catch (error) {
    // A crash before this line loses the email; the security log still has the events.
    const ids = events.map(({ id }) => id)
    await db.update(securityEvents).set({ noticedAt: null }).where(inArray(securityEvents.id, ids))
    throw error
  }
}

/** The latest events of the user, newest first. */
export function listSecurityEvents(
  db: Db,
  userId: string,
  limit: number,
): Promise<Pick<Event, 'id' | 'kind' | 'subject' | 'reason' | 'address' | 'count' | 'lastAt'>[]> {
  return db
    .select({
      id: securityEvents.id,
      kind: securityEvents.kind,
      subject: securityEvents.subject,
      reason: securityEvents.reason,
      address: securityEvents.address,
      count: securityEvents.count,
      lastAt: securityEvents.lastAt,
    })
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(securityEvents.lastAt))
    .limit(limit)
}

/** Deletes events that are older than half a year. */
export async function deleteOldSecurityEvents(db: Db): Promise<void> {
  await db.delete(securityEvents).where(lt(securityEvents.lastAt, sql`now() - ${KEPT}`))
}
