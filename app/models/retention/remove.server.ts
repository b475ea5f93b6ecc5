import type { Db } from '~/db.server'
import { type KeepDays, RETENTION_NAMES, type RetentionKindName } from './kinds'
import { REMOVAL_STEPS, type RemovalStep } from './steps.server'

/** The moment before which each kind is removed; absent if it is kept. */
export type Cutoffs = Partial<Record<RetentionKindName, Date>>

/** The cutoffs of the settings. */
export const cutoffsAt = (now: Date, days: KeepDays): Cutoffs =>
  Object.fromEntries(
    RETENTION_NAMES.flatMap((name) =>
      days[name] === 0 ? [] : [[name, new Date(now.getTime() - days[name] * 86_400_000)]],
    ),
  )

/** One cutoff for all kinds. */
export const cutoffsBefore = (moment: Date): Cutoffs =>
  Object.fromEntries(RETENTION_NAMES.map((name) => [name, moment]))

/** What a removal freed, or would free. */
export interface Removed {
  what: RemovalStep['what']
  rows: number
  bytes: number
}

/** Rows of one transaction: its locks are held for milliseconds. */
const BATCH = 500

export interface RemoveOptions {
  signal?: AbortSignal
  size?: number
  /** Only says what it would remove. */
  dryRun?: boolean
  /** Called after each batch; resolves when the next one may begin. */
  between?: () => Promise<unknown>
}

/**
 * Removes what is older than the cutoffs, in batches: each is a transaction of its own, so that a crash loses nothing and the next run continues.
 * Several runs at once do no harm.
 * @returns what it removed; null if it was aborted before the end
 */
export async function removeOld(
  db: Db,
  cutoffs: Cutoffs,
  now: Date,
  { signal, size = BATCH, dryRun = false, between = async () => {} }: RemoveOptions = {},
): Promise<Removed[] | null> {
  const removed: Removed[] = []
  for (const { kind, what, look, remove } of REMOVAL_STEPS) {
    const before = cutoffs[kind]
    if (!before) continue
    const sum: Removed = { what, rows: 0, bytes: 0 }
    removed.push(sum)
    for (let from: string | null = null; ; ) {
      if (signal?.aborted) return null
      const { found, next } = await look(db, before, from, size)
      const ids = found.map(({ id }) => id)
      const gone = new Set(
        dryRun || ids.length === 0 ? ids : await db.transaction((tx) => remove(tx, ids, before, now)),
      )
      for (const { id, bytes } of found) if (gone.has(id)) sum.bytes += bytes
      sum.rows += gone.size
      if (next === null) break
      from = next
      await between()
    }
  }
  return removed
}
