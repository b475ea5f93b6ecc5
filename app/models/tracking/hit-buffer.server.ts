import type { App } from '~/app'
import { databaseCode, isDatabaseAway, retryConflicts } from '~/db.server'
import { takePoints } from '~/models/accounts/rate-limit.server'
import { createHitBatch, type Hit, type HitBatch, splitBatch } from './hit-batch'
import { recordHits } from './tracking.server'

/** Hits are stored in batches, at most this long after they arrive. */
const FLUSH_MS = 50
/** Largest batch. Larger ones would be slightly cheaper, but would delay other queries longer. */
const FLUSH_MAX = 250
/** The maximum number of hits kept while the database is unavailable or busy. Further hits are dropped and logged. About 200 MB if all differ. */
const KEEP_MAX = 100_000
/** Delay before a retry while the database is unavailable. */
const RETRY_MS = 1_000

/** Whether the hits themselves cause the error: PostgreSQL refuses the data (SQLSTATE 22 and 23), or our code has a bug. */
const isRefused = (error: unknown) => !isDatabaseAway(error) && /^(2[23]|$)/.test(databaseCode(error) ?? '')

/** Limit of unknown tokens per address. Guessing 256 bits is hopeless anyway. */
const GUESSES = { points: 100, windowSeconds: 60 }

/** Buffers the pixel hits of one process before they are stored. */
export interface HitBuffer {
  add(hit: Hit): void
  /** Seconds for which an address that guesses tokens is refused; 0 for others. */
  refusedFor(address: string): number
  /** Stores all hits received so far. */
  flush(): Promise<void>
}

const buffers = new WeakMap<App, HitBuffer>()

/** The buffer of this process. */
export function hitsOf(app: App): HitBuffer {
  const buffer = buffers.get(app) ?? createHitBuffer(app)
  buffers.set(app, buffer)
  return buffer
}

function createHitBuffer(app: App): HitBuffer {
  let open = createHitBatch()
  /** Full batches, and batches that could not be stored yet. */
  let waiting: HitBatch[] = []
  /** Number of hits in all batches. */
  let kept = 0
  let timer: NodeJS.Timeout | null = null
  let storing: Promise<void> = Promise.resolve()
  const refused = new Map<string, number>()

  const schedule = (ms: number) => {
    timer ??= setTimeout(() => void flush(), ms)
  }
  const close = () => {
    if (open.tokenOf.length === 0) return
    waiting.push(open)
    open = createHitBatch()
  }
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    close()
    storing = storing.then(store)
    return storing
  }
  const store = async () => {
    const batch = waiting.shift()
    if (!batch) return
    let unknown: Map<string, number>
    try {
      const now = await app.clock.now()
      unknown = await retryConflicts(() => recordHits(app.db, batch, now))
    } catch (error) {
      if (!isRefused(error)) {
        app.log.warn({ err: error }, 'hits on the pixel were not stored yet')
        waiting = [batch, ...waiting]
        return schedule(RETRY_MS)
      }
      // One hit can never be stored. Split the batch, so that it does not block the others.
      if (batch.tokenOf.length > 1) waiting = [...splitBatch(batch), ...waiting]
      else {
        kept -= 1
        app.log.error({ err: error }, 'a hit on the pixel was dropped: it cannot be stored')
      }
      return store()
    }
    kept -= batch.tokenOf.length
    await slowGuesses(unknown)
    await store()
  }
  /** Catches all errors, because the hits are stored already and must not be stored again. */
  const slowGuesses = async (unknown: Map<string, number>) => {
    try {
      for (const [address, n] of unknown) {
        const seconds = await takePoints(app.db, { key: `pixel:${address}`, ...GUESSES }, n)
        if (seconds > 0) refused.set(address, performance.now() + seconds * 1000)
      }
    } catch (error) {
      app.log.warn({ err: error }, 'hits on unknown tokens were not counted')
    }
  }
  return {
    add(hit) {
      if (kept >= KEEP_MAX) {
        app.log.warn('a hit on the pixel was dropped: too many wait for the database')
        return
      }
      open.add(hit)
      kept += 1
      if (open.tokenOf.length === FLUSH_MAX) void flush()
      else schedule(FLUSH_MS)
    },
    refusedFor(address) {
      const until = refused.get(address)
      if (until === undefined) return 0
      const left = Math.ceil((until - performance.now()) / 1000)
      if (left <= 0) refused.delete(address)
      return Math.max(0, left)
    },
    flush,
  }
}
