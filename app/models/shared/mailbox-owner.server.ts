import { isNotNull } from 'drizzle-orm'
import { mailAccounts } from '#drizzle/schema'

/**
 * Mailboxes that are somebody's. One that was disconnected is nobody's until nothing names it any more (docs/decisions/0032);
 * whoever asks for those of a user does not find it, whoever asks by another key says this.
 */
export const isOwned = isNotNull(mailAccounts.userId)
