import { isNotNull, type SQL, sql } from 'drizzle-orm'
import { mailAccounts } from '#drizzle/schema'

/**
 * Whether a mailbox belongs to a user. A disconnected mailbox has no user until its last reference is removed (docs/decisions/0032).
 * Queries by user skip it anyway; queries by any other key need this condition.
 */
export const isOwned = isNotNull(mailAccounts.userId)

/** Whether a mailbox, by its id, belongs to a user and its server takes emails at `now`. */
export const takesEmails = (id: SQL, now: Date): SQL =>
  sql`exists (select from mail_accounts m where m.id = ${id} and m.user_id is not null
    and (m.held_until is null or m.held_until <= ${now.toISOString()}::timestamptz))`
