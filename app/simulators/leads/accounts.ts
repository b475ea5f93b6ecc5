import { createHash } from 'node:crypto'
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { sandboxLeadCalls, sandboxLeadReveals } from '#drizzle/schema/sandbox'
import type { Db } from '~/db.server'

/** The permissions of a key, encoded in the key itself. Any key that starts with `sandbox-` works. */
export interface Account {
  keyHash: string
  /** Credits of the current cycle: `sandbox-credits-25` has 25. */
  credits: number
  /** Calls per endpoint and minute: `sandbox-limit-3` may make 3. */
  perMinute: number | null
  /** `sandbox-search-only` may only search. */
  searchOnly: boolean
}

const CREDITS = 100_000
const PER_MINUTE = { search: 200, match: 1000, bulk: 200 }

export function accountOf(key: string): Account | null {
  if (!/^sandbox-[\x21-\x7e]*$/.test(key)) return null
  const number = (name: string) => new RegExp(`-${name}-(\\d{1,6})(?!\\d)`).exec(key)?.[1]
  const limit = number('limit')
  return {
    keyHash: createHash('sha256').update(key).digest('hex'),
    credits: Number(number('credits') ?? CREDITS),
    perMinute: limit === undefined ? null : Number(limit),
    searchOnly: /-search-only\b/.test(key),
  }
}

export interface Usage {
  limit: number
  used: number
  /** Seconds until the window ends; set only for a call over the limit. */
  retryAfter: number | null
}

/** Counts a call. The window is one minute from its first call. */
export async function countCall(db: Db, account: Account, endpoint: string): Promise<Usage> {
  const limit =
    account.perMinute ??
    (endpoint === '/people/match'
      ? PER_MINUTE.match
      : endpoint === '/people/bulk_match'
        ? PER_MINUTE.bulk
        : PER_MINUTE.search)
  const { since, used } = sandboxLeadCalls
  const over = sql`${since} <= now() - interval '1 minute'`
  const [row] = await db
    .insert(sandboxLeadCalls)
    .values({ keyHash: account.keyHash, endpoint, since: sql`now()` as unknown as Date, used: 1 })
    .onConflictDoUpdate({
      target: [sandboxLeadCalls.keyHash, sandboxLeadCalls.endpoint],
      set: {
        used: sql`case when ${over} then 1 else ${used} + 1 end`,
        since: sql`case when ${over} then now() else ${since} end`,
      },
    })
    .returning({
      used,
      left: sql<number>`extract(epoch from ${since} + interval '1 minute' - now())::float8`,
    })
  const tooMany = row!.used > limit
  return { limit, used: Math.min(row!.used, limit), retryAfter: tooMany ? Math.ceil(row!.left) : null }
}

/** All credits that a key has spent. */
export async function creditsSpent(db: Db, account: Account): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(sandboxLeadReveals)
    .where(eq(sandboxLeadReveals.keyHash, account.keyHash))
  return row!.n
}

/**
 * Pays for people: each person that the key has not paid for before costs one credit.
 * @returns the credits spent, or null if there are too few: then nothing is paid
 */
export async function pay(db: Db, account: Account, ids: string[]): Promise<number | null> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${account.keyHash}, 7))`)
    const { keyHash, personId } = sandboxLeadReveals
    const had = await tx
      .select({ id: personId })
      .from(sandboxLeadReveals)
      .where(and(eq(keyHash, account.keyHash), inArray(personId, ids)))
    const known = new Set(had.map((row) => row.id))
    const fresh = ids.filter((id) => !known.has(id))
    if (fresh.length === 0) return 0
    if ((await creditsSpent(tx, account)) + fresh.length > account.credits) return null
    await tx
      .insert(sandboxLeadReveals)
      .values(fresh.map((id) => ({ keyHash: account.keyHash, personId: id })))
    return fresh.length
  })
}
