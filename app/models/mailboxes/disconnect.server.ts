import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import { emailSends, mailAccounts, sequences, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { INLINE_LIMIT } from '~/models/enrollments/job.server'
import { cancelWaitingSends } from '~/models/enrollments/store.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { Uses, UsesChoice } from '~/models/shared/uses/uses'
import { readUses, requireConfirmed } from '~/models/shared/uses/uses.server'
import type { Secrets } from '~/secrets.server'
import { isGrantInUse } from './consent/google-grant.server'
import { requireMailbox } from './mailbox.server'
import { detachEnrollments, hasMoreReferences, listActiveEnrollments, MAILBOX_GONE } from './removal.server'

export interface Disconnected {
  /** The token to revoke, if any. */
  token: string | null
  /** The address of the new default mailbox; null if the default did not change. */
  nextDefault: string | null
}

/** What disconnecting a mailbox affects: its contacts and emails, also answers, and the sequences that name it. */
export const readMailboxUses = (db: Db, userId: string, id: string): Promise<Uses> => {
  const enrollments = sql`e.mailbox_id = ${id}::uuid`
  return readUses(db, userId, {
    enrollments,
    sends: sql`s.sender_account_id = ${id}::uuid`,
    sequences: sql`${id}::uuid = any(q.mailbox_ids) or q.sender_account_id = ${id}::uuid
      or q.id in (select e.sequence_id from sequence_contacts e where e.status = 'active' and ${enrollments})`,
  })
}

/**
 * Disconnects a mailbox: deletes its tokens or password and keeps what it sent. If it was the default, another mailbox becomes the
 * default. Its enrollments move to the other mailboxes of their sequence, or wait if the user has none left. If more than `atOnce`
 * rows refer to the mailbox, it is only detached from the user, so that it stops sending, and a job does the rest.
 * @param choice absent: confirmed
 * @throws AppError NOT_FOUND; IN_USE if it is in use and the choice does not confirm
 */
export async function disconnectMailbox(
  db: Db,
  userId: string,
  id: string,
  now: Date,
  secrets: Secrets,
  atOnce = INLINE_LIMIT,
  choice?: UsesChoice,
): Promise<Disconnected> {
  const disconnect = async (tx: Db) => {
    const box = await requireMailbox(tx, userId, id)
    await requireConfirmed(choice, 'This mailbox', () => readMailboxUses(tx, userId, id))
    const nextDefault = await reassignDefault(tx, userId, id)
    await removeFromSequences(tx, userId, id)
    if (await hasMoreReferences(tx, id, atOnce)) await detachFromUser(tx, userId, id)
    else await removeNow(tx, id, now)
    const token = box.refreshToken ?? box.accessToken
    const isAlone = token && box.googleUserId && !(await isGrantInUse(tx, box.googleUserId))
    return { token: isAlone ? secrets.open(token, id) : null, nextDefault }
  }
  return db.transaction(disconnect)
}

/**
 * If this mailbox is the default, makes another one the default: the oldest connected one, else the oldest that can be
 * reconnected. Locks the user's row, so that two mailboxes disconnected at once do not choose each other.
 * @returns the address of the new default; null if this was not the default or was the last mailbox
 */
async function reassignDefault(tx: Db, userId: string, id: string): Promise<string | null> {
  const [user] = await tx
    .select({ defaultId: users.defaultSenderAccountId })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (user?.defaultId !== id) return null
  const [next] = await tx
    .select({ id: mailAccounts.id, email: mailAccounts.email })
    .from(mailAccounts)
    .where(
      and(eq(mailAccounts.userId, userId), ne(mailAccounts.id, id), ne(mailAccounts.status, 'disconnected')),
    )
    .orderBy(desc(eq(mailAccounts.status, 'connected')), asc(mailAccounts.createdAt))
    .limit(1)
  await tx
    .update(users)
    .set({ defaultSenderAccountId: next?.id ?? null, defaultSendAsEmail: null })
    .where(eq(users.id, userId))
  return next?.email ?? null
}

/**
 * Removes the mailbox from the user's sequences. Locks all of them, including those that used it as the default: a send that is
 * about to start waits for its sequence and is then decided again, so none starts after this.
 */
async function removeFromSequences(tx: Db, userId: string, id: string): Promise<void> {
  const rows = await tx
    .select({ id: sequences.id })
    .from(sequences)
    .where(eq(sequences.userId, userId))
    .orderBy(asc(sequences.id))
    .for('no key update')
  await tx.execute(sql`
    update sequences set mailbox_ids = array_remove(mailbox_ids, ${id}::uuid),
      sender_account_id = nullif(sender_account_id, ${id}::uuid),
      updated_at = case when ${id}::uuid = any(mailbox_ids) then now() else updated_at end
    where ${isAmong(
      sequences.id,
      rows.map((row) => row.id),
    )}`)
}

/** Detaches the mailbox from its user and deletes its secrets. From now on the engine, the lists and the queue ignore it. */
async function detachFromUser(tx: Db, userId: string, id: string): Promise<void> {
  const secrets = { accessToken: null, refreshToken: null, tokenExpiresAt: null, password: null }
  const detached = await tx
    .update(mailAccounts)
    .set({ userId: null, status: 'disconnected', statusDetail: null, ...secrets })
    .where(and(eq(mailAccounts.id, id), eq(mailAccounts.userId, userId)))
    .returning({ id: mailAccounts.id })
  // A concurrent call has disconnected it.
  if (detached.length === 0) notFound('Mailbox not found')
  await enqueue(tx, 'remove-mailbox', { mailboxId: id })
}

async function removeNow(tx: Db, id: string, now: Date): Promise<void> {
  await detachEnrollments(tx, id, await listActiveEnrollments(tx, id), now)
  await cancelWaitingSends(tx, eq(emailSends.senderAccountId, id), MAILBOX_GONE)
  await tx.delete(mailAccounts).where(eq(mailAccounts.id, id))
}
