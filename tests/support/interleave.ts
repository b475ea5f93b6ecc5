import { sql } from 'drizzle-orm'
import type { Db } from '~/db.server'
import { refused } from './outreach'

/** Resolves once another transaction waits for a lock of the caller's, or `other` ended without waiting. */
export async function untilBlocked(tx: Db, other: Promise<unknown>): Promise<void> {
  let ended = false
  void other.then(() => {
    ended = true
  })
  for (;;) {
    const [row] = await tx.execute<{ found: boolean }>(
      sql`select exists (select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as found`,
    )
    if (row!.found || ended) return
  }
}

/**
 * Runs `first`, then `second` in another transaction while the first is open; when the second waits, the first runs
 * `left` and commits.
 * @returns the result of both
 */
export async function interleave(
  db: Db,
  first: (tx: Db) => Promise<unknown>,
  second: (tx: Db) => Promise<unknown>,
  left?: (tx: Db) => Promise<unknown>,
): Promise<[string, string]> {
  let other: Promise<string> = Promise.resolve('')
  const one = await refused(
    db.transaction(async (tx) => {
      await first(tx)
      other = refused(second(db))
      await untilBlocked(tx, other)
      await left?.(tx)
    }),
  )
  return [one, await other]
}
