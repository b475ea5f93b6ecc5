import type { App } from '../app.server'
import { retryConflicts } from '../db.server'
import { takePoints } from './rate-limit.server'
import { type Hit, recordHits } from './tracking.server'

/** Hits are stored together, at most this long after they came in. */
const FLUSH_MS = 50
const FLUSH_MAX = 1_000
/** Hits kept while the database is away; what comes on top is dropped, and said so. */
const KEEP_MAX = 20_000
/** Pause before the next try while the database is away. */
const RETRY_MS = 1_000

/** Unknown tokens that one address may try in a minute: guessing 256 bits is hopeless, and is made slow. */
const GUESSES = { points: 100, windowSeconds: 60 }

/** The open pixel's hits of one process on their way to the database. */
export interface HitBuffer {
  add(hit: Hit): void
  /** Seconds for which an address that guesses is refused; 0 for all others. */
  refusedFor(address: string): number
  /** Stores everything that came in before. */
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
  let hits: Hit[] = []
  let timer: NodeJS.Timeout | null = null
  let storing: Promise<void> = Promise.resolve()
  const refused = new Map<string, number>()

  const schedule = (ms: number) => {
    timer ??= setTimeout(() => void flush(), ms)
  }
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    storing = storing.then(store)
    return storing
  }
  const store = async () => {
    const batch = hits.slice(0, FLUSH_MAX)
    hits = hits.slice(batch.length)
    if (batch.length === 0) return
    try {
      const now = await app.clock.now()
      const unknown = await retryConflicts(() => recordHits(app.db, batch, now))
      if (unknown.length > 0) await slowGuesses(unknown)
    } catch (error) {
      app.log.warn({ err: error }, 'hits on the pixel were not stored yet')
      hits = [...batch, ...hits]
      return schedule(RETRY_MS)
    }
    if (hits.length > 0) await store()
  }
  const slowGuesses = async (unknown: Hit[]) => {
    const tries = new Map<string, number>()
    for (const { address } of unknown) tries.set(address, (tries.get(address) ?? 0) + 1)
    for (const [address, n] of tries) {
      const seconds = await takePoints(app.db, { key: `pixel:${address}`, ...GUESSES }, n)
      if (seconds > 0) refused.set(address, performance.now() + seconds * 1000)
    }
  }
  return {
    add(hit) {
      if (hits.length >= KEEP_MAX) {
        app.log.warn('a hit on the pixel was dropped: the database has been away for too long')
        return
      }
      hits.push(hit)
      if (hits.length === FLUSH_MAX) void flush()
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
