import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { addNextMailboxes } from '~/models/imports/mailboxes/import.server'

/** Adds the mailboxes of a file, a few at a time. Each part commits together with its progress. */
export async function runImportMailboxes(
  { jobId }: { jobId: string },
  { app, signal }: JobContext,
): Promise<void> {
  while (await addNextMailboxes(app.db, jobId, await app.clock.now(), app))
    if (signal.aborted) return enqueue(app.db, 'import-mailboxes', { jobId })
}
