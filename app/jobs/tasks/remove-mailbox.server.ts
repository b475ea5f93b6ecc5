import { inBatches } from '~/jobs/queue/batches'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { deleteDisconnected, isDisconnected, NAMINGS } from '~/models/mailboxes/removal.server'

/** Rows that one transaction takes from the mailbox: locks are held for a moment only. */
const REMOVAL_BATCH = 500

/**
 * Takes a disconnected mailbox from everything that names it, then deletes it. What is done is not found again, so a crash half
 * way leaves only work to go on with, and two at once do no harm.
 */
export async function runRemoveMailbox(
  { mailboxId }: { mailboxId: string },
  { app, signal }: JobContext,
  size = REMOVAL_BATCH,
): Promise<void> {
  const { db } = app
  if (!(await isDisconnected(db, mailboxId))) return
  do {
    for (const { list, letGo } of NAMINGS) {
      const work = async (ids: string[]) => {
        const now = await app.clock.now()
        await db.transaction((tx) => letGo(tx, mailboxId, ids, now))
      }
      if (!(await inBatches({ list: () => list(db, mailboxId), work }, size, signal)))
        return enqueue(db, 'remove-mailbox', { mailboxId })
    }
  } while (!(await deleteDisconnected(db, mailboxId)))
  await enqueue(db, 'due-scan', {})
}
