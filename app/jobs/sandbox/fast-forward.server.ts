import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '~/app.server'
import { invalid } from '~/errors'
import { enqueue, JOB_NAMES } from '~/jobs/queue/enqueue.server'
import { runDueScan } from '~/jobs/sending/due-scan.server'
import { runStartWorkflows } from '~/jobs/tasks/start-workflows.server'
import { countOpenJobs } from '~/models/jobs/queue.server'
import { hasWorker } from '~/models/jobs/workers.server'
import { hasUnknownSends, nextDueAt, shardsToSend } from '~/models/outbox/due-times.server'

/** Clocks are moved by one caller at a time. */
const FAST_FORWARD_LOCK = 4_227_073

/**
 * Moves the sandbox's clock to `target`: from due time to due time, each handled with every job that it causes before the
 * clock goes on. A crash leaves it at the last due time handled, and so does `signal`.
 * @throws AppError INVALID for a time that is past; the signal's reason
 */
export async function fastForward(
  app: App,
  target: Date,
  signal = new AbortController().signal,
): Promise<Date> {
  const clock = app.sandbox?.clock
  if (!clock) throw new Error('only the sandbox has a clock that can be moved')
  const connection = await app.sql.reserve()
  try {
    await connection`select pg_advisory_lock(${FAST_FORWARD_LOCK})`
    const start = await clock.now()
    if (target < start) invalid(`The clock is at ${start.toISOString()} already`)
    await clock.freeze(start)
    await handleDue(app, start, signal)
    for (let at = start; ; ) {
      const next = await nextDueAt(app.db, at, target)
      if (!next) break
      at = next
      await clock.freeze(at)
      await handleDue(app, at, signal)
    }
    await clock.freeze(target)
    await handleDue(app, target, signal)
    await clock.release()
    return target
  } finally {
    await connection`select pg_advisory_unlock(${FAST_FORWARD_LOCK})`.catch(() => {})
    connection.release()
  }
}

/** Decides, sends and settles all that is due at the standing clock's time. */
async function handleDue(app: App, now: Date, signal: AbortSignal): Promise<void> {
  const context = { app, worker: '', signal }
  await runDueScan(context)
  await runStartWorkflows(context)
  for (const shard of await shardsToSend(app.db, now)) await enqueue(app.db, 'send-step', { shard })
  if (await hasUnknownSends(app.db)) await enqueue(app.db, 'recover', {})
  await drainJobs(app, signal)
}

/** Every job but the one that itself moves the clock and waits here. */
const AWAITED = JOB_NAMES.filter((name) => name !== 'load-sample-data')

/**
 * Waits until no job is left to do, wherever they run; where nobody works, works here. A worker that was told to stop takes no
 * more jobs: `signal` ends the wait. @throws the signal's reason
 */
export async function drainJobs(app: App, signal = new AbortController().signal): Promise<void> {
  for (let pause = 2; (await countOpenJobs(app.db, AWAITED)) > 0; pause = Math.min(pause * 1.5, 10)) {
    signal.throwIfAborted()
    if (await hasWorker(app.db)) await wait(pause)
    else await app.workOnce()
  }
}
