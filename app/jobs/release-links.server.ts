import { replanHeld } from '../models/enrollment-events.server'
import type { JobContext } from './context'
import { enqueue } from './enqueue.server'

/** APP_URL leads to us from everywhere now: who waited for that goes on. */
export async function runReleaseLinks({ app, signal }: JobContext): Promise<void> {
  let released = 1
  while (released > 0 && !signal.aborted)
    released = await replanHeld(app.db, 'links_unreachable', await app.clock.now())
  await enqueue(app.db, 'due-scan', {})
}
