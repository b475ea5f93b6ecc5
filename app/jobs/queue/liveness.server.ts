import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import postgres from 'postgres'
import type { App } from '~/app.server'
import { WORKER_LOCK_CLASS } from '~/models/jobs/workers.server'

/**
 * When a machine that vanished no longer counts as alive: after 15 s of silence PostgreSQL asks whether anybody is there, and ends
 * the connection after three questions of 5 s without an answer. The system's own are asked after two hours.
 */
const KEEPALIVE = `set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`

/**
 * Shows that a worker lives: it holds an advisory lock, named by its pool's id, on a connection of its own. When the
 * process dies or is cut off the lock is free, and anybody may release what it held; it must then not go on under
 * that name (`lost`).
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
        // Not when it connects: poolers let few settings through there.
        await connection.unsafe(KEEPALIVE)
        await connection`select pg_advisory_lock(${WORKER_LOCK_CLASS}, hashtext(${id}))`
        return id
      }
      resolve(lock())
    })
  })
  // Whoever needs the name sees the failure; nobody else has to.
  held.catch(() => onLost())
  return {
    events,
    /** Resolves when the lock is gone though nobody let it go. */
    lost,
    /** The worker's name, once its lock is held. */
    name: () => held,
    async release(): Promise<void> {
      released = true
      await connection.end({ timeout: 1 })
    },
  }
}
