import { isNotNull } from 'drizzle-orm'
import { mailAccounts } from '#drizzle/schema'

/**
 * Whether a mailbox belongs to a user. A disconnected mailbox has no user until its last reference is removed (docs/decisions/0032).
 * Queries by user skip it anyway; queries by any other key need this condition.
 */
export const isOwned = isNotNull(mailAccounts.userId)
