import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { getPlanVersion, replanSequence } from '~/models/enrollments/events.server'

/** Replans all enrollments of a sequence, in batches; after a newer edit, that edit's job does the rest for both. */
export async function runReplanSequence(
  { sequenceId }: { sequenceId: string },
  { app, signal }: JobContext,
): Promise<void> {
  const version = await getPlanVersion(app.db, sequenceId)
  if (version === null) return
  let left = 1
  while (left > 0 && !signal.aborted)
    left = await replanSequence(app.db, sequenceId, version, await app.clock.now())
  if (left > 0) await enqueue(app.db, 'replan-sequence', { sequenceId })
  await enqueue(app.db, 'due-scan', {})
}
