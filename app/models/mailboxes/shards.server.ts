import { sql } from 'drizzle-orm'
import { mailAccounts } from '#drizzle/schema'

/**
 * Number of send tasks. Each mailbox belongs to one of them by hash. There are fewer shards than a worker runs tasks at once, so
 * that all shards can run and the sender can take turns between all mailboxes.
 */
export const SHARDS = 8

/** SQL expression for the shard of a mailbox. */
export const shardOf = sql<number>`(abs(hashtext(${mailAccounts.accountKey})::bigint) % ${sql.raw(String(SHARDS))})::int`
