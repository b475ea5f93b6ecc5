import { and, type SQL, sql } from 'drizzle-orm'
import { conversations } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { wordQuery } from './words'

/** How many of the newest conversations are searched before the word index is used. */
const NEWEST = 1_000
/** The same for a word that is not rare among them. */
const NEWEST_IF_COMMON = 20_000
/** How many of `NEWEST` have a word that is not rare: about as many as fill a page from `NEWEST_IF_COMMON`. */
const COMMON = 2

/**
 * The newest of the conversations that pass `where` and have every word of `text`, newest first.
 *
 * The index of words returns all conversations with a word, in no order: fast for a rare word, but seconds for one that 300,000
 * conversations have. Such a word is soon found among the newest ones, which are therefore looked through first. Nothing is left out.
 * PostgreSQL cannot choose by itself: it does not know how often the beginning of a word occurs.
 * @returns at most `limit` ids
 */
export async function searchConversations(
  db: Db,
  userId: string,
  text: string,
  where: SQL | undefined,
  limit: number,
): Promise<string[]> {
  const query = wordQuery(userId, text)
  if (!query) return []
  const has = sql`search @@ ${query}::tsquery`
  for (const count of [NEWEST, NEWEST_IF_COMMON]) {
    const ids = await amongNewest(db, where, has, count, limit)
    if (ids.length === limit) return ids
    if (ids.length < COMMON) break
  }
  return amongAll(db, where, has, limit)
}

const NEWEST_FIRST = sql`order by last_message_at desc, id desc`

async function amongNewest(db: Db, where: SQL | undefined, has: SQL, count: number, limit: number) {
  // A number in the text: with a parameter, a plan for all values would not read the newest from an index.
  const rows = await db.execute<{ id: string }>(sql`
    select id from (
      select id, last_message_at, search from ${conversations} where ${where} ${NEWEST_FIRST} limit ${sql.raw(String(count))}
    ) newest where ${has} ${NEWEST_FIRST} limit ${limit}::int`)
  return rows.map(({ id }) => id)
}

async function amongAll(db: Db, where: SQL | undefined, has: SQL, limit: number) {
  // Materialized, so that PostgreSQL does not read all conversations in their order until a page is full.
  const rows = await db.execute<{ id: string }>(sql`
    with found as materialized (select id, last_message_at from ${conversations} where ${and(where, has)})
    select id from found ${NEWEST_FIRST} limit ${limit}::int`)
  return rows.map(({ id }) => id)
}
