import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { conversations, emailSends, inboundMessages, mailAccounts, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onHold } from '~/engine/events'
import { applyToEnrollments, replanEnrollments } from '~/models/enrollments/events.server'
import { assignMailboxes } from '~/models/enrollments/mailbox.server'
import { cancelWaitingSends } from '~/models/enrollments/store.server'
import { isQueued } from '~/models/jobs/queue.server'
import { lockEnrollmentsInSequences } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'

/** Why an email that the user wrote could not leave. */
export const MAILBOX_GONE = 'its mailbox was disconnected'

/** Ids read at once. Finding ended enrollments scans the whole table, so it must not happen for each batch. */
const LOOK_AHEAD = 20_000

/** Whether more than `n` rows of one table refer to a mailbox. The indexed conditions are checked first. */
export async function hasMoreReferences(tx: Db, id: string, n: number): Promise<boolean> {
  const [row] = await tx.execute<{ more: boolean }>(sql`
    select exists (select from sequence_contacts where mailbox_id = ${id}::uuid and status = 'active' offset ${n}::int)
      or exists (select from email_sends where sender_account_id = ${id}::uuid offset ${n}::int)
      or exists (select from inbound_messages where mail_account_id = ${id}::uuid offset ${n}::int)
      or exists (select from sequence_contacts where mailbox_id = ${id}::uuid offset ${n}::int)
      or exists (select from conversations where mail_account_id = ${id}::uuid offset ${n}::int) as more`)
  return row!.more
}

/** Whether a mailbox was disconnected and its removal has not finished. */
export async function isDisconnected(db: Db, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .where(and(eq(mailAccounts.id, id), isNull(mailAccounts.userId)))
  return row !== undefined
}

/** A kind of rows that refer to a mailbox. */
interface MailboxReference {
  /** Lists some of the rows that refer to it. */
  list(db: Db, mailboxId: string): Promise<string[]>
  /** Clears the reference in those of the rows that still have it. */
  clear(tx: Db, mailboxId: string, ids: string[], now: Date): Promise<void>
}

/** All references to a disconnected mailbox, in the order of clearing: active enrollments first, history last. */
export const MAILBOX_REFERENCES: MailboxReference[] = [
  { list: listActiveEnrollments, clear: detachEnrollments },
  { list: (db, id) => idsOf(db, emailSends, emailSends.senderAccountId, id), clear: detachSends },
  {
    list: (db, id) => idsOf(db, inboundMessages, inboundMessages.mailAccountId, id),
    clear: detachMessages,
  },
  { list: (db, id) => idsOf(db, sequenceContacts, sequenceContacts.mailboxId, id), clear: detachEnrollments },
  { list: (db, id) => idsOf(db, conversations, conversations.mailAccountId, id), clear: detachConversations },
]

/** Lists ids in ascending order, which is the lock order. */
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

/** The active enrollments of a mailbox. */
export async function listActiveEnrollments(db: Db, mailboxId: string): Promise<string[]> {
  const { mailboxId: column, status } = sequenceContacts
  return idsOf(db, sequenceContacts, column, mailboxId, sql`${status} = 'active'`)
}

/**
 * Detaches enrollments from a mailbox that is being removed. Cancels their scheduled sends and moves them to the other mailboxes
 * of their sequence. Without one they wait.
 */
export async function detachEnrollments(tx: Db, mailboxId: string, ids: string[], now: Date): Promise<void> {
  const enrollments = await lockEnrollmentsInSequences(tx, ids, eq(sequenceContacts.mailboxId, mailboxId))
  if (enrollments.length === 0) return
  const locked = enrollments.map((enrollment) => enrollment.id)
  const among = isAmong(sequenceContacts.id, locked)
  await applyToEnrollments(
    tx,
    and(among, eq(sequenceContacts.status, 'active')),
    (s) => onHold(s, 'no_mailbox'),
    now,
  )
  await cancelWaitingSends(
    tx,
    sql`${isAmong(emailSends.sequenceContactId, locked)} and ${emailSends.senderAccountId} = ${mailboxId}`,
  )
  await tx.update(sequenceContacts).set({ mailboxId: null }).where(among)
  for (const sequenceId of new Set(enrollments.map((enrollment) => enrollment.sequenceId))) {
    const moved = await assignMailboxes(tx, sequenceId, locked)
    if (moved.length > 0) await replanEnrollments(tx, isAmong(sequenceContacts.id, moved), now)
  }
}

/** Keeps what was sent. Cancels what has not started: its enrollment has moved to another mailbox already. */
async function detachSends(tx: Db, mailboxId: string, ids: string[]): Promise<void> {
  const named = and(isAmong(emailSends.id, ids), eq(emailSends.senderAccountId, mailboxId))!
  await tx.select({ id: emailSends.id }).from(emailSends).where(named).orderBy(emailSends.id).for('update')
  await cancelWaitingSends(tx, named, MAILBOX_GONE)
  await tx.update(emailSends).set({ senderAccountId: null }).where(named)
}

async function detachConversations(tx: Db, mailboxId: string, ids: string[]): Promise<void> {
  await tx
    .update(conversations)
    .set({ mailAccountId: null })
    .where(and(isAmong(conversations.id, ids), eq(conversations.mailAccountId, mailboxId)))
}

async function detachMessages(tx: Db, mailboxId: string, ids: string[]): Promise<void> {
  await tx
    .update(inboundMessages)
    .set({ mailAccountId: null })
    .where(and(isAmong(inboundMessages.id, ids), eq(inboundMessages.mailAccountId, mailboxId)))
}

/**
 * Deletes a disconnected mailbox once nothing refers to it. Waits for transactions that began before the disconnection and are
 * about to refer to it. @returns false if references are left
 */
export async function deleteDisconnected(db: Db, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [box] = await tx
      .select({ id: mailAccounts.id })
      .from(mailAccounts)
      .where(and(eq(mailAccounts.id, id), isNull(mailAccounts.userId)))
      .for('update')
    if (!box) return true
    if (await hasMoreReferences(tx, id, 0)) return false
    await tx.delete(mailAccounts).where(eq(mailAccounts.id, id))
    return true
  })
}

/** Disconnected mailboxes whose removal job is no longer in the queue. */
export async function listStalledRemovals(db: Db): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select a.id from mail_accounts a where a.user_id is null and not ${isQueued(sql`'remove-mailbox:' || a.id`)}`)
  return rows.map((row) => row.id)
}
