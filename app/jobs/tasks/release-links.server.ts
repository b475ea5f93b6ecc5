import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { replanHeld } from '~/models/enrollments/events.server'

/** Recipients can reach APP_URL now: resumes the enrollments that were held for it. */
export async function runReleaseLinks({ app, signal }: JobContext): Promise<void> {
  let released = 1
  while (released > 0 && !signal.aborted)
    released = await replanHeld(app.db, 'links_unreachable', await app.clock.now())
  await enqueue(app.db, 'due-scan', {})
}
