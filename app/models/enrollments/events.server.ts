import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { emailSends, sequenceContacts, sequences } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onStop } from '~/engine/events'
import { replan } from '~/engine/replan'
import type { Decision, EndReason, HoldReason, Snapshot } from '~/engine/types'
import { lockEnrollmentsWhere, lockSequences } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import { loadSnapshots } from './snapshot.server'
import { cancelWaitingSends, saveDecisions } from './store.server'

/** Enrollments loaded at once. A mailbox can have a hundred thousand of them. */
const EVENT_BATCH = 1_000

/**
 * Applies an event to enrollments: locks them in ascending order, so that two events cannot deadlock, asks the engine and stores
 * the decisions. Enrollments without a decision stay as they are. @returns the number of enrollments
 */
export async function applyToEnrollments(
  tx: Db,
  where: SQL | undefined,
  event: (snapshot: Snapshot) => Decision | null,
  now: Date,
): Promise<number> {
  const rows = await lockEnrollmentsWhere(tx, where)
  const ids = rows.map((row) => row.id)
  for (let from = 0; from < ids.length; from += EVENT_BATCH) {
    const loaded = await loadSnapshots(tx, ids.slice(from, from + EVENT_BATCH), now)
    const decided = loaded.flatMap((loaded) => {
      const decision = event(loaded.snapshot)
      return decision ? [{ loaded: loaded, decision }] : []
    })
    await saveDecisions(tx, decided, now)
  }
  return ids.length
}

/** Ends all enrollments of a contact that unsubscribed, bounced, complained, was suppressed or will be deleted. */
export async function stopContact(
  tx: Db,
  userId: string,
  contactId: string,
  reason: EndReason,
  now: Date,
): Promise<void> {
  await stopContacts(tx, userId, [contactId], reason, now)
}

/** The same for several contacts. */
export async function stopContacts(
  tx: Db,
  userId: string,
  contactIds: string[],
  reason: EndReason,
  now: Date,
): Promise<void> {
  if (contactIds.length === 0) return
  await applyToEnrollments(
    tx,
    and(
      isAmong(sequenceContacts.contactId, contactIds),
      eq(sequenceContacts.userId, userId),
      eq(sequenceContacts.status, 'active'),
    ),
    (snapshot) => onStop(snapshot, reason),
    now,
  )
  // What the user wrote by hand stops only with the contact: somebody who opted out may get an answer.
  if (reason === 'contact_deleted')
    await cancelWaitingSends(tx, sql`${isAmong(emailSends.contactId, contactIds)} and ${emailSends.isManual}`)
}

/** Enrollments replanned in one transaction, so that locks are held only briefly. */
const REPLAN_BATCH = 500

/**
 * Replans one batch of a sequence's enrollments after a resume or an edit. Enrollments are found by their plan version, so the
 * work can continue after a crash.
 * @returns the number replanned; 0 when no batch is left
 */
export async function replanSequence(
  db: Db,
  sequenceId: string,
  version: number,
  now: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    // Lock order: the sequence before its enrollments. A deletion takes them in the same order.
    await lockSequences(tx, [sequenceId])
    const rows = await tx
      .select({ id: sequenceContacts.id })
      .from(sequenceContacts)
      .where(
        and(
          eq(sequenceContacts.sequenceId, sequenceId),
          eq(sequenceContacts.status, 'active'),
          sql`${sequenceContacts.planVersion} < ${version}`,
          // Edits leave out those that stay on an earlier version.
          sql`(${sequenceContacts.versionId} is null or ${sequenceContacts.planVersion} < (
            select kept_plan_version from sequences where id = ${sequenceId}::uuid))`,
          sql`${sequenceContacts.holdReason} is distinct from 'sequence_full'`,
        ),
      )
      .orderBy(asc(sequenceContacts.id))
      .limit(REPLAN_BATCH)
      .for('update')
    const ids = rows.map((row) => row.id)
    if (ids.length === 0) return 0
    const loaded = await loadSnapshots(tx, ids, now)
    await saveDecisions(
      tx,
      loaded.map((loaded) => ({ loaded, decision: replan(loaded.snapshot) })),
      now,
    )
    await tx.update(sequenceContacts).set({ planVersion: version }).where(inArray(sequenceContacts.id, ids))
    return ids.length < REPLAN_BATCH ? 0 : ids.length
  })
}

/** Replans active enrollments, for example because what they waited for has happened. */
export async function replanEnrollments(tx: Db, where: SQL | undefined, now: Date): Promise<number> {
  return applyToEnrollments(tx, and(eq(sequenceContacts.status, 'active'), where), replan, now)
}

/** Replans one batch of the enrollments held for `reason`, which no longer applies. @returns how many; 0 when none is left */
export async function replanHeld(db: Db, reason: HoldReason, now: Date): Promise<number> {
  const held = sql`${sequenceContacts.id} in (
    select h.id from ${sequenceContacts} h where h.status = 'active' and h.hold_reason = ${reason} limit ${REPLAN_BATCH})`
  return db.transaction((tx) => replanEnrollments(tx, held, now))
}

/** The version of a sequence's schedule: it grows with each edit that moves dates. Null if the sequence was deleted. */
export async function getPlanVersion(db: Db, sequenceId: string): Promise<number | null> {
  const [row] = await db
    .select({ version: sequences.planVersion })
    .from(sequences)
    .where(eq(sequences.id, sequenceId))
  return row?.version ?? null
}
