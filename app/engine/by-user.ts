import { onSent, onStop } from './events'
import { replan } from './replan'
import {
  hasStarted,
  hold,
  isOverLimit,
  pendingVisit,
  plan,
  proceed,
  record,
  waitsForUser,
} from './transitions'
import type { Decision, EndReason, EnrollmentState, HoldReason, Snapshot } from './types'

/** Actions of the user on a single enrollment. */

/** Pauses an enrollment until the user resumes it. Replies and opens are recorded, but nothing is sent. */
export function onPausedByUser(s: Snapshot): Decision {
  if (s.enrollment.status !== 'active') return record(s, 'already_ended')
  if (isOverLimit(s.enrollment)) return record(s, 'held')
  // That question stays open: a pause would end with a resume.
  if (s.enrollment.holdReason === 'opt_out_asked') return record(s, 'opt_out_asked')
  return { ...hold(s, 'paused_by_user', null), rule: 'paused_by_user' }
}

/** Resumes an enrollment that the user paused, or that waits for the user for another reason. Past due times are replanned. */
export function onResumedByUser(s: Snapshot): Decision {
  const { enrollment } = s
  if (enrollment.status !== 'active') return record(s, 'already_ended')
  if (enrollment.holdReason === 'opt_out_asked') return record(s, 'opt_out_asked')
  if (!isResumable(enrollment.holdReason)) return record(s, 'already_recorded')
  return replan({ ...s, enrollment: { ...enrollment, holdReason: null, heldUntil: null } })
}

/** Whether the user can resume an enrollment that is held for this reason. */
export const isResumable = (reason: HoldReason | null): boolean =>
  reason === 'paused_by_user' || reason === 'calendar' || reason === 'address_unreachable'

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
  // A hold applied to the skipped step. Only one that waits for the user also applies to the next one.
  const isPaused = waitsForUser(enrollment) && enrollment.holdReason !== 'address_unreachable'
  const from = { ...enrollment, action: null, ...(isPaused ? {} : { holdReason: null, heldUntil: null }) }
  return proceed(s, from, { stepId: action.stepId, reaction: isSend ? 'not_opened' : null }, now, {
    rule: 'skipped_by_user',
    inputs: { skipped: action.stepId, kind: action.kind },
    cancelled: pendingVisit(s),
  })
}

/** The question about an opt-out was decided: the contact stays subscribed. */
export function onQuestionEnded(s: Snapshot): Decision {
  if (s.enrollment.holdReason !== 'opt_out_asked') return record(s, 'already_recorded')
  return settle({ ...s, enrollment: { ...s.enrollment, holdReason: null, heldUntil: null } })
}

/** What a message changed in an enrollment, and what has happened since. */
export interface Withdrawal {
  before: EnrollmentState
  after: EnrollmentState
  /** When the contact replied, without this message; null if never. */
  repliedAt: Date | null
  /** Whether an email has started since. */
  sentSince: boolean
  /** What became of the email that was pending before: it was sent, or it started and its outcome is not known yet. */
  overtaken: 'sent' | 'started' | null
}

/** Ends that a message causes. Others have reasons of their own, which stand. */
const BY_MESSAGE: readonly (EndReason | null)[] = [
  ...([null, 'finished', 'replied', 'loop_limit', 'contact_left'] as const),
  ...(['replied_elsewhere', 'company_replied'] as const),
]

/**
 * The user says that a message was not what it was taken for: undoes what it changed. What was sent since cannot be unsent, so the
 * enrollment then goes on from where it is.
 */
export function onWithdrawn(s: Snapshot, withdrawal: Withdrawal): Decision {
  const { before, after } = withdrawal
  const isReply = before.repliedAt?.getTime() !== after.repliedAt?.getTime()
  return after.status === 'active' && !isReply ? liftHold(s, withdrawal) : goBack(s, withdrawal)
}

/** Lifts the hold, unless something else holds the enrollment by now. The hold that it replaced is in force again, if it lasts. */
function liftHold(s: Snapshot, { before, after }: Withdrawal): Decision {
  const { enrollment } = s
  const isSame =
    enrollment.holdReason === after.holdReason &&
    enrollment.heldUntil?.getTime() === after.heldUntil?.getTime()
  if (enrollment.status !== 'active' || !isSame) return record(s, 'already_recorded')
  return settle({ ...s, enrollment: { ...enrollment, ...lasting(s, before) } })
}

function goBack(s: Snapshot, withdrawal: Withdrawal): Decision {
  const { before, repliedAt, sentSince, overtaken } = withdrawal
  const { enrollment } = s
  const inputs = { sentSince }
  if (repliedAt || sentSince || !BY_MESSAGE.includes(enrollment.endReason))
    return { ...record(s, 'message_withdrawn', inputs), enrollment: { ...enrollment, repliedAt } }
  const cancelled = pendingVisit(s)
  const back = { ...before, repliedAt, ...lasting(s, waitsForUser(enrollment) ? enrollment : before) }
  if (back.status !== 'active') {
    const reason = back.endReason ?? 'finished'
    const again = { reason, enrollment: back, rule: 'message_withdrawn' as const, inputs, cancelled }
    return back.status === 'completed' ? { type: 'complete', ...again } : { type: 'stop', ...again }
  }
  const pendingSend = overtaken === 'started' ? s.facts.pendingSend : null
  const then = { ...s, enrollment: back, facts: { ...s.facts, pendingSend } }
  const { action } = back
  if (overtaken === 'sent' && action) {
    const visit = back.visits[action.stepId] ?? 1
    return { ...onSent(then, { stepId: action.stepId, visit }), rule: 'message_withdrawn', cancelled }
  }
  return { ...settle(then), cancelled }
}

/** The hold of a state, if it is still in force. */
function lasting(s: Snapshot, held: EnrollmentState) {
  const { holdReason, heldUntil } = held
  const lasts = heldUntil ? heldUntil > s.now : waitsForUser(held)
  return lasts ? { holdReason, heldUntil } : { holdReason: null, heldUntil: null }
}

/** Plans the enrollment of a snapshot as it is now, and stores it in any case. */
function settle(s: Snapshot): Decision {
  const decision = replan(s)
  const { enrollment } = s
  if (decision.type !== 'record') {
    return decision.type === 'plan' ? { ...decision, rule: 'message_withdrawn' } : decision
  }
  return enrollment.action || enrollment.holdReason
    ? plan(enrollment, { rule: 'message_withdrawn', inputs: {} })
    : decision
}
