import type { JobContext } from '~/jobs/queue/context'
import { forEachAtMost } from '~/jobs/queue/each'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { createPerWorker } from '~/jobs/queue/per-worker'
import { countWorkers } from '~/models/jobs/workers.server'
import { SCAN_BATCH, scanDue } from '~/models/outbox/due-scan.server'
import { shardsToSend } from '~/models/outbox/due-times.server'

/** How far ahead a scan hands out slots: up to the next tick. */
export const TICK_MS = 60_000

/** Parallel loops for a large backlog: while one waits for the database the other decides, and planning stays ahead of sending. */
const LINES = [1, 2]

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
 * Decides everything that is due, batch by batch. Then has everything sent that comes due before the next scan: answers that wait for
 * their time or for another attempt belong to no enrollment, so nothing else finds them.
 */
export async function runDueScan({ app, signal }: JobContext): Promise<void> {
  let horizon: Date | undefined
  const decideBatch = async () => {
    const now = await app.clock.now()
    horizon = new Date(now.getTime() + TICK_MS)
    return (await scanDue(app.db, now, horizon, app.secrets)) === SCAN_BATCH
  }
  const decideAll = async () => {
    for (let more = true; more && !signal.aborted; ) more = await decideBatch()
  }
  if (!signal.aborted && (await decideBatch())) {
    // Asks for a second scan: if another worker takes it, both decide. If this worker takes it, it scans once more afterwards. Rows that one
    // has locked are skipped by the others.
    if ((await countWorkers(app.db)) > 1) await enqueue(app.db, 'due-scan', {})
    await forEachAtMost(LINES.length, LINES, decideAll)
  }
  if (!horizon) return
  for (const shard of await shardsToSend(app.db, horizon)) await enqueue(app.db, 'send-step', { shard })
}
