import { and, eq, inArray, sql } from 'drizzle-orm'
import { mailAccounts, sequenceContacts, sequences } from '#drizzle/schema'
import type { Db } from '../db.server'
import { enqueue } from '../jobs/enqueue.server'
import { assignMailboxes } from './enrollment.server'
import { replanEnrollments } from './enrollment-events.server'
import { notifySystem } from './notification.server'
import { isAmong } from './row-arrays.server'

/** The provider no longer accepts a mailbox's grant: its sends wait, the user is told once. */
export async function expireMailbox(tx: Db, mailboxId: string, detail: string): Promise<void> {
  const [box] = await tx
    .update(mailAccounts)
    .set({ status: 'token_expired', statusDetail: detail.slice(0, 500) })
    .where(and(eq(mailAccounts.id, mailboxId), eq(mailAccounts.status, 'connected')))
    .returning({ userId: mailAccounts.userId, email: mailAccounts.email })
  if (!box) return
  await notifySystem(tx, box.userId, {
    title: 'Mail account needs to be reconnected',
    message: `${box.email} no longer accepts our access. Its mails wait until you connect it again.`,
    metadata: { accountEmail: box.email, mailboxId },
  })
}

/** A mailbox is (again) there to use: people without one get it, and those who waited for it go on. */
export async function wakeMailbox(tx: Db, userId: string, mailboxId: string, now: Date): Promise<void> {
  const started = await tx
    .select({ id: sequences.id })
    .from(sequences)
    .where(and(eq(sequences.userId, userId), inArray(sequences.status, ['running', 'paused', 'draft'])))
    .orderBy(sequences.id)
  for (const { id } of started) {
    const assigned = await assignMailboxes(tx, id)
    if (assigned.length > 0) await replanEnrollments(tx, isAmong(sequenceContacts.id, assigned), now)
  }
  await replanEnrollments(
    tx,
    and(
      eq(sequenceContacts.mailboxId, mailboxId),
      sql`${sequenceContacts.holdReason} in ('mailbox_not_connected', 'no_mailbox', 'links_unreachable')`,
    ),
    now,
  )
  await enqueue(tx, 'due-scan', {})
}
