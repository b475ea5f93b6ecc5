import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '~/app'
import { invalid } from '~/errors'
import { runCheckLists } from '~/jobs/contacts/fill-lists.server'
import { runTellTasks } from '~/jobs/contacts/tell-tasks.server'
import { enqueue, JOB_NAMES } from '~/jobs/queue/enqueue.server'
import { runDueScan } from '~/jobs/sending/due-scan.server'
import { runQueueDigests } from '~/jobs/tasks/reply-digest.server'
import { runReportOutages } from '~/jobs/tasks/report-outages.server'
import { runStartWorkflows } from '~/jobs/tasks/start-workflows.server'
import { runWakeConversations } from '~/jobs/tasks/wake-conversations.server'
import { deliverDue } from '~/jobs/webhooks/deliver.server'
import { countOpenJobs } from '~/models/jobs/queue.server'
import { hasWorker } from '~/models/jobs/workers.server'
import { hasUnknownSends, nextDueAt } from '~/models/outbox/due-times.server'
import { deadline } from '~/providers/net/deadline'

/** Only one caller at a time may move the clock. */
const FAST_FORWARD_LOCK = 4_227_073

/** How long webhooks of the events on the way are waited for: a slow receiver must not hold up the clock. In milliseconds. */
const WEBHOOKS_MS = 3_000

/**
 * Moves the sandbox's clock to `target`, from due time to due time. Everything due, with every job that follows from it, is handled
 * before the clock moves on. After a crash, or when `signal` is aborted, the clock stays at the last due time handled.
 * @throws AppError INVALID for a past time; the signal's reason
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
    if (target < start) invalid(`The clock is already at ${start.toISOString()}`)
    await clock.freeze(start)
    await handleDue(app, signal)
    for (let at = start; ; ) {
      const next = await nextDueAt(app.db, at, target)
      if (!next) break
      at = next
      await clock.freeze(at)
      await handleDue(app, signal)
    }
    await clock.freeze(target)
    await handleDue(app, signal)
    await clock.release()
    await deliverDue(app, deadline(WEBHOOKS_MS, signal))
    return target
  } finally {
    await connection`select pg_advisory_unlock(${FAST_FORWARD_LOCK})`.catch(() => {})
    connection.release()
  }
}

/** Decides, sends and settles everything due at the frozen clock's time. */
async function handleDue(app: App, signal: AbortSignal): Promise<void> {
  const context = { app, worker: '', signal }
  await runDueScan(context)
  await runStartWorkflows(context)
  await runWakeConversations(context)
  await runTellTasks({}, context)
  await runCheckLists({}, context)
  await runQueueDigests(context)
  await runReportOutages(context)
  if (await hasUnknownSends(app.db)) await enqueue(app.db, 'recover', {})
  await drainJobs(app, signal)
}

/** Every job except the one that itself moves the clock and waits here. */
const AWAITED = JOB_NAMES.filter((name) => name !== 'load-sample-data')

/**
 * Waits until no job is left on any worker; if no worker runs, does the work here. A worker that is stopping takes no more jobs, so
 * `signal` ends the wait. @throws the signal's reason
 */
export async function drainJobs(app: App, signal = new AbortController().signal): Promise<void> {
  for (let pause = 2; (await countOpenJobs(app.db, AWAITED)) > 0; pause = Math.min(pause * 1.5, 10)) {
    signal.throwIfAborted()
    if (await hasWorker(app.db)) await wait(pause)
    else await app.workOnce()
  }
}
