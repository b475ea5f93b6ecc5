import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { replanHeld } from '~/models/enrollments/events.server'

/** APP_URL leads to us from everywhere now: who waited for that goes on. */
export async function runReleaseLinks({ app, signal }: JobContext): Promise<void> {
  let released = 1
  while (released > 0 && !signal.aborted)
    released = await replanHeld(app.db, 'links_unreachable', await app.clock.now())
  await enqueue(app.db, 'due-scan', {})
}
