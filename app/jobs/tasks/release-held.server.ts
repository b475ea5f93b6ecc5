import { inBatches } from '~/jobs/queue/batches'
import type { JobPayload } from '~/jobs/queue/catalog'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { listHeld, releaseHeld } from '~/models/enrollments/release.server'

/** Enrollments that one transaction replans: locks are held only briefly. */
const RELEASE_BATCH = 500
/** Ids read at once. */
const LOOK_AHEAD = 20_000

/** Replans each enrollment that is held for a rule that the user changed, once. After a crash the job starts over. */
export async function runReleaseHeld(
  payload: JobPayload<'release-held'>,
  { app, signal }: JobContext,
  size = RELEASE_BATCH,
): Promise<void> {
  const { db } = app
  const list = (last: string | null) => listHeld(db, payload, last, LOOK_AHEAD)
  const work = async (ids: string[]) => {
    const now = await app.clock.now()
    await db.transaction((tx) => releaseHeld(tx, payload.reason, ids, now))
  }
  if (!(await inBatches({ list, work }, size, signal))) await enqueue(db, 'release-held', payload)
  await enqueue(db, 'due-scan', {})
}
