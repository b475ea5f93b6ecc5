import { isDatabaseAway, retryWhileAway } from '~/db.server'
import type { JobContext } from '~/jobs/queue/context'
import { enqueueAfter } from '~/jobs/queue/enqueue.server'
import { createPerWorker } from '~/jobs/queue/per-worker'
import { nextSlotAt } from '~/models/outbox/claim.server'
import { TICK_MS } from './due-scan.server'
import { createSender } from './sender.server'

/** How long a task waits for a database that is down, in milliseconds; after that the queue retries with its backoff. */
const AWAY_MS = 30_000
/** The delay before a task whose connection was lost is retried. */
const AGAIN_SECONDS = 1

/** One sender per worker of a process; a sender that failed is not reused. */
const senders = createPerWorker(createSender)

/** Sends everything due in a shard, then schedules its next run for the shard's next slot. */
export async function runSendStep({ shard }: { shard: number }, context: JobContext): Promise<void> {
  const { app } = context
  try {
    // A running task of the same shard checks for more due sends before it ends.
    if (!(await senders.of(context).run(shard))) return
  } catch (error) {
    senders.forget(context)
    if (!isDatabaseAway(error)) throw error
    // A lost connection must not use up the task's few attempts.
    await retryWhileAway(AWAY_MS, () => enqueueAfter(app.db, 'send-step', { shard }, AGAIN_SECONDS))
    return
  }
  const next = await nextSlotAt(app.db, shard)
  const now = await app.clock.now()
  const wait = next ? next.getTime() - now.getTime() : Number.POSITIVE_INFINITY
  // Only a hint: the slot itself is stored in the row. Each scan enqueues this task for what is due, also when mail time jumps.
  if (wait <= TICK_MS) await enqueueAfter(app.db, 'send-step', { shard }, Math.max(0, wait) / 1000)
}
