import { onStop } from './events'
import { replan } from './replan'
import { hasStarted, hold, isOverLimit, pendingVisit, proceed, record, waitsForUser } from './transitions'
import type { Decision, Snapshot } from './types'

/** Actions of the user on a single enrollment. */

/** Pauses an enrollment until the user resumes it. Replies and opens are recorded, but nothing is sent. */
export function onPausedByUser(s: Snapshot): Decision {
  if (s.enrollment.status !== 'active') return record(s, 'already_ended')
  if (isOverLimit(s.enrollment)) return record(s, 'held')
  return { ...hold(s, 'paused_by_user', null), rule: 'paused_by_user' }
}

/** Resumes an enrollment that waits for the user: it was paused, or its address could not be reached. Past due times are replanned. */
export function onResumedByUser(s: Snapshot): Decision {
  const { enrollment } = s
  if (enrollment.status !== 'active') return record(s, 'already_ended')
  if (!waitsForUser(enrollment.holdReason)) return record(s, 'already_recorded')
  return replan({ ...s, enrollment: { ...enrollment, holdReason: null, heldUntil: null } })
}

/** Stops an enrollment. A send in progress finishes. */
export const onStoppedByUser = (s: Snapshot): Decision => onStop(s, 'stopped_by_user')

/**
 * Skips the pending action. A send or an open reaction window continues as "not opened", without a change of the contact's streak. A
 * wait or list step is left. A send that has started cannot be skipped.
 */
export function onSkippedByUser(s: Snapshot): Decision {
  const { enrollment, now } = s
  const { action } = enrollment
  if (enrollment.status !== 'active') return record(s, 'already_ended')
  if (isOverLimit(enrollment)) return record(s, 'held')
  if (!action || hasStarted(s)) return record(s, 'in_flight')
  const isSend = action.kind === 'send' || action.kind === 'decide'
  // A hold applied to the skipped step. Only the user's own pause also applies to the next one.
  const isPaused = enrollment.holdReason === 'paused_by_user'
  const from = { ...enrollment, action: null, ...(isPaused ? {} : { holdReason: null, heldUntil: null }) }
  return proceed(s, from, { stepId: action.stepId, reaction: isSend ? 'not_opened' : null }, now, {
    rule: 'skipped_by_user',
    inputs: { skipped: action.stepId, kind: action.kind },
    cancelled: pendingVisit(s),
  })
}
