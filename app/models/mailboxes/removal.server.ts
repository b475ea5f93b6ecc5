import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { emailSends, inboundMessages, mailAccounts, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onHold } from '~/engine/events'
import { applyToEnrollments, replanEnrollments } from '~/models/enrollments/events.server'
import { assignMailboxes } from '~/models/enrollments/mailbox.server'
import { cancelWaitingSends } from '~/models/enrollments/store.server'
import { isQueued } from '~/models/jobs/queue.server'
import { lockEnrollmentsInSequences } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'

/** Ids read at once: the ended people of a mailbox are found by reading the whole table, and not for each batch. */
const LOOK_AHEAD = 20_000

/** Whether more than `n` rows name a mailbox. What an index tells is asked first. */
export async function isNamedByMore(tx: Db, id: string, n: number): Promise<boolean> {
  const [row] = await tx.execute<{ more: boolean }>(sql`
    select exists (select from sequence_contacts where mailbox_id = ${id}::uuid and status = 'active' offset ${n}::int)
      or exists (select from email_sends where sender_account_id = ${id}::uuid offset ${n}::int)
      or exists (select from inbound_messages where mail_account_id = ${id}::uuid offset ${n}::int)
      or exists (select from sequence_contacts where mailbox_id = ${id}::uuid offset ${n}::int) as more`)
  return row!.more
}

/** Whether a mailbox was disconnected and is still named somewhere. */
export async function isDisconnected(db: Db, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .where(and(eq(mailAccounts.id, id), isNull(mailAccounts.userId)))
  return row !== undefined
}

/** Rows of one kind that name a mailbox. */
interface Naming {
  /** Some of them. */
  list(db: Db, mailboxId: string): Promise<string[]>
  /** Those of the rows that (still) name it do so no more. */
  letGo(tx: Db, mailboxId: string, ids: string[], now: Date): Promise<void>
}

/** All that may name a disconnected mailbox: first what waits for a mail, last what only remembers. */
export const NAMINGS: Naming[] = [
  { list: listActivePeople, letGo: takeFrom },
  { list: (db, id) => idsOf(db, emailSends, emailSends.senderAccountId, id), letGo: forgetInMails },
  {
    list: (db, id) => idsOf(db, inboundMessages, inboundMessages.mailAccountId, id),
    letGo: forgetInMessages,
  },
  { list: (db, id) => idsOf(db, sequenceContacts, sequenceContacts.mailboxId, id), letGo: takeFrom },
]

/** In the order of their ids. What is locked together is so in this order, by everybody. */
async function idsOf(
  db: Db,
  table: PgTable & { id: PgColumn },
  column: PgColumn,
  mailboxId: string,
  more?: ReturnType<typeof sql>,
): Promise<string[]> {
  const rows = await db
    .select({ id: sql<string>`${table.id}` })
    .from(table as PgTable)
    .where(and(eq(column, mailboxId), more))
    .limit(LOOK_AHEAD)
  return rows.map((row) => row.id).sort()
}

/** People of a mailbox whose sequences go on for them. */
export async function listActivePeople(db: Db, mailboxId: string): Promise<string[]> {
  const { mailboxId: column, status } = sequenceContacts
  return idsOf(db, sequenceContacts, column, mailboxId, sql`${status} = 'active'`)
}

/**
 * Takes people from a mailbox that is being removed: what waits to leave from it is taken back, and they go on from the mailboxes
 * that their sequence sends from now, or wait where there are none.
 */
export async function takeFrom(tx: Db, mailboxId: string, ids: string[], now: Date): Promise<void> {
  const people = await lockEnrollmentsInSequences(tx, ids, eq(sequenceContacts.mailboxId, mailboxId))
  if (people.length === 0) return
  const taken = people.map((person) => person.id)
  const among = isAmong(sequenceContacts.id, taken)
  await applyToEnrollments(
    tx,
    and(among, eq(sequenceContacts.status, 'active')),
    (s) => onHold(s, 'no_mailbox'),
    now,
  )
  await cancelWaitingSends(
    tx,
    sql`${isAmong(emailSends.sequenceContactId, taken)} and ${emailSends.senderAccountId} = ${mailboxId}`,
  )
  await tx.update(sequenceContacts).set({ mailboxId: null }).where(among)
  for (const sequenceId of new Set(people.map((person) => person.sequenceId))) {
    const moved = await assignMailboxes(tx, sequenceId, taken)
    if (moved.length > 0) await replanEnrollments(tx, isAmong(sequenceContacts.id, moved), now)
  }
}

/** What it sent stays; what waits to leave from it (its person is elsewhere already) is taken back, with its place in the day. */
async function forgetInMails(tx: Db, mailboxId: string, ids: string[]): Promise<void> {
  const named = and(isAmong(emailSends.id, ids), eq(emailSends.senderAccountId, mailboxId))!
  await tx.select({ id: emailSends.id }).from(emailSends).where(named).orderBy(emailSends.id).for('update')
  await cancelWaitingSends(tx, named)
  await tx.update(emailSends).set({ senderAccountId: null }).where(named)
}

async function forgetInMessages(tx: Db, mailboxId: string, ids: string[]): Promise<void> {
  await tx
    .update(inboundMessages)
    .set({ mailAccountId: null })
    .where(and(isAmong(inboundMessages.id, ids), eq(inboundMessages.mailAccountId, mailboxId)))
}

/**
 * Deletes a disconnected mailbox once nothing names it. Whoever is about to name it had begun before it was disconnected, and
 * is waited for. @returns false when something was left
 */
export async function deleteDisconnected(db: Db, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [box] = await tx
      .select({ id: mailAccounts.id })
      .from(mailAccounts)
      .where(and(eq(mailAccounts.id, id), isNull(mailAccounts.userId)))
      .for('update')
    if (!box) return true
    if (await isNamedByMore(tx, id, 0)) return false
    await tx.delete(mailAccounts).where(eq(mailAccounts.id, id))
    return true
  })
}

/** Disconnected mailboxes whose removal is not in the queue any more. */
export async function listStalledRemovals(db: Db): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select a.id from mail_accounts a where a.user_id is null and not ${isQueued(sql`'remove-mailbox:' || a.id`)}`)
  return rows.map((row) => row.id)
}
