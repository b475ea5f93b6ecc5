import { count, eq, sql } from 'drizzle-orm'
import { mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import { DEFAULT_MAX_MAILBOXES } from './mailbox'

/** Separates these locks from all other advisory locks. */
const LOCK_CLASS = 4_227_075

/** What a model needs of the settings to refuse a mailbox too many. */
export interface MailboxLimit {
  env?: { maxMailboxesPerUser: number }
}

/**
 * Refuses one mailbox more than a user may have. In the transaction that adds it nobody else adds one for this user
 * meanwhile; outside of one it only tells early. @throws AppError CONFLICT
 */
export async function requireRoomForMailbox(db: Db, userId: string, { env }: MailboxLimit): Promise<void> {
  const most = env?.maxMailboxesPerUser ?? DEFAULT_MAX_MAILBOXES
  await db.execute(sql`select pg_advisory_xact_lock(${LOCK_CLASS}, hashtext(${userId}))`)
  const [row] = await db.select({ n: count() }).from(mailAccounts).where(eq(mailAccounts.userId, userId))
  if (row!.n < most) return
  throw new AppError(
    'CONFLICT',
    `You have ${row!.n} mailboxes, and an account can have ${most}. Disconnect one before you connect another.`,
  )
}
