import { type CronItem, Logger, parseCronItems, type Runner, run, runOnce, type TaskList } from 'graphile-worker'
import pg from 'pg'
import type { App } from '../app.server'
import { catalog, type JobName } from './catalog'
import { enqueue } from './enqueue.server'
import { handlers } from './handlers.server'
import { createLiveness } from './liveness.server'

/** A running worker. */
export interface Worker {
  /** Lets running jobs finish (they are told to), then stops. */
  stop(): Promise<void>
}

const CONCURRENCY = 6

/** Graphile's crontab is in UTC with minute grain; nothing here is due in mail time by itself. */
const CRONTAB: CronItem[] = (
  [
    ['due-scan', '* * * * *'],
    ['sync-mailboxes', '* * * * *'],
    ['recover', '* * * * *'],
    ['clean-up', '17 * * * *'],
  ] as const
).map(([task, match]) => ({ task, match, identifier: task, options: { backfillPeriod: 0, maxAttempts: 1, jobKey: `cron:${task}` } }))

/** Starts working on the queue: recovers first, then scans at once, then follows the crontab. */
export async function startWorker(app: App): Promise<Worker> {
  const pool = openPool(app, CONCURRENCY + 3)
  const stopping = new AbortController()
  const lock = createLiveness(app)
  const runner = await run({
    pgPool: pool,
    taskList: taskList(app, lock.name, stopping.signal),
    parsedCronItems: parseCronItems(CRONTAB),
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: workerLogger(app),
    events: lock.events,
  })
  for (const name of ['recover', 'due-scan', 'sync-mailboxes'] as const) await enqueue(app.db, name, {})
  runner.promise.catch((error: unknown) => app.log.error({ err: error }, 'the worker stopped'))
  return {
    async stop() {
      stopping.abort()
      await stopQuietly(runner)
      await lock.release()
      await pool.end()
    },
  }
}

/** Works until the queue is empty, then returns. */
export async function workOnce(app: App): Promise<void> {
  const pool = openPool(app, 4)
  const lock = createLiveness(app)
  try {
    await runOnce({
      pgPool: pool,
      taskList: taskList(app, lock.name, new AbortController().signal),
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

/** Graphile Worker's own pool: lost connections are its to replace, and only worth a line. */
function openPool(app: App, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: app.databaseUrl, max, application_name: 'coldframe-worker' })
  const lost = (error: Error) => app.log.warn({ err: error }, 'the worker lost a database connection')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}

async function stopQuietly(runner: Runner): Promise<void> {
  try {
    await runner.stop()
  } catch {
    // It had stopped by itself: that was logged when it happened.
  }
}

function taskList(app: App, worker: () => Promise<string>, signal: AbortSignal): TaskList {
  return Object.fromEntries(
    (Object.keys(catalog) as JobName[]).map((name) => [
      name,
      async (payload: unknown) => {
        const parsed = catalog[name].payload.parse(payload ?? {})
        await (handlers[name] as (payload: unknown, context: unknown) => Promise<void>)(parsed, {
          app,
          worker: await worker(),
          signal,
        })
      },
    ]),
  )
}

/** Only what somebody should act on. */
const workerLogger = (app: App) =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error') app.log.error({ meta }, message)
    else if (level === 'warning') app.log.warn(message)
  })
