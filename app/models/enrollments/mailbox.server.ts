import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { emailSends, mailAccounts, sequenceContacts, sequences, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { fnv1a } from '~/engine/hash'
import { isAmong, rowArrays } from '~/models/shared/row-arrays.server'
import { cancelWaitingSends } from './store.server'

/** The mailboxes that a sequence sends from: its own, else its sender, else the user's default, else the user's oldest one. */
export async function mailboxesOf(tx: Db, sequence: typeof sequences.$inferSelect): Promise<string[]> {
  const wanted =
    sequence.mailboxIds.length > 0
      ? sequence.mailboxIds
      : sequence.senderAccountId
        ? [sequence.senderAccountId]
        : []
  const own = await ownedAmong(tx, sequence.userId, wanted)
  if (own.length > 0) return own
  const [preferred] = await tx
    .select({ id: mailAccounts.id })
    .from(users)
    .innerJoin(
      mailAccounts,
      and(eq(mailAccounts.id, users.defaultSenderAccountId), eq(mailAccounts.userId, users.id)),
    )
    .where(eq(users.id, sequence.userId))
  if (preferred) return [preferred.id]
  const [first] = await tx
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .where(
      and(
        eq(mailAccounts.userId, sequence.userId),
        inArray(mailAccounts.status, ['connected', 'token_expired', 'error']),
      ),
    )
    .orderBy(asc(mailAccounts.createdAt))
    .limit(1)
  return first ? [first.id] : []
}

/** The mailboxes that the user still owns. One may have been disconnected while a sequence that names it was being created. */
async function ownedAmong(tx: Db, userId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .where(and(inArray(mailAccounts.id, ids), eq(mailAccounts.userId, userId)))
  const owned = new Set(rows.map((row) => row.id))
  return ids.filter((id) => owned.has(id))
}

/** Picks the mailbox of a contact by hash: evenly distributed, and the same on every call. */
export const mailboxForContact = (mailboxes: string[], contactId: string): string | null =>
  mailboxes.length === 0 ? null : mailboxes[fnv1a(contactId) % mailboxes.length]!

/**
 * Whether an enrollment needs a mailbox and has none: there was none, or its mailbox was disconnected (even if the removal job
 * has not reached the enrollment yet).
 */
export const lacksMailbox = sql<boolean>`(${sequenceContacts.status} = 'active' and ${sequenceContacts.contactId} is not null
  and ${sequenceContacts.holdReason} is distinct from 'sequence_full' and (${sequenceContacts.mailboxId} is null
    or ${sequenceContacts.mailboxId} = any(array(select id from mail_accounts where user_id is null))))`

/**
 * Assigns a mailbox to a sequence's enrollments that lack one. Cancels their scheduled sends from disconnected mailboxes.
 * @param among only these enrollments
 * @returns the ids of the enrollments that got a mailbox; the caller must replan them
 */
export async function assignMailboxes(tx: Db, sequenceId: string, among?: string[]): Promise<string[]> {
  const [sequence] = await tx.select().from(sequences).where(eq(sequences.id, sequenceId))
  const mailboxes = sequence ? await mailboxesOf(tx, sequence) : []
  if (mailboxes.length === 0) return []
  const rows = await tx
    .select({
      id: sequenceContacts.id,
      contactId: sequenceContacts.contactId,
      left: sequenceContacts.mailboxId,
    })
    .from(sequenceContacts)
    .where(
      and(
        eq(sequenceContacts.sequenceId, sequenceId),
        lacksMailbox,
        among ? isAmong(sequenceContacts.id, among) : undefined,
      ),
    )
    .orderBy(asc(sequenceContacts.id))
    .for('update')
  if (rows.length === 0) return []
  await cancelSendsFrom(tx, rows)
  const pairs = rows.map(({ id, contactId }) => ({ id, mailbox: mailboxForContact(mailboxes, contactId!) }))
  await tx.execute(sql`
    update sequence_contacts sc set mailbox_id = v.mailbox
    from ${rowArrays('v', { id: 'uuid', mailbox: 'uuid' }, pairs)} where sc.id = v.id`)
  return rows.map((row) => row.id)
}

/** Cancels the scheduled sends of enrollments from the mailboxes that they leave. */
async function cancelSendsFrom(tx: Db, enrollments: { id: string; left: string | null }[]): Promise<void> {
  const leaving = enrollments.flatMap(({ id, left }) => (left ? [{ id, left }] : []))
  if (leaving.length === 0) return
  const ids = leaving.map(({ id }) => id)
  const boxes = leaving.map(({ left }) => left)
  await cancelWaitingSends(
    tx,
    sql`${isAmong(emailSends.sequenceContactId, ids)} and ${isAmong(emailSends.senderAccountId, [...new Set(boxes)])}`,
  )
}
