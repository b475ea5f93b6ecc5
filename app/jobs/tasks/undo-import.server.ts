import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { undoNext } from '~/models/imports/undo/undo.server'
import { isAnotherUserWaiting } from '~/models/jobs/queue.server'

/** Undoes an import in parts. Each part commits together with its progress, so none is done twice. */
export async function runUndoImport(
  { jobId }: { jobId: string },
  { app, signal }: JobContext,
): Promise<void> {
  while (await undoNext(app.db, jobId, await app.clock.now(), app.secrets)) {
    // Aborted, or another user's turn: a new job of the same name does the rest.
    if (signal.aborted || (await isAnotherUserWaiting(app.db, 'imports')))
      return enqueue(app.db, 'undo-import', { jobId })
  }
}
