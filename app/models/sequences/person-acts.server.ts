import { and, eq } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onPausedByUser, onResumedByUser, onSkippedByUser, onStoppedByUser } from '~/engine/by-user'
import type { Decision, Snapshot } from '~/engine/types'
import { AppError, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import { lockSequence } from '~/models/shared/locks.server'
import { getSequence } from './sequence.server'

export const CONTACT_ACTIONS = ['pause', 'resume', 'skip', 'stop'] as const
export type ContactAction = (typeof CONTACT_ACTIONS)[number]

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
  held: 'This contact is not enrolled: the sequence has reached its contact limit',
}

/**
 * Pauses, resumes or stops one contact in a sequence, or skips its next step.
 * @throws AppError NOT_FOUND; CONFLICT if the action is not possible in the current state
 */
export async function actOnEnrollment(
  db: Db,
  userId: string,
  { sequenceId, enrollmentId, act }: { sequenceId: string; enrollmentId: string; act: ContactAction },
  now: Date,
): Promise<void> {
  await getSequence(db, userId, sequenceId)
  await db.transaction(async (tx) => {
    await lockSequence(tx, userId, sequenceId)
    let refused: string | undefined
    const found = await applyToEnrollments(
      tx,
      and(
        eq(sequenceContacts.id, enrollmentId),
        eq(sequenceContacts.sequenceId, sequenceId),
        eq(sequenceContacts.userId, userId),
      ),
      (snapshot) => {
        const decision = EVENTS[act](snapshot)
        if (decision.type === 'record') refused = REFUSALS[decision.rule]
        return decision
      },
      now,
    )
    if (found === 0) notFound('Contact not found in this sequence')
    if (refused) throw new AppError('CONFLICT', refused)
    if (act !== 'stop') await enqueue(tx, 'due-scan', {})
  })
}
