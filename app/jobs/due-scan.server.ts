import { retryConflicts } from '../db.server'
import { SCAN_BATCH, scanDue } from '../models/due-scan.server'
import type { JobContext } from './context'

/** A tick's reach: slots up to the next one are given out now. */
export const TICK_MS = 60_000

/** Decides everything that is due, batch by batch. */
export async function runDueScan({ app, signal }: JobContext): Promise<void> {
  for (let more = true; more && !signal.aborted; ) {
    const now = await app.clock.now()
    const horizon = new Date(now.getTime() + TICK_MS)
    const claimed = await retryConflicts(() => scanDue(app.db, now, horizon, app.secrets))
    more = claimed === SCAN_BATCH
  }
}
