import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { undoNext } from '~/models/imports/undo.server'
import { isTurnWanted } from '~/models/jobs/queue.server'

/** Takes back an import, part by part; each part is one transaction with its progress, so that none is done twice. */
export async function runUndoImport(
  { jobId }: { jobId: string },
  { app, signal }: JobContext,
): Promise<void> {
  while (await undoNext(app.db, jobId, await app.clock.now(), app.secrets)) {
    // Told to stop, or another user's turn: a job of the same name is added and does the rest.
    if (signal.aborted || (await isTurnWanted(app.db, 'imports')))
      return enqueue(app.db, 'undo-import', { jobId })
  }
}
