import { isNotNull, type SQL, sql } from 'drizzle-orm'
import { mailAccounts } from '#drizzle/schema'

/**
 * Whether a mailbox belongs to a user. A disconnected mailbox has no user until its last reference is removed (docs/decisions/0032).
 * Queries by user skip it anyway; queries by any other key need this condition.
 */
export const isOwned = isNotNull(mailAccounts.userId)

/** Whether a mailbox, by its id, belongs to a user. */
export const isConnectedMailbox = (id: SQL): SQL =>
  sql`exists (select from mail_accounts m where m.id = ${id} and m.user_id is not null)`
