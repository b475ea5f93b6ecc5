import { and, eq, sql } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onOtherEnded } from '~/engine/other-sequence'
import type { ReleasedHold } from '~/jobs/queue/catalog'
import { lockEnrollmentsInSequences } from '~/models/shared/locks.server'
import { pageOfIds } from '~/models/shared/page-of-ids.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import { applyToEnrollments, replanEnrollments } from './events.server'

/** Enrollments of one user that are held for a reason that may no longer apply. */
export interface HeldFor {
  userId: string
  reason: ReleasedHold
  /** Only those of this sequence. */
  sequenceId?: string
}

/** The next ones, by ascending id. @param after the last id of the previous page */
export function listHeld(
  db: Db,
  { userId, reason, sequenceId }: HeldFor,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const ofSequence = sequenceId ? sql`and q.id = ${sequenceId}::uuid` : sql``
  return pageOfIds(
    db,
    sql`select sc.id from sequences q join sequence_contacts sc on sc.sequence_id = q.id
      where q.user_id = ${userId}::uuid ${ofSequence} and sc.status = 'active' and sc.hold_reason = ${reason}`,
    after,
    limit,
  )
}

/** Replans those of the enrollments that are still held for this reason. */
export async function releaseHeld(tx: Db, reason: ReleasedHold, ids: string[], now: Date): Promise<void> {
  const enrollments = await lockEnrollmentsInSequences(tx, ids, eq(sequenceContacts.holdReason, reason))
  const held = enrollments.map((enrollment) => enrollment.id)
  await replanEnrollments(tx, isAmong(sequenceContacts.id, held), now)
}

/**
 * Replans the enrollments of the contacts that wait for another enrollment, which has ended. Locks all of their active enrollments, also
 * those that end at this moment, so that none is missed; see `wakeWaiting`.
 */
export async function releaseWaiting(tx: Db, userId: string, contactIds: string[], now: Date): Promise<void> {
  const rows = await tx
    .select({ id: sequenceContacts.id })
    .from(sequenceContacts)
    .where(
      and(
        isAmong(sequenceContacts.contactId, contactIds),
        eq(sequenceContacts.userId, userId),
        eq(sequenceContacts.status, 'active'),
      ),
    )
  const ids = rows.map((row) => row.id)
  await lockEnrollmentsInSequences(tx, ids, undefined)
  const waiting = and(
    isAmong(sequenceContacts.id, ids),
    eq(sequenceContacts.status, 'active'),
    eq(sequenceContacts.holdReason, 'in_other_sequence'),
  )
  await applyToEnrollments(tx, waiting, onOtherEnded, now)
}
