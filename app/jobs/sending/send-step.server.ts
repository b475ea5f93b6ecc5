import { retryWhileAway } from '~/db.server'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue, enqueueAfter } from '~/jobs/queue/enqueue.server'
import { nextSlotAt } from '~/models/outbox/claim.server'
import { giveBackLease, takeLease } from '~/models/outbox/lease.server'
import { TICK_MS } from './due-scan.server'
import { KEEP_MS, sendDue } from './send-due.server'

/**
 * Sends what is due in a mailbox. One run at a time: if another one is under way, that one looks for due sends once more. A run that has used
 * up its share of time, or was asked for again, is followed by another; otherwise the next one starts at the mailbox's next slot.
 */
export async function runSendStep({ mailboxId }: { mailboxId: string }, context: JobContext): Promise<void> {
  const { app, worker } = context
  if (!(await takeLease(app.db, mailboxId, worker))) return
  try {
    await sendDue(mailboxId, context)
  } finally {
    const isWanted = await retryWhileAway(KEEP_MS, () => giveBackLease(app.db, mailboxId, worker))
    if (isWanted) await enqueue(app.db, 'send-step', { mailboxId })
  }
  const now = await app.clock.now()
  const next = await nextSlotAt(app.db, mailboxId, now)
  const wait = next ? next.getTime() - now.getTime() : Number.POSITIVE_INFINITY
  // Only a hint: the slot itself is stored in the row. Each scan enqueues this job for what is due, also when mail time jumps.
  if (wait <= 0) await enqueue(app.db, 'send-step', { mailboxId })
  else if (wait <= TICK_MS) await enqueueAfter(app.db, 'send-step', { mailboxId }, wait / 1000)
}
