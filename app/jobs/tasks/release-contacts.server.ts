import type { JobPayload } from '~/jobs/queue/catalog'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { releaseWaiting } from '~/models/enrollments/release.server'

/** Replans enrollments that waited for another enrollment of the same contact, which has ended. */
export async function runReleaseContacts(
  { userId, contactIds }: JobPayload<'release-contacts'>,
  { app }: JobContext,
): Promise<void> {
  const now = await app.clock.now()
  await app.db.transaction((tx) => releaseWaiting(tx, userId, contactIds, now))
  await enqueue(app.db, 'due-scan', {})
}
