import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { stopListed } from '~/models/contacts/do-not-contact.server'

/** Ends the enrollments of contacts on the user's do-not-contact list. A repeated run finds what is left. */
export async function runStopListed(
  { userId }: { userId: string },
  { app, signal }: JobContext,
): Promise<void> {
  let last: string | null = null
  do {
    last = await stopListed(app.db, userId, last, await app.clock.now())
    if (last && signal.aborted) return enqueue(app.db, 'stop-listed', { userId })
  } while (last)
}
