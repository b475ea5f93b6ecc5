import { sql } from 'drizzle-orm'
import { mailAccounts } from '#drizzle/schema'

/**
 * Tasks that send: mailboxes are spread over them, and one mailbox is always in the same one. Fewer than a worker does at
 * once, so that all of them are under way and the sender can take from every mailbox in turn.
 */
export const SHARDS = 8

/** The shard of a mailbox, in SQL: the same for whoever asks. */
export const shardOf = sql<number>`(abs(hashtext(${mailAccounts.accountKey})::bigint) % ${sql.raw(String(SHARDS))})::int`
