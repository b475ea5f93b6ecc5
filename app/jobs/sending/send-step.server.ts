import { isDatabaseAway, retryWhileAway } from '~/db.server'
import type { JobContext } from '~/jobs/queue/context'
import { enqueueAfter } from '~/jobs/queue/enqueue.server'
import { createPerWorker } from '~/jobs/queue/per-worker'
import { nextSlotAt } from '~/models/outbox/claim.server'
import { TICK_MS } from './due-scan.server'
import { createSender } from './sender.server'

/** How long a database that went away is waited for, in milliseconds; then the queue tries again, less and less often. */
const AWAY_MS = 30_000
/** When a task whose connection was lost goes on. */
const AGAIN_SECONDS = 1

/** One sender for each worker of a process; one that failed is not used again. */
const senders = createPerWorker(createSender)

/** Hands over everything that is due of a shard's mailboxes, then arranges to be called at the next slot. */
export async function runSendStep({ shard }: { shard: number }, context: JobContext): Promise<void> {
  const { app } = context
  try {
    // Whoever is at the shard already looks for what is left when it ends.
    if (!(await senders.of(context).run(shard))) return
  } catch (error) {
    senders.forget(context)
    if (!isDatabaseAway(error)) throw error
    // A connection was lost on the way: that is no failure of the task, whose few tries are not for that.
    await retryWhileAway(AWAY_MS, () => enqueueAfter(app.db, 'send-step', { shard }, AGAIN_SECONDS))
    return
  }
  const next = await nextSlotAt(app.db, shard)
  const now = await app.clock.now()
  const wait = next ? next.getTime() - now.getTime() : Number.POSITIVE_INFINITY
  // A hint only: the slot itself is the row's. When mail time jumps, whoever moved it calls us.
  if (wait <= TICK_MS) await enqueueAfter(app.db, 'send-step', { shard }, Math.max(0, wait) / 1000)
}
