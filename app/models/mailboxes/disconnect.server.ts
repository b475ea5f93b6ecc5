import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import { emailSends, mailAccounts, sequences, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { ENROLL_AT_ONCE } from '~/models/enrollments/job.server'
import { cancelWaitingSends } from '~/models/enrollments/store.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { Secrets } from '~/secrets.server'
import { isGrantInUse } from './google-grant.server'
import { requireMailbox } from './mailbox.server'
import { isNamedByMore, listActivePeople, takeFrom } from './removal.server'

export interface Disconnected {
  /** The token to revoke, if any. */
  token: string | null
  /** The address of the mailbox that is the default instead of this one; null when nothing changed. */
  nextDefault: string | null
}

/**
 * Forgets a mailbox: its tokens or password go, what it sent stays. If it was the default, another one becomes the default. Its
 * people go on from the mailboxes that their sequence sends from now; they wait when the user has none left. Where more than
 * `atOnce` people, emails or messages name it, it is nobody's from now on and sends nothing, and a job does the rest.
 * @throws AppError NOT_FOUND
 */
export async function disconnectMailbox(
  db: Db,
  userId: string,
  id: string,
  now: Date,
  secrets: Secrets,
  atOnce = ENROLL_AT_ONCE,
): Promise<Disconnected> {
  const disconnect = async (tx: Db) => {
    const box = await requireMailbox(tx, userId, id)
    const nextDefault = await passDefaultOn(tx, userId, id)
    await leaveSequences(tx, userId, id)
    if (await isNamedByMore(tx, id, atOnce)) await disown(tx, userId, id)
    else await removeAtOnce(tx, id, now)
    const token = box.refreshToken ?? box.accessToken
    const isAlone = token && box.googleUserId && !(await isGrantInUse(tx, box.googleUserId))
    return { token: isAlone ? secrets.open(token, id) : null, nextDefault }
  }
  return db.transaction(disconnect)
}

/**
 * Makes another mailbox the default when this one is: the oldest that can send, else the oldest that may again. The user's row is
 * locked, so that two mailboxes which go at once do not pass it to each other.
 * @returns its address; null when this one is not the default, or the last one
 */
async function passDefaultOn(tx: Db, userId: string, id: string): Promise<string | null> {
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
 * No sequence of the user names the mailbox any more. All of them are written, also those that sent from it as the user's default:
 * a mail that is about to start waits for its sequence and is then decided anew, so none starts after this.
 */
async function leaveSequences(tx: Db, userId: string, id: string): Promise<void> {
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

/** Makes it nobody's, without its secrets: from here on the engine, the lists and the queue know no such mailbox. */
async function disown(tx: Db, userId: string, id: string): Promise<void> {
  const secrets = { accessToken: null, refreshToken: null, tokenExpiresAt: null, password: null }
  const disowned = await tx
    .update(mailAccounts)
    .set({ userId: null, status: 'disconnected', statusDetail: null, ...secrets })
    .where(and(eq(mailAccounts.id, id), eq(mailAccounts.userId, userId)))
    .returning({ id: mailAccounts.id })
  // Another call was faster.
  if (disowned.length === 0) notFound('Mail account not found')
  await enqueue(tx, 'remove-mailbox', { mailboxId: id })
}

async function removeAtOnce(tx: Db, id: string, now: Date): Promise<void> {
  await takeFrom(tx, id, await listActivePeople(tx, id), now)
  await cancelWaitingSends(tx, eq(emailSends.senderAccountId, id))
  await tx.delete(mailAccounts).where(eq(mailAccounts.id, id))
}
