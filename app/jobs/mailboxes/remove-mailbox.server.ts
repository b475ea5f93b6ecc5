import { inBatches } from '~/jobs/queue/batches'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { deleteDisconnected, isDisconnected, MAILBOX_REFERENCES } from '~/models/mailboxes/removal.server'

/** Rows that one transaction updates: locks are held only briefly. */
const REMOVAL_BATCH = 500

/**
 * Detaches a disconnected mailbox from everything that references it, then deletes it. Rows that are done are not listed again, so
 * it can continue after a crash, and two concurrent runs do no harm.
 */
export async function runRemoveMailbox(
  { mailboxId }: { mailboxId: string },
  { app, signal }: JobContext,
  size = REMOVAL_BATCH,
): Promise<void> {
  const { db } = app
  if (!(await isDisconnected(db, mailboxId))) return
  do {
    for (const { list, clear } of MAILBOX_REFERENCES) {
      const work = async (ids: string[]) => {
        const now = await app.clock.now()
        await db.transaction((tx) => clear(tx, mailboxId, ids, now))
      }
      if (!(await inBatches({ list: () => list(db, mailboxId), work }, size, signal)))
        return enqueue(db, 'remove-mailbox', { mailboxId })
    }
  } while (!(await deleteDisconnected(db, mailboxId)))
  await enqueue(db, 'due-scan', {})
}
