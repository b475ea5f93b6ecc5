import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '../app.server'
import { invalid } from '../errors'
import { hasUnknownSends, nextDueAt, shardsToSend } from '../models/due-times.server'
import { countOpenJobs } from '../models/queue.server'
import { hasWorker } from '../models/workers.server'
import { runDueScan } from './due-scan.server'
import { enqueue, JOB_NAMES } from './enqueue.server'
import { runStartWorkflows } from './start-workflows.server'
import { workOnce } from './worker.server'

/** Clocks are moved by one caller at a time. */
const FAST_FORWARD_LOCK = 4_227_073

/**
 * Moves the sandbox's clock to `target`: from due time to due time, each handled with every job that it causes before the
 * clock goes on. A crash leaves it at the last due time handled. @throws AppError INVALID for a time that is past
 */
export async function fastForward(app: App, target: Date): Promise<Date> {
  const clock = app.sandbox?.clock
  if (!clock) throw new Error('only the sandbox has a clock that can be moved')
  const connection = await app.sql.reserve()
  try {
    await connection`select pg_advisory_lock(${FAST_FORWARD_LOCK})`
    const start = await clock.now()
    if (target < start) invalid(`The clock is at ${start.toISOString()} already`)
    await clock.freeze(start)
    await handleDue(app, start)
    for (let at = start; ; ) {
      const next = await nextDueAt(app.db, at, target)
      if (!next) break
      at = next
      await clock.freeze(at)
      await handleDue(app, at)
    }
    await clock.freeze(target)
    await handleDue(app, target)
    await clock.release()
    return target
  } finally {
    await connection`select pg_advisory_unlock(${FAST_FORWARD_LOCK})`.catch(() => {})
    connection.release()
  }
}

/** Decides, sends and settles all that is due at the standing clock's time. */
async function handleDue(app: App, now: Date): Promise<void> {
  const context = { app, worker: '', signal: new AbortController().signal }
  await runDueScan(context)
  await runStartWorkflows(context)
  for (const shard of await shardsToSend(app.db, now)) await enqueue(app.db, 'send-step', { shard })
  if (await hasUnknownSends(app.db)) await enqueue(app.db, 'recover', {})
  await drainJobs(app)
}

/** Every job but the one that itself moves the clock and waits here. */
const AWAITED = JOB_NAMES.filter((name) => name !== 'load-sample-data')

/** Waits until no job is left to do, wherever they run; where nobody works, works here. */
export async function drainJobs(app: App): Promise<void> {
  for (let pause = 2; (await countOpenJobs(app.db, AWAITED)) > 0; pause = Math.min(pause * 1.5, 10)) {
    if (await hasWorker(app.db)) await wait(pause)
    else await workOnce(app)
  }
}
