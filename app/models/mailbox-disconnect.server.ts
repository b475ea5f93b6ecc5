import { and, eq, sql } from 'drizzle-orm'
import { emailSends, mailAccounts, sequenceContacts, sequences } from '#drizzle/schema'
import { type Db, retryConflicts } from '../db.server'
import { onHold } from '../engine/events'
import type { Secrets } from '../secrets.server'
import { assignMailboxes } from './enrollment.server'
import { applyToEnrollments, replanEnrollments } from './enrollment-events.server'
import { cancelWaitingSends } from './enrollment-store.server'
import { isGrantInUse } from './google-grant.server'
import { requireMailbox } from './mailbox.server'
import { isAmong } from './row-arrays.server'

/**
 * Forgets a mailbox: its tokens or password go, what it sent stays. Its people go on from the other mailboxes of their
 * sequence, where it has any; else they wait. @returns the token to revoke, if any
 */
export async function disconnectMailbox(
  db: Db,
  userId: string,
  id: string,
  now: Date,
  secrets: Secrets,
): Promise<string | null> {
  const disconnect = async (tx: Db) => {
    const box = await requireMailbox(tx, userId, id)
    const sharing = await tx
      .update(sequences)
      .set({ mailboxIds: sql`array_remove(${sequences.mailboxIds}, ${id}::uuid)` })
      .where(and(eq(sequences.userId, userId), sql`${id}::uuid = any(${sequences.mailboxIds})`))
      .returning({ id: sequences.id, left: sequences.mailboxIds })
    await applyToEnrollments(
      tx,
      and(eq(sequenceContacts.mailboxId, id), eq(sequenceContacts.status, 'active')),
      (s) => onHold(s, 'no_mailbox'),
      now,
    )
    await cancelWaitingSends(tx, eq(emailSends.senderAccountId, id))
    const token = box.refreshToken ?? box.accessToken
    await tx.delete(mailAccounts).where(eq(mailAccounts.id, id))
    for (const sequence of sharing) {
      const moved = sequence.left.length > 0 ? await assignMailboxes(tx, sequence.id) : []
      if (moved.length > 0) await replanEnrollments(tx, isAmong(sequenceContacts.id, moved), now)
    }
    const isAlone = token && box.googleUserId && !(await isGrantInUse(tx, box.googleUserId))
    return isAlone ? secrets.open(token, id) : null
  }
  return retryConflicts(() => db.transaction(disconnect))
}
