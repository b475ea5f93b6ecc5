import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { sequenceContacts, sequences } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onStop } from '~/engine/events'
import { replan } from '~/engine/replan'
import type { Decision, EndReason, HoldReason, Snapshot } from '~/engine/types'
import { lockEnrollmentsWhere, lockSequences } from '~/models/shared/locks.server'
import { loadSnapshots } from './snapshot.server'
import { saveDecisions } from './store.server'

/** Enrollments that are in memory at the same time: a mailbox may be that of a hundred thousand. */
const EVENT_BATCH = 1_000

/**
 * Applies an event to enrollments: locks them (in one order, so that two events never wait for each other), asks the
 * engine, stores. @returns how many there were
 */
export async function applyToEnrollments(
  tx: Db,
  where: SQL | undefined,
  event: (snapshot: Snapshot) => Decision,
  now: Date,
): Promise<number> {
  const rows = await lockEnrollmentsWhere(tx, where)
  const ids = rows.map((row) => row.id)
  for (let from = 0; from < ids.length; from += EVENT_BATCH) {
    const loaded = await loadSnapshots(tx, ids.slice(from, from + EVENT_BATCH), now)
    await saveDecisions(
      tx,
      loaded.map((one) => ({ loaded: one, decision: event(one.snapshot) })),
      now,
    )
  }
  return ids.length
}

/** Ends every enrollment of a contact: it unsubscribed, bounced, complained, was suppressed or is to be deleted. */
export async function stopContact(
  tx: Db,
  userId: string,
  contactId: string,
  reason: EndReason,
  now: Date,
): Promise<void> {
  await applyToEnrollments(
    tx,
    and(
      eq(sequenceContacts.contactId, contactId),
      eq(sequenceContacts.userId, userId),
      eq(sequenceContacts.status, 'active'),
    ),
    (snapshot) => onStop(snapshot, reason),
    now,
  )
}

/** How many enrollments one transaction re-plans: locks are held for a moment only. */
const REPLAN_BATCH = 500

/**
 * Plans anew all of a sequence's people who wait for a moment: after a resume or an edit. Those whose next look is by an
 * event are found through their plan version, so a crash half way leaves only work to go on with.
 * @returns how many are left; 0 when it is done
 */
export async function replanSequence(
  db: Db,
  sequenceId: string,
  version: number,
  now: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    // The sequence comes first, as everywhere: whoever deletes it has it locked before its people.
    await lockSequences(tx, [sequenceId])
    const rows = await tx
      .select({ id: sequenceContacts.id })
      .from(sequenceContacts)
      .where(
        and(
          eq(sequenceContacts.sequenceId, sequenceId),
          eq(sequenceContacts.status, 'active'),
          sql`${sequenceContacts.planVersion} < ${version}`,
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
      loaded.map((one) => ({ loaded: one, decision: replan(one.snapshot) })),
      now,
    )
    await tx.update(sequenceContacts).set({ planVersion: version }).where(inArray(sequenceContacts.id, ids))
    return ids.length < REPLAN_BATCH ? 0 : ids.length
  })
}

/** Plans anew some held enrollments at once: what they waited for has come. */
export async function replanEnrollments(tx: Db, where: SQL | undefined, now: Date): Promise<number> {
  return applyToEnrollments(tx, and(eq(sequenceContacts.status, 'active'), where), replan, now)
}

/** Plans anew one batch of all who are held for a reason that is no more. @returns how many; 0 when none is left */
export async function replanHeld(db: Db, reason: HoldReason, now: Date): Promise<number> {
  const held = sql`${sequenceContacts.id} in (
    select h.id from ${sequenceContacts} h where h.status = 'active' and h.hold_reason = ${reason} limit ${REPLAN_BATCH})`
  return db.transaction((tx) => replanEnrollments(tx, held, now))
}

/** How often a sequence's dates were moved; null when it is gone. */
export async function getPlanVersion(db: Db, sequenceId: string): Promise<number | null> {
  const [row] = await db
    .select({ version: sequences.planVersion })
    .from(sequences)
    .where(eq(sequences.id, sequenceId))
  return row?.version ?? null
}
