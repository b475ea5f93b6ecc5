import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import {
  contacts,
  personas,
  sequenceContacts,
  sequencePersonas,
  sequences,
  users,
  workflowStepPersonas,
  workflowSteps,
} from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import { notFound } from '~/errors'
import { isAmong } from './row-arrays.server'

/*
 * The lock order. Every transaction takes its row locks in this order, and rows of one kind by ascending id:
 *
 *   0. an idempotency key (an advisory lock, taken before the request begins), then the user's row (`lockUser`)
 *   1. email lists (personas)
 *   2. sequences
 *   3. steps
 *   4. enrollments (sequence_contacts)
 *   5. contacts
 *   6. sends (email_sends)
 *   7. mailboxes
 *   8. conversations
 *   9. additions of contacts (advisory locks: `lockForNewContacts`). `lockAgainstNewContacts` comes before 4, because what is locked there
 *      is found under it.
 *
 * Triggers lock the counters together with the rows that they count. Deletes that cascade cannot follow the order: PostgreSQL ends
 * one of two deadlocked transactions, and `db.transaction` retries it (decision 33).
 *
 * Locks on sequences and lists leave their keys free (`for share`, `for key share`, `for no key update`), so that a
 * transaction can insert rows that refer to them while another transaction holds the lock.
 */

/**
 * Locks email lists against deletion, together with the sequences that enroll their new members. Call it before inserting
 * or changing contacts. Draft sequences are locked too: one that is being activated would miss the new members.
 */
export async function lockLists(tx: Db, ids: string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  await tx
    .select({ id: personas.id })
    .from(personas)
    .where(inArray(personas.id, wanted))
    .orderBy(personas.id)
    .for('key share')
  await lockLinkedSequences(tx, wanted)
}

/**
 * Locks the sequences that enroll the new members of these lists. @returns them with the status read under the lock
 */
export function lockLinkedSequences(tx: Db, listIds: string[]) {
  const linked = tx
    .select({ id: sequencePersonas.sequenceId })
    .from(sequencePersonas)
    .where(inArray(sequencePersonas.personaId, listIds))
  return tx
    .select({ id: sequences.id, status: sequences.status })
    .from(sequences)
    .where(inArray(sequences.id, linked))
    .orderBy(sequences.id)
    .for('no key update')
}

/** Locks the email lists that a workflow adds to against deletion. @returns their ids */
export async function lockListsOfWorkflow(tx: Db, workflowId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: personas.id })
    .from(personas)
    .where(
      sql`${personas.id} in (select sp.persona_id from ${workflowStepPersonas} sp
        join ${workflowSteps} s on s.id = sp.step_id where s.workflow_id = ${workflowId})`,
    )
    .orderBy(personas.id)
    .for('key share')
  return rows.map((row) => row.id)
}

/** Locks one of the user's sequences for a change. @returns its row @throws AppError NOT_FOUND */
export async function lockSequence(tx: Db, userId: string, id: string) {
  const [row] = await tx
    .select()
    .from(sequences)
    .where(and(eq(sequences.id, id), eq(sequences.userId, userId)))
    .for('no key update')
  return row ?? notFound('Sequence not found')
}

/** Locks sequences against changes: activating, pausing and deleting them wait. */
export async function lockSequences(tx: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await lockSequencesWhere(tx, isAmong(sequences.id, ids))
}

/** Locks the sequences that match `where`, like lockSequences. */
export async function lockSequencesWhere(tx: Db, where: SQL): Promise<void> {
  await tx.select({ id: sequences.id }).from(sequences).where(where).orderBy(asc(sequences.id)).for('share')
}

/** Locks enrollments whose sequences are locked already. @returns the ids of those that still exist */
export async function lockEnrollments(tx: Db, ids: string[]): Promise<string[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const rows = await lockEnrollmentsWhere(tx, isAmong(sequenceContacts.id, wanted))
  return rows.map((row) => row.id)
}

/** Locks the enrollments that match `where`. @returns them by ascending id */
export function lockEnrollmentsWhere(
  tx: Db,
  where: SQL | undefined,
): Promise<{ id: string; sequenceId: string }[]> {
  return tx
    .select({ id: sequenceContacts.id, sequenceId: sequenceContacts.sequenceId })
    .from(sequenceContacts)
    .where(where)
    .orderBy(asc(sequenceContacts.id))
    .for('update')
}

/**
 * Locks every enrollment of these contacts. Call it before changing what stops a contact, so that two stops of one contact
 * run one after the other.
 */
export async function lockEnrollmentsOf(tx: Db, contactIds: string[]): Promise<void> {
  if (contactIds.length > 0) await lockEnrollmentsWhere(tx, inArray(sequenceContacts.contactId, contactIds))
}

/** Locks the contacts that match `where`. Leaves their keys free. */
export async function lockContactsWhere(tx: Db, where: SQL | undefined): Promise<void> {
  await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(where)
    .orderBy(asc(contacts.id))
    .for('no key update')
}

/**
 * Locks enrollments together with their sequences. @returns those that match `where` once they are locked, by ascending id
 */
export async function lockEnrollmentsInSequences(
  tx: Db,
  ids: string[],
  where: SQL | undefined,
): Promise<{ id: string; sequenceId: string }[]> {
  if (ids.length === 0) return []
  const among = await tx
    .selectDistinct({ id: sequenceContacts.sequenceId })
    .from(sequenceContacts)
    .where(isAmong(sequenceContacts.id, ids))
  await lockSequences(
    tx,
    among.map((row) => row.id),
  )
  return lockEnrollmentsWhere(tx, and(isAmong(sequenceContacts.id, ids), where))
}

/** Locks the user's row, so that concurrent additions count one after another toward a limit. */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** Distinguishes these advisory locks from others. */
const FILLING_LOCKS = 1_768_515

/** Only one worker at a time fills the dynamic lists of a user. Taken before any row is locked. */
export async function lockFilling(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${FILLING_LOCKS}::int, hashtext(${userId}))`)
}

/** Distinguishes these advisory locks from others. */
const NEW_CONTACT_LOCKS = 1_768_516

/**
 * Call it between inserting contacts, or changing their addresses, and reading the suppressions of these addresses. A suppression of an
 * address that no contact has, stored at the same moment, waits until the transaction ends. Additions do not wait for each other.
 */
export async function lockForNewContacts(tx: Db, userId: string): Promise<void> {
  await executePrepared(
    tx,
    sql`select pg_advisory_xact_lock_shared(${NEW_CONTACT_LOCKS}::int, hashtext(${userId}))`,
  )
}

/** Waits for all additions that `lockForNewContacts` announced; their contacts can be read afterwards. Later ones wait for the transaction. */
export async function lockAgainstNewContacts(tx: Db, userId: string): Promise<void> {
  await executePrepared(tx, sql`select pg_advisory_xact_lock(${NEW_CONTACT_LOCKS}::int, hashtext(${userId}))`)
}

/** Distinguishes these advisory locks from others. */
const IDEMPOTENCY_LOCKS = 1_768_514

/** Locks an idempotency key until the end of the transaction. Does not wait. @returns false if another transaction has the lock */
export async function tryLockIdempotencyKey(tx: Db, userId: string, key: string): Promise<boolean> {
  const [row] = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${IDEMPOTENCY_LOCKS}::int, hashtext(${`${userId} ${key}`})) as locked`,
  )
  return row!.locked
}
