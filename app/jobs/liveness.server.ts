import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import postgres from 'postgres'
import type { App } from '../app.server'
import { WORKER_LOCK_CLASS } from '../models/recovery.server'

const RETRY_MS = 1_000

/**
 * Shows that a worker lives: it holds an advisory lock, named by its pool's id, on a connection of its own. When the
 * process dies the lock is free at once, and anybody may release what it held.
 */
export function createLiveness(app: App) {
  const events = new EventEmitter() as WorkerEvents
  let id = ''
  let released = false
  let sql: postgres.Sql | null = null

  async function hold(): Promise<void> {
    while (!released) {
      const connection = postgres(app.databaseUrl, {
        max: 1,
        idle_timeout: 0,
        max_lifetime: null,
        onnotice() {},
        connection: { application_name: 'coldframe-liveness' },
        // The lock went with the connection: take it again as soon as PostgreSQL is back.
        onclose: () => {
          if (!released && sql === connection) void hold()
        },
      })
      try {
        await connection`select pg_advisory_lock(${WORKER_LOCK_CLASS}, hashtext(${id}))`
        sql = connection
        return
      } catch {
        await connection.end({ timeout: 1 })
        await wait(RETRY_MS)
      }
    }
  }

  const ready = new Promise<void>((resolve, reject) => {
    events.once('pool:create', ({ workerPool }) => {
      id = workerPool.id
      hold().then(resolve, reject)
    })
  })
  return {
    events,
    /** Resolves with the worker's name once its lock is held. */
    name: async (): Promise<string> => {
      await ready
      return id
    },
    async release(): Promise<void> {
      released = true
      await sql?.end({ timeout: 1 })
    },
  }
}
