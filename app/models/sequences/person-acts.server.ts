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

export const PERSON_ACTS = ['pause', 'resume', 'skip', 'stop'] as const
export type PersonAct = (typeof PERSON_ACTS)[number]

const EVENTS: Record<PersonAct, (snapshot: Snapshot) => Decision> = {
  pause: onPausedByUser,
  resume: onResumedByUser,
  skip: onSkippedByUser,
  stop: onStoppedByUser,
}

/** Why nothing happened, where the engine only kept a record. */
const REFUSALS: Partial<Record<Decision['rule'], string>> = {
  already_ended: 'This person has left the sequence already',
  in_flight: 'The mail is being handed over just now; try again in a minute',
  already_recorded: 'This person is not paused',
  held: 'This person is not enrolled: the sequence has reached its contact limit',
}

/**
 * Pauses, resumes or stops one person of a sequence, or skips what is pending for them.
 * @throws AppError NOT_FOUND, CONFLICT when there is nothing to do so to
 */
export async function actOnPerson(
  db: Db,
  userId: string,
  { sequenceId, enrollmentId, act }: { sequenceId: string; enrollmentId: string; act: PersonAct },
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
    if (found === 0) notFound('Person not found')
    if (refused) throw new AppError('CONFLICT', refused)
    if (act !== 'stop') await enqueue(tx, 'due-scan', {})
  })
}
