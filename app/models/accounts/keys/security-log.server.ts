import { desc, eq, lt, sql } from 'drizzle-orm'
import { securityEvents } from '#drizzle/schema'
import type { Db } from '~/db.server'

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
