import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { fillNext, listUsersToFill, noteDue } from '~/models/contacts/dynamic-lists/dynamic-lists.server'

/** Enqueues the jobs of the users whose dynamic lists have something to follow. */
export async function runCheckLists(_: object, { app }: Pick<JobContext, 'app'>): Promise<void> {
  for (const userId of await listUsersToFill(app.db, await app.clock.now()))
    await enqueue(app.db, 'fill-lists', { userId })
}

/** Lets a user's dynamic lists follow the contacts that changed. Each part commits for itself, so a crash loses none. */
export async function runFillLists(
  { userId }: { userId: string },
  { app, signal }: JobContext,
): Promise<void> {
  await noteDue(app.db, userId, await app.clock.now())
  while (await fillNext(app.db, userId, await app.clock.now(), app.secrets))
    if (signal.aborted) return enqueue(app.db, 'fill-lists', { userId })
}
