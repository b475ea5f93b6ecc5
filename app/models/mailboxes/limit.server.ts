import { count, eq, sql } from 'drizzle-orm'
import { mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import { DEFAULT_MAX_MAILBOXES } from './mailbox'

/** Namespace of these advisory locks. */
const LOCK_CLASS = 4_227_075

/** What connecting a mailbox needs: the settings with the maximum number of mailboxes, and who does it. */
export interface MailboxLimit {
  env?: { maxMailboxesPerUser: number }
  /** The caller's address: the owner is emailed about the mailbox. Absent for those that Coldframe makes itself. */
  address?: string
}

/**
 * Enforces the maximum number of mailboxes per user. In a transaction it also locks out concurrent additions for this user.
 * Outside of one it is only an early check. @throws AppError CONFLICT
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
