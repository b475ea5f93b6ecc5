import { setTimeout as wait } from 'node:timers/promises'
import {
  type CronItem,
  type JobHelpers,
  Logger,
  parseCronItems,
  type Runner,
  run,
  runOnce,
  type TaskList,
} from 'graphile-worker'
import pg from 'pg'
import type { App } from '~/app'
import { openDatabase } from '~/db.server'
import { handlers } from './handlers.server'
import { catalog, type JobDefinition, type JobName } from './queue/catalog'
import type { JobContext } from './queue/context'
import { enqueue } from './queue/enqueue.server'
import { CONCURRENCY, createGate, type Gate } from './queue/lanes'
import { createLiveness } from './queue/liveness.server'
import { runJob } from './queue/run-job.server'
import { startTakingOver } from './queue/take-over.server'
import { startWatching } from './tasks/watch.server'
import { startDelivering } from './webhooks/deliver.server'

/** A running worker. */
export interface Worker {
  /** Aborts the signals of running jobs, waits for them, then stops. */
  stop(): Promise<void>
}

/** Graphile Worker's own connections: one listens, the others fetch and complete jobs, which takes only moments. */
const POOL_SIZE = 13

const DAY_MS = 86_400_000

/**
 * Graphile's crontab is in UTC with minute precision; nothing due in mail time depends on it. A job added by the crontab is merged with
 * a pending job of the same key.
 */
export const CRONTAB: CronItem[] = (
  [
    ['due-scan', '* * * * *'],
    ['sync-mailboxes', '* * * * *'],
    ['recover', '* * * * *'],
    ['report-outages', '* * * * *'],
    ['start-workflows', '* * * * *'],
    ['wake-conversations', '* * * * *'],
    ['tell-tasks', '* * * * *'],
    ['check-lists', '* * * * *'],
    ['queue-digests', '* * * * *'],
    ['clean-up', '17 * * * *'],
    ['remove-old', '37 2 * * *'],
  ] as const
).map(([task, match]) => {
  const { maxAttempts, key, queue }: JobDefinition = catalog[task]
  // A machine that is off every night catches up when it starts.
  const backfillPeriod = task === 'remove-old' ? DAY_MS : 0
  const options = { backfillPeriod, maxAttempts, jobKey: key?.({}), queueName: queue }
  return { task, match, identifier: task, options: { ...options, jobKeyMode: 'preserve_run_at' } }
})

/** How long a worker that lost its database waits before it restarts. */
const RESTART_MS = 500
/** Limits the wait for a server that accepts the connection and then stays silent; the other driver has the same limit. */
const CONNECT_MS = 30_000
/** How long to wait for the running jobs of a worker that lost its database. */
const SHUTDOWN_MS = 2_000

/**
 * Starts working on the queue: recovers first, then scans at once, then follows the crontab. A worker that lost its database is
 * abandoned together with its name: a new one replaces it and releases what the old one held.
 */
export async function startWorker(program: App): Promise<Worker> {
  // Jobs have connections of their own: no screen waits behind them.
  const database = openDatabase(program.databaseUrl)
  const app = { ...program, db: database.db, sql: database.sql }
  const stopping = new AbortController()
  let current = await launch(app, stopping.signal).catch(async (error) => {
    await database.close()
    throw error
  })
  const watching = startWatching(app)
  const delivering = startDelivering(app)
  const stopTakingOver = startTakingOver(app)
  const supervise = async () => {
    while (!stopping.signal.aborted) {
      await current.ended
      if (stopping.signal.aborted) return
      app.log.warn('the worker lost its database; it restarts')
      await Promise.race([current.stop(), wait(SHUTDOWN_MS)])
      await current.release()
      for (let next: Running | null = null; !next && !stopping.signal.aborted; ) {
        await wait(RESTART_MS)
        next = await launch(app, stopping.signal).catch((error) => {
          if (!app.outage.takes(error, true)) app.log.error({ err: error }, 'the worker cannot start')
          return null
        })
        if (next) current = next
      }
    }
  }
  const supervised = supervise()
  return {
    async stop() {
      stopping.abort()
      await Promise.all([current.stop(), watching.stop(), delivering.stop(), stopTakingOver()])
      await supervised
      await current.release()
      await database.close()
    },
  }
}

interface Running {
  /** Resolves when it can no longer work: the runner gave up, or its lock is lost. */
  ended: Promise<unknown>
  stop(): Promise<void>
  /** Closes its connections and releases the lock that shows that it is alive. */
  release(): Promise<void>
}

async function launch(app: App, signal: AbortSignal): Promise<Running> {
  const pool = openPool(app, POOL_SIZE)
  const lock = createLiveness(app)
  const gate = createGate()
  const release = async () => {
    await lock.release()
    if (!pool.ending) await Promise.race([pool.end(), wait(SHUTDOWN_MS)])
  }
  try {
    const runner = await run({
      pgPool: pool,
      taskList: taskList(app, lock.name, signal, gate),
      forbiddenFlags: gate.full,
      parsedCronItems: parseCronItems(CRONTAB),
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      logger: workerLogger(app),
      events: lock.events,
    })
    const gaveUp = runner.promise.catch(() => {})
    await lock.name()
    for (const name of [
      'recover',
      'due-scan',
      'sync-mailboxes',
      'start-workflows',
      'wake-conversations',
      'tell-tasks',
      'check-lists',
      'queue-digests',
    ] as const)
      await enqueue(app.db, name, {})
    if (!app.env.appIsLoopback) await enqueue(app.db, 'release-links', {})
    if (app.env.appSecretPrevious.length > 0) await enqueue(app.db, 'reseal-secrets', {})
    return { ended: Promise.race([gaveUp, lock.lost]), release, stop: () => stopQuietly(runner) }
  } catch (error) {
    await release()
    throw error
  }
}

/** Works until the queue is empty, then returns. */
export async function workOnce(app: App): Promise<void> {
  const pool = openPool(app, 4)
  const lock = createLiveness(app)
  const gate = createGate()
  try {
    await runOnce({
      pgPool: pool,
      taskList: taskList(app, lock.name, new AbortController().signal, gate),
      forbiddenFlags: gate.full,
      concurrency: 2,
      noHandleSignals: true,
      logger: workerLogger(app),
      events: lock.events,
    })
  } finally {
    await lock.release()
    await pool.end()
  }
}

/** Graphile Worker's own pool. It replaces lost connections itself, so these are only logged. */
function openPool(app: App, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: app.databaseUrl,
    max,
    application_name: 'coldframe-worker',
    connectionTimeoutMillis: CONNECT_MS,
  })
  const lost = (error: Error) => {
    if (!app.outage.takes(error, true)) app.log.warn({ err: error }, 'the worker lost a database connection')
  }
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}

async function stopQuietly(runner: Runner): Promise<void> {
  try {
    await runner.stop()
  } catch {
    // The runner had already stopped, which was logged when it happened.
  }
}

function taskList(app: App, worker: () => Promise<string>, stopping: AbortSignal, gate: Gate): TaskList {
  return Object.fromEntries(
    (Object.keys(catalog) as JobName[]).map((name) => [
      name,
      async (payload: unknown, { job }: JobHelpers) => {
        const handler = handlers[name] as (payload: unknown, context: JobContext) => Promise<void>
        const flags = Object.keys(job.flags ?? {})
        await runJob({ name, payload, flags, handler, app, worker, stopping, gate })
      },
    ]),
  )
}

/** Logs only what needs attention. */
const workerLogger = (app: App) =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error') app.log.error({ meta }, message)
    // Jobs wait for other servers, not for connections: the pool is smaller than the concurrency on purpose.
    else if (level === 'warning' && !message.includes('maxPoolSize')) app.log.warn(message)
  })
