import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import postgres from 'postgres'
import type { App } from '~/app'
import { WORKER_LOCK_CLASS } from '~/models/jobs/workers.server'

/**
 * When a vanished machine stops counting as alive: after 15 s of silence PostgreSQL sends a keepalive probe, and it closes the
 * connection after three unanswered probes, 5 s apart. The system's default is two hours.
 */
const KEEPALIVE = `set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`

/**
 * Shows that a worker is alive: it holds an advisory lock, keyed by its pool's id, on a connection of its own. If the process dies
 * or is cut off, the lock is released, and other workers may release what it held. It must then stop using that name (`lost`).
 */
export function createLiveness(app: App) {
  const events = new EventEmitter() as WorkerEvents
  let released = false
  let onLost: () => void
  const lost = new Promise<void>((resolve) => {
    onLost = resolve
  })
  const connection = postgres(app.databaseUrl, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice() {},
    connection: { application_name: 'coldframe-liveness' },
    onclose: () => {
      if (!released) onLost()
    },
  })
  const held = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool: { id } }) => {
      const lock = async () => {
        // Not as a connection option: poolers accept few settings there.
        await connection.unsafe(KEEPALIVE)
        await connection`select pg_advisory_lock(${WORKER_LOCK_CLASS}, hashtext(${id}))`
        return id
      }
      resolve(lock())
    })
  })
  // Callers of `name` see the failure; without a caller it must not count as unhandled.
  held.catch(() => onLost())
  return {
    events,
    /** Resolves when the lock is lost without `release`. */
    lost,
    /** The worker's name, once its lock is held. */
    name: () => held,
    async release(): Promise<void> {
      released = true
      await connection.end({ timeout: 1 })
    },
  }
}
