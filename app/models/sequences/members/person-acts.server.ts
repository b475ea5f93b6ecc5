import { and, eq } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onPausedByUser, onResumedByUser, onSkippedByUser, onStoppedByUser } from '~/engine/by-user'
import type { Decision, Snapshot } from '~/engine/types'
import { AppError, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import { lockSequence } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import { getSequence } from '../sequence.server'
import type { ContactAction } from './contact-actions'

const EVENTS: Record<ContactAction, (snapshot: Snapshot) => Decision> = {
  pause: onPausedByUser,
  resume: onResumedByUser,
  skip: onSkippedByUser,
  stop: onStoppedByUser,
}

/** Error messages for decisions that changed nothing. */
const REFUSALS: Partial<Record<Decision['rule'], string>> = {
  already_ended: 'This contact has already left the sequence',
  in_flight: 'An email to this contact is being sent right now. Try again in a minute.',
  already_recorded: 'This contact is not paused',
  opt_out_asked: 'Decide in the conversation first whether to unsubscribe this contact',
  held: 'This contact is not enrolled: the sequence has reached its contact limit',
}

/**
 * Pauses, resumes or stops contacts in a sequence, or skips their next step. Contacts for whom the action is not possible in their
 * current state stay as they are. Ids that are not in the sequence are ignored.
 * @returns the number of contacts changed, and for each of the others the reason
 * @throws AppError NOT_FOUND if the sequence has none of the contacts; CONFLICT if the action is possible for none of them
 */
export async function actOnEnrollments(
  db: Db,
  userId: string,
  { sequenceId, enrollmentIds, act }: { sequenceId: string; enrollmentIds: string[]; act: ContactAction },
  now: Date,
): Promise<{ changed: number; refusals: string[] }> {
  await getSequence(db, userId, sequenceId)
  return db.transaction(async (tx) => {
    await lockSequence(tx, userId, sequenceId)
    const refusals: string[] = []
    const found = await applyToEnrollments(
      tx,
      and(
        isAmong(sequenceContacts.id, enrollmentIds),
        eq(sequenceContacts.sequenceId, sequenceId),
        eq(sequenceContacts.userId, userId),
      ),
      (snapshot) => {
        const decision = EVENTS[act](snapshot)
        const refusal = decision.type === 'record' ? REFUSALS[decision.rule] : undefined
        if (!refusal) return decision
        refusals.push(refusal)
        return null
      },
      now,
    )
    if (found === 0) notFound('Contact not found in this sequence')
    if (found === refusals.length) throw new AppError('CONFLICT', refusals[0]!)
    if (act !== 'stop') await enqueue(tx, 'due-scan', {})
    return { changed: found - refusals.length, refusals }
  })
}

/**
 * Resumes those of the contacts in a sequence that wait for the user: they were paused, or their address could not be reached.
 * @returns how many
 * @throws AppError NOT_FOUND if the sequence has none of the contacts
 */
export async function resumeContacts(
  db: Db,
  userId: string,
  sequenceId: string,
  contactIds: string[],
  now: Date,
): Promise<{ resumed: number }> {
  await getSequence(db, userId, sequenceId)
  return db.transaction(async (tx) => {
    await lockSequence(tx, userId, sequenceId)
    let resumed = 0
    const found = await applyToEnrollments(
      tx,
      and(
        isAmong(sequenceContacts.contactId, contactIds),
        eq(sequenceContacts.sequenceId, sequenceId),
        eq(sequenceContacts.userId, userId),
      ),
      (snapshot) => {
        const decision = onResumedByUser(snapshot)
        if (decision.type === 'record') return null
        resumed += 1
        return decision
      },
      now,
    )
    if (found === 0) notFound('Contact not found in this sequence')
    await enqueue(tx, 'due-scan', {})
    return { resumed }
  })
}

/**
 * Resumes every contact of a sequence that the user has paused. @returns how many
 * @throws AppError NOT_FOUND
 */
export async function resumeAllPaused(
  db: Db,
  userId: string,
  sequenceId: string,
  now: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockSequence(tx, userId, sequenceId)
    const resumed = await applyToEnrollments(
      tx,
      and(
        eq(sequenceContacts.sequenceId, sequenceId),
        eq(sequenceContacts.userId, userId),
        eq(sequenceContacts.status, 'active'),
        eq(sequenceContacts.holdReason, 'paused_by_user'),
      ),
      onResumedByUser,
      now,
    )
    await enqueue(tx, 'due-scan', {})
    return resumed
  })
}
