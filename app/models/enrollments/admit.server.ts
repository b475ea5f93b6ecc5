import { and, asc, eq, sql } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { lockSequence } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import { startEnrollments } from './enrollment.server'
import { enrollInBackground, INLINE_LIMIT } from './job.server'
import { loadSenderChoice, lookUpIfOpen, moveTo } from './mailbox.server'

/** The enrollments that wait for a higher contact limit. */
const isWaitingIn = (sequenceId: string) =>
  and(
    eq(sequenceContacts.sequenceId, sequenceId),
    eq(sequenceContacts.status, 'active'),
    eq(sequenceContacts.holdReason, 'sequence_full'),
    sql`${sequenceContacts.contactId} is not null`,
  )

/** Enrolls waiting contacts after the limit was raised or removed. Large numbers are left to a background job. */
export async function admitWaiting(tx: Db, userId: string, sequenceId: string, now: Date): Promise<void> {
  if ((await admitNext(tx, userId, sequenceId, now)) < INLINE_LIMIT) return
  const [{ n } = { n: 0 }] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(sequenceContacts)
    .where(isWaitingIn(sequenceId))
  const left = Math.min(n, (await lockWithRoom(tx, userId, sequenceId)).room)
  if (left > 0) await enrollInBackground(tx, userId, { sequenceId, waiting: true }, left)
}

/**
 * Enrolls the next batch of waiting contacts, earliest first, as far as the limit allows. Their first step counts from now,
 * because they join the sequence now. @returns how many
 */
export async function admitNext(tx: Db, userId: string, sequenceId: string, now: Date): Promise<number> {
  const { sequence, room } = await lockWithRoom(tx, userId, sequenceId)
  if (room <= 0) return 0
  const waiting = await tx
    .select({ id: sequenceContacts.id, contactId: sequenceContacts.contactId })
    .from(sequenceContacts)
    .where(isWaitingIn(sequenceId))
    .orderBy(asc(sequenceContacts.enrolledAt), asc(sequenceContacts.place))
    .limit(Math.min(room, INLINE_LIMIT))
  if (waiting.length === 0) return 0
  const ids = waiting.map(({ contactId }) => contactId!)
  const choice = await loadSenderChoice(tx, sequence, ids)
  await tx
    .update(sequenceContacts)
    .set({ holdReason: 'not_activated', enrolledAt: now, planVersion: sequence.planVersion })
    .where(
      isAmong(
        sequenceContacts.id,
        waiting.map(({ id }) => id),
      ),
    )
  await moveTo(tx, choice, waiting)
  await lookUpIfOpen(tx, sequenceId, choice)
  await startEnrollments(tx, sequenceId, ids, now)
  return waiting.length
}

/** Locks a sequence. @returns the sequence and how many more contacts its limit allows */
async function lockWithRoom(tx: Db, userId: string, sequenceId: string) {
  const sequence = await lockSequence(tx, userId, sequenceId)
  const { contactLimit, totalContacts } = sequence
  return { sequence, room: contactLimit === null ? Number.POSITIVE_INFINITY : contactLimit - totalContacts }
}
