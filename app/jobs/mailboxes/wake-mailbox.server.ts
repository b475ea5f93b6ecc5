import type { Db } from '~/db.server'
import { type BatchWork, inBatches } from '~/jobs/queue/batches'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import {
  assignMissingMailboxes,
  listWaitingForMailbox,
  listWithoutMailbox,
  replanWaiting,
} from '~/models/mailboxes/wake.server'
import { resumeManual } from '~/models/outbox/manual.server'

/** Enrollments that one transaction replans: locks are held only briefly. */
const WAKE_BATCH = 500
/** Ids read at once: the query's cost grows with the user's sequences, so it must not run for each batch. */
const LOOK_AHEAD = 20_000

/**
 * Assigns mailboxes to enrollments without one, then replans those that wait for this one. Each enrollment is processed once: one that
 * must wait again, because the mailbox has failed meanwhile, is not repeated. After a crash the job starts over.
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
    { list: (last) => listWithoutMailbox(db, userId, last, LOOK_AHEAD), work: each(assignMissingMailboxes) },
    {
      list: (last) => listWaitingForMailbox(db, mailboxId, last, LOOK_AHEAD),
      work: each((tx, ids, now) => replanWaiting(tx, mailboxId, ids, now)),
    },
  ]
  for (const part of parts)
    if (!(await inBatches(part, size, signal))) {
      await enqueue(db, 'wake-mailbox', payload)
      break
    }
  await resumeManual(db, mailboxId, await app.clock.now())
  await enqueue(db, 'due-scan', {})
}
