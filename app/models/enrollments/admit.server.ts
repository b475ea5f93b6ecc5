import { and, asc, eq, sql } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { lockSequence } from '~/models/shared/locks.server'
import { rowArrays } from '~/models/shared/row-arrays.server'
import { startMany } from './enrollment.server'
import { ENROLL_AT_ONCE, enrollByJob } from './job.server'
import { keptMailbox, mailboxesOf } from './mailbox.server'

/** Those who wait for a higher contact limit. */
const waitingIn = (sequenceId: string) =>
  and(
    eq(sequenceContacts.sequenceId, sequenceId),
    eq(sequenceContacts.status, 'active'),
    eq(sequenceContacts.holdReason, 'sequence_full'),
    sql`${sequenceContacts.contactId} is not null`,
  )

/** The limit was raised or removed: those who have room now are enrolled, many of them by a job. */
export async function admitWaiting(tx: Db, userId: string, sequenceId: string, now: Date): Promise<void> {
  if ((await admitNext(tx, userId, sequenceId, now)) < ENROLL_AT_ONCE) return
  const [{ n } = { n: 0 }] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(sequenceContacts)
    .where(waitingIn(sequenceId))
  const left = Math.min(n, (await lockWithRoom(tx, userId, sequenceId)).room)
  if (left > 0) await enrollByJob(tx, userId, { sequenceId, waiting: true }, left)
}

/**
 * Enrolls the next ENROLL_AT_ONCE of those who wait for room, earliest first. Their first step counts from now, as they were not
 * in the sequence until now. @returns how many
 */
export async function admitNext(tx: Db, userId: string, sequenceId: string, now: Date): Promise<number> {
  const { sequence, room } = await lockWithRoom(tx, userId, sequenceId)
  if (room <= 0) return 0
  const waiting = await tx
    .select({ id: sequenceContacts.id, contactId: sequenceContacts.contactId })
    .from(sequenceContacts)
    .where(waitingIn(sequenceId))
    .orderBy(asc(sequenceContacts.enrolledAt), asc(sequenceContacts.place))
    .limit(Math.min(room, ENROLL_AT_ONCE))
  if (waiting.length === 0) return 0
  const mailboxes = await mailboxesOf(tx, sequence)
  const rows = waiting.map(({ id, contactId }) => ({ id, mailbox: keptMailbox(mailboxes, contactId!) }))
  await tx.execute(sql`
    update sequence_contacts sc set hold_reason = 'not_activated', enrolled_at = ${now.toISOString()}::timestamptz,
      mailbox_id = v.mailbox, plan_version = ${sequence.planVersion}
    from ${rowArrays('v', { id: 'uuid', mailbox: 'uuid' }, rows)} where sc.id = v.id`)
  await startMany(
    tx,
    sequenceId,
    waiting.map((row) => row.contactId!),
    now,
  )
  return waiting.length
}

/** Locks a sequence. @returns it, and how many more its limit lets in */
async function lockWithRoom(tx: Db, userId: string, sequenceId: string) {
  const sequence = await lockSequence(tx, userId, sequenceId)
  const { contactLimit, totalContacts } = sequence
  return { sequence, room: contactLimit === null ? Number.POSITIVE_INFINITY : contactLimit - totalContacts }
}
