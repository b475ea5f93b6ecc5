import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { emailSends, mailAccounts, sequenceContacts, sequences, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { fnv1a } from '~/engine/hash'
import { isAmong, rowArrays } from '~/models/shared/row-arrays.server'
import { cancelWaitingSends } from './store.server'

/** The mailboxes that a sequence sends from: its own, else its sender, else the user's default, else the user's only one. */
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

/** Those that are (still) the user's: one may have been disconnected at the moment at which a sequence was made that names it. */
async function ownedAmong(tx: Db, userId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .where(and(inArray(mailAccounts.id, ids), eq(mailAccounts.userId, userId)))
  const owned = new Set(rows.map((row) => row.id))
  return ids.filter((id) => owned.has(id))
}

/** The mailbox that a contact keeps: spread evenly, the same at every asking. */
export const keptMailbox = (mailboxes: string[], contactId: string): string | null =>
  mailboxes.length === 0 ? null : mailboxes[fnv1a(contactId) % mailboxes.length]!

/**
 * People of a sequence who are to have a mailbox and have none: there was none, or theirs was disconnected, whether its job has
 * come to them or not.
 */
export const lacksMailbox = sql<boolean>`(${sequenceContacts.status} = 'active' and ${sequenceContacts.contactId} is not null
  and ${sequenceContacts.holdReason} is distinct from 'sequence_full' and (${sequenceContacts.mailboxId} is null
    or ${sequenceContacts.mailboxId} = any(array(select id from mail_accounts where user_id is null))))`

/**
 * Gives a mailbox to those of a sequence that have none, or to some of them. Mails that wait to leave from a disconnected one are
 * taken back. @returns who got one; they are to be re-planned
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
  await takeBackFrom(tx, rows)
  const pairs = rows.map(({ id, contactId }) => ({ id, mailbox: keptMailbox(mailboxes, contactId!) }))
  await tx.execute(sql`
    update sequence_contacts sc set mailbox_id = v.mailbox
    from ${rowArrays('v', { id: 'uuid', mailbox: 'uuid' }, pairs)} where sc.id = v.id`)
  return rows.map((row) => row.id)
}

/** Takes back what waits to leave from the mailboxes that these people leave. */
async function takeBackFrom(tx: Db, people: { id: string; left: string | null }[]): Promise<void> {
  const leaving = people.flatMap(({ id, left }) => (left ? [{ id, left }] : []))
  if (leaving.length === 0) return
  const ids = leaving.map(({ id }) => id)
  const boxes = leaving.map(({ left }) => left)
  await cancelWaitingSends(
    tx,
    sql`${isAmong(emailSends.sequenceContactId, ids)} and ${isAmong(emailSends.senderAccountId, [...new Set(boxes)])}`,
  )
}
