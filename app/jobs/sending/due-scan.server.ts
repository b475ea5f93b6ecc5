import { jitter } from '~/engine/hash'
import type { JobContext } from '~/jobs/queue/context'
import { forEachAtMost } from '~/jobs/queue/each'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { createPerWorker } from '~/jobs/queue/per-worker'
import { countWorkers } from '~/models/jobs/workers.server'
import { decideDue, listDue, SCAN_BATCH } from '~/models/outbox/due-scan.server'
import { mailboxesToSend } from '~/models/outbox/due-times.server'

/** How far ahead a scan hands out slots: up to the next tick. */
export const TICK_MS = 60_000

/** Mailboxes decided at once: while one waits for the database the other decides, and planning stays ahead of sending. */
const AT_ONCE = 2

/** The scans of each worker. */
const scans = createPerWorker(() => ({ isRunning: false, isWanted: false }))

/**
 * Decides everything that is due. If the worker is already scanning, it scans once more afterwards: a second scan in parallel would
 * wait for the mailboxes that the first one locked, in a slot that could be sending.
 */
export async function runDueScanOnce(context: JobContext): Promise<void> {
  const scan = scans.of(context)
  scan.isWanted = true
  if (scan.isRunning) return
  scan.isRunning = true
  try {
    while (scan.isWanted) {
      scan.isWanted = false
      try {
        await runDueScan(context)
      } catch (error) {
        // A caller that arrived meanwhile returned on the promise of another scan.
        if (!scan.isWanted) throw error
        context.app.log.warn({ err: error }, 'a scan failed; it will be retried')
      }
    }
  } finally {
    scan.isRunning = false
  }
}

/**
 * Decides everything that is due, mailbox by mailbox. Then has everything sent that comes due before the next scan: answers that wait for
 * their time or for another attempt belong to no enrollment, so nothing else finds them.
 */
export async function runDueScan({ app, worker, signal }: JobContext): Promise<void> {
  let isShared = false
  let now: Date
  for (;;) {
    now = await app.clock.now()
    const { mailboxes, seen } = await listDue(app.db, now)
    if (signal.aborted || mailboxes.length === 0) break
    // Asks for a second scan: if another worker takes it, both decide, each in its own order. If this worker takes it, it scans once more
    // afterwards. Rows that one has locked or decided are skipped by the other.
    if (seen > SCAN_BATCH && !isShared && (await countWorkers(app.db)) > 1) {
      isShared = true
      await enqueue(app.db, 'due-scan', {})
    }
    let decided = 0
    await forEachAtMost(AT_ONCE, inOwnOrder(mailboxes, worker), async (mailboxId) => {
      if (signal.aborted) return
      const at = await app.clock.now()
      decided += await decideDue(app.db, mailboxId, at, horizonOf(at), app.secrets)
    })
    if (decided < SCAN_BATCH) break
  }
  for (const mailboxId of await mailboxesToSend(app.db, horizonOf(now)))
    await enqueue(app.db, 'send-step', { mailboxId })
}

const horizonOf = (now: Date) => new Date(now.getTime() + TICK_MS)

/** Each worker begins elsewhere, so that they seldom meet. */
const inOwnOrder = <T>(mailboxes: T[], worker: string): T[] => {
  const from = jitter(worker, mailboxes.length)
  return [...mailboxes.slice(from), ...mailboxes.slice(0, from)]
}
