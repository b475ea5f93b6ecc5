import type { Db } from '~/db.server'
import { type BatchWork, inBatches } from '~/jobs/queue/batches'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { giveMailboxes, goOnFrom, listWaiting, listWithoutMailbox } from '~/models/mailboxes/wake.server'

/** People that one transaction plans anew: locks are held for a moment only. */
const WAKE_BATCH = 500
/** Ids read at once: finding them takes as long as the user's sequences are, and must not be done for each batch. */
const LOOK_AHEAD = 20_000

/**
 * Gives people without a mailbox one, then plans anew those who waited for this one. Each is looked at once: who waits for the
 * same again, as the mailbox has failed meanwhile, is not asked a second time. After a crash it begins anew.
 */
export async function runWakeMailbox(
  payload: { userId: string; mailboxId: string },
  { app, signal }: JobContext,
  size = WAKE_BATCH,
): Promise<void> {
  const { db } = app
  const { userId, mailboxId } = payload
  const each = (work: (tx: Db, ids: string[], now: Date) => Promise<void>) => async (ids: string[]) => {
    const now = await app.clock.now()
    await db.transaction((tx) => work(tx, ids, now))
  }
  const parts: BatchWork[] = [
    { list: (last) => listWithoutMailbox(db, userId, last, LOOK_AHEAD), work: each(giveMailboxes) },
    {
      list: (last) => listWaiting(db, mailboxId, last, LOOK_AHEAD),
      work: each((tx, ids, now) => goOnFrom(tx, mailboxId, ids, now)),
    },
  ]
  for (const part of parts)
    if (!(await inBatches(part, size, signal))) {
      await enqueue(db, 'wake-mailbox', payload)
      break
    }
  await enqueue(db, 'due-scan', {})
}
