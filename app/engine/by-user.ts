import { onStop } from './events'
import { replan } from './replan'
import { goOn, hasStarted, hold, pendingVisit, record, waitsForRoom } from './transitions'
import type { Decision, Snapshot } from './types'

/** What a user does to one person of a sequence. */

/** Holds one person until the user lets it go on. Replies and opens are recorded; nothing is sent. */
export function onPausedByUser(s: Snapshot): Decision {
  if (s.enrollment.status !== 'active') return record(s, 'already_ended')
  if (waitsForRoom(s.enrollment)) return record(s, 'held')
  return { ...hold(s, 'paused_by_user', null), rule: 'paused_by_user' }
}

/** Lets a person go on who was held by the user: what is past by now is planned anew. */
export function onResumedByUser(s: Snapshot): Decision {
  const { enrollment } = s
  if (enrollment.status !== 'active') return record(s, 'already_ended')
  if (enrollment.holdReason !== 'paused_by_user') return record(s, 'already_recorded')
  return replan({ ...s, enrollment: { ...enrollment, holdReason: null, heldUntil: null } })
}

/** Ends one person's enrollment. What is being handed over finishes. */
export const onStoppedByUser = (s: Snapshot): Decision => onStop(s, 'stopped_by_user')

/**
 * Passes over what is pending, now: a mail is not sent, an open window is not waited for (both go on as after "not
 * opened", the contact's streak stays as it is), a wait or list step is left. A mail that has started cannot be skipped.
 */
export function onSkippedByUser(s: Snapshot): Decision {
  const { enrollment, now } = s
  const { action } = enrollment
  if (enrollment.status !== 'active') return record(s, 'already_ended')
  if (waitsForRoom(enrollment)) return record(s, 'held')
  if (!action || hasStarted(s)) return record(s, 'in_flight')
  const ofMail = action.kind === 'send' || action.kind === 'decide'
  // What held the skipped step is no reason to hold the next one; the user's own pause is.
  const stays = enrollment.holdReason === 'paused_by_user'
  const from = { ...enrollment, action: null, ...(stays ? {} : { holdReason: null, heldUntil: null }) }
  return goOn(s, from, { stepId: action.stepId, reaction: ofMail ? 'not_opened' : null }, now, {
    rule: 'skipped_by_user',
    inputs: { skipped: action.stepId, kind: action.kind },
    cancelled: pendingVisit(s),
  })
}
