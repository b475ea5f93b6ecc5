import type { JobContext } from '~/jobs/queue/context'
import { forEachAtMost } from '~/jobs/queue/each'
import { createPerWorker } from '~/jobs/queue/per-worker'
import { SCAN_BATCH, scanDue } from '~/models/outbox/due-scan.server'

/** A tick's reach: slots up to the next one are given out now. */
export const TICK_MS = 60_000

/** Lines of batches where much is due: while one waits for the database the other decides, and planning stays ahead of sending. */
const LINES = [1, 2]

/** The scans of each worker. */
const scans = createPerWorker(() => ({ isUnderWay: false, isWanted: false }))

/**
 * Decides everything that is due. A worker that is at it already does it once more afterwards instead: a second scan would wait for
 * the mailboxes of the first, in a place where mails could be sent.
 */
export async function runDueScanOnce(context: JobContext): Promise<void> {
  const scan = scans.of(context)
  scan.isWanted = true
  if (scan.isUnderWay) return
  scan.isUnderWay = true
  try {
    while (scan.isWanted) {
      scan.isWanted = false
      try {
        await runDueScan(context)
      } catch (error) {
        // Who asked meanwhile was told that it will be done.
        if (!scan.isWanted) throw error
        context.app.log.warn({ err: error }, 'a scan failed; it is done again')
      }
    }
  } finally {
    scan.isUnderWay = false
  }
}

/** Decides everything that is due, batch by batch. */
export async function runDueScan({ app, signal }: JobContext): Promise<void> {
  const decideBatch = async () => {
    const now = await app.clock.now()
    const horizon = new Date(now.getTime() + TICK_MS)
    return (await scanDue(app.db, now, horizon, app.secrets)) === SCAN_BATCH
  }
  const decideAll = async () => {
    for (let more = true; more && !signal.aborted; ) more = await decideBatch()
  }
  if (!signal.aborted && (await decideBatch())) await forEachAtMost(LINES.length, LINES, decideAll)
}
