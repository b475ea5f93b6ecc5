import { LATE_AFTER_MS, localDay, nextValidTime, windowEnd } from './calendar'
import { findLiveStep, findStep } from './graph'
import { replan } from './replan'
import type { SlotAssignment } from './slots'
import {
  begin,
  blockedBy,
  end,
  hold,
  isOverLimit,
  iso,
  pendingVisit,
  plan,
  record,
  waitsForUser,
} from './transitions'
import type { Decision, EndReason, EnrollmentState, HoldReason, Json, PlannedAction, Snapshot } from './types'

/** Decisions on events other than due times and replies. */

/** The state of a new enrollment, before `startEnrollment` plans its first step. */
export function newEnrollment(id: string, enrolledAt: Date): EnrollmentState {
  return {
    id,
    status: 'active',
    enrolledAt,
    visits: {},
    currentStepId: null,
    action: null,
    holdReason: null,
    heldUntil: null,
    repliedAt: null,
    endReason: null,
    endedAt: null,
  }
}

/** Plans the first step of a new enrollment. In a draft or paused sequence, the enrollment waits. */
export function startEnrollment(s: Snapshot): Decision {
  const { enrollment } = s
  if (enrollment.status !== 'active') return record(s, 'already_ended')
  if (enrollment.action) return record(s, 'already_recorded')
  const blocked = blockedBy(s.facts.contact)
  if (blocked) return end(s, enrollment, blocked, { rule: 'ended', inputs: { reason: blocked } })
  return begin(s, enrollment, 'first_step')
}

/**
 * The email of a visit was sent, proven sent, or counted as sent. Starts its reaction window, which counts from the planned time.
 * If a reply has moved the enrollment on in the meantime, the send is only recorded.
 */
export function onSent(s: Snapshot, sent: { stepId: string; visit: number }): Decision {
  const { enrollment, now } = s
  const { action, visits, holdReason, heldUntil } = enrollment
  const inputs = { stepId: sent.stepId, visit: sent.visit }
  if (enrollment.status !== 'active') return record(s, 'already_ended', inputs)
  const step = findStep(s.plan, sent.stepId)
  const pending =
    action?.kind === 'send' && action.stepId === sent.stepId && visits[sent.stepId] === sent.visit
  if (!pending || step?.type !== 'send_email') {
    // The pending action was held only for the outcome of this send.
    if (action === null || holdReason !== 'uncertain_send') return record(s, 'already_recorded', inputs)
    return plan({ ...enrollment, holdReason: null, heldUntil: null }, { rule: 'already_recorded', inputs })
  }
  const at = windowEnd(step, action.plannedAt)
  const isHeld = waitsForUser(enrollment) || (heldUntil !== null && heldUntil > now && holdReason !== 'retry')
  const window = { ...action, kind: 'decide' as const, at, plannedAt: at, momentAt: action.plannedAt }
  const held = isHeld ? { holdReason, heldUntil } : { holdReason: null, heldUntil: null }
  return plan({ ...enrollment, ...held, action: window }, { rule: 'window_opened', inputs })
}

/** Ends an enrollment for an external reason: unsubscribe, bounce, complaint, failed send, the user. */
export function onStop(s: Snapshot, reason: EndReason, inputs: { [key: string]: Json } = {}): Decision {
  const { enrollment } = s
  if (enrollment.status !== 'active') return record(s, 'already_ended', { reason, ...inputs })
  const cancelled = pendingVisit(s)
  return end(s, enrollment, reason, { rule: 'ended', inputs: { reason, ...inputs }, cancelled })
}

/** Holds because of what the contact or a colleague did. */
const BY_CONTACT: readonly HoldReason[] = ['out_of_office', 'replied_elsewhere', 'company_replied']

/**
 * Holds an enrollment for a reason found outside the engine: a missing variable or template, an uncertain send, an expired
 * mailbox. A current hold by the user or because of the contact is kept.
 * @param until null to wait for `replan`
 */
export function onHold(
  s: Snapshot,
  reason: HoldReason,
  until: Date | null = null,
  inputs: { [key: string]: Json } = {},
): Decision {
  const { enrollment, now } = s
  if (enrollment.status !== 'active') return record(s, 'already_ended', { reason, ...inputs })
  const { holdReason, heldUntil } = enrollment
  const standing = holdReason !== null && BY_CONTACT.includes(holdReason)
  if (isOverLimit(enrollment) || waitsForUser(enrollment) || (standing && heldUntil && heldUntil > now))
    return record(s, 'held', { reason, ...inputs })
  return hold(s, reason, until, inputs)
}

/** A transient error: nothing was accepted, and the same visit is retried at `retryAt`. */
export function onDeferred(s: Snapshot, retryAt: Date, inputs: { [key: string]: Json } = {}): Decision {
  return onHold(s, 'retry', retryAt, inputs)
}

/**
 * The mailbox's server takes no more emails for now: the same visit is due again at `until`. It does not count as late then. On another day,
 * the reaction window counts from that day.
 */
export function onServerHold(s: Snapshot, until: Date, inputs: { [key: string]: Json } = {}): Decision {
  const decision = onHold(s, 'retry', until, inputs)
  return decision.type === 'hold'
    ? { ...decision, enrollment: movedTo(s, decision.enrollment, until) }
    : decision
}

function movedTo({ plan: { timezone } }: Snapshot, from: EnrollmentState, until: Date): EnrollmentState {
  const { action } = from
  if (action?.kind !== 'send' || action.at >= until) return from
  const isSameDay = localDay(action.plannedAt, timezone) === localDay(until, timezone)
  return { ...from, action: { ...action, at: until, plannedAt: isSameDay ? action.plannedAt : until } }
}

/**
 * The contact's address could not be reached, and the server did not say whether it exists: nothing more is sent until the user resumes the
 * enrollment, or the contact opens or answers an email. Replaces other holds: they would end by themselves.
 */
export function onUnreachable(s: Snapshot, inputs: { [key: string]: Json } = {}): Decision {
  if (s.enrollment.status !== 'active') return record(s, 'already_ended', inputs)
  if (isOverLimit(s.enrollment)) return record(s, 'held', inputs)
  return { ...hold(s, 'address_unreachable', null, inputs), rule: 'unreachable' }
}

/** The contact opened or answered an email: its address works. */
export function onReachable(s: Snapshot): Decision {
  const { enrollment } = s
  if (enrollment.status !== 'active' || enrollment.holdReason !== 'address_unreachable')
    return record(s, 'not_due')
  const decision = replan({ ...s, enrollment: { ...enrollment, holdReason: null, heldUntil: null } })
  return decision.rule === 'replanned' ? { ...decision, rule: 'reachable' } : decision
}

/**
 * A refusal that ended or held the enrollment turned out to be about its mailbox: the same email is due again at `until`.
 * @param action what was pending when it was refused
 * @param repliedElsewhere whether a reply came since that would have held or stopped the enrollment, had the refusal not ended it
 */
export function onRefusalWithdrawn(
  s: Snapshot,
  action: PlannedAction,
  until: Date,
  repliedElsewhere: boolean,
): Decision {
  const { enrollment } = s
  const { status, endReason, holdReason, repliedAt } = enrollment
  const ended = status === 'stopped' && endReason === 'send_failed'
  const held = status === 'active' && holdReason === 'address_unreachable'
  // A reply that came since ends what was pending. One that the refused email followed was known before, and counts once anyway.
  const repliedHere = repliedAt !== null && action.origin?.reaction !== 'replied'
  const replied = ended && (repliedHere || repliedElsewhere)
  if ((!ended && !held) || replied || blockedBy(s.facts.contact)) return record(s, 'already_recorded')
  const again = { ...enrollment, status: 'active' as const, endReason: null, endedAt: null, action }
  const decision = hold({ ...s, enrollment: movedTo(s, again, until) }, 'retry', until)
  return { ...decision, rule: 'refusal_withdrawn', cancelled: undefined }
}

/** The slot that `assignSlots` assigned to a send. */
export interface SlotMove {
  at: Date
  plannedAt: Date
  reason: SlotAssignment['reason']
}

/**
 * Moves a due send to its slot. A slot on the same day keeps the planned time. A move to another day changes it, so that a reaction
 * window never ends before the email is sent.
 */
export function moveToSlot(s: Snapshot, slot: SlotMove): Decision {
  const { enrollment } = s
  const { action } = enrollment
  if (enrollment.status !== 'active') return record(s, 'already_ended')
  if (action?.kind !== 'send') return record(s, 'already_recorded')
  const moved = { ...enrollment, action: { ...action, at: slot.at, plannedAt: slot.plannedAt } }
  const inputs = { reason: slot.reason, was: iso(action.at) }
  if (slot.reason !== 'quota') {
    return plan({ ...moved, holdReason: null, heldUntil: null }, { rule: 'moved_slot', inputs })
  }
  const held = { ...moved, holdReason: 'quota' as const, heldUntil: slot.at }
  return { ...plan(held, { rule: 'moved_slot', inputs }), type: 'hold', reason: 'quota', until: slot.at }
}

/**
 * The daily limit was raised: moves a send that the old limit had postponed back to today, unless today's send time is past by more
 * than a late send may be. The send was due when it was postponed, so today's time is never before its original one.
 */
export function onLimitRaised(s: Snapshot): Decision {
  const { enrollment, now, plan: sequence } = s
  const { action, holdReason } = enrollment
  const step = action?.kind === 'send' ? findLiveStep(sequence, action.stepId) : null
  if (enrollment.status !== 'active' || holdReason !== 'quota' || !action || step?.type !== 'send_email')
    return record(s, 'not_due')
  const at = nextValidTime(step, new Date(now.getTime() - LATE_AFTER_MS), sequence)
  if (at >= action.at) return record(s, 'not_due')
  const moved = { ...enrollment, action: { ...action, at, plannedAt: at }, holdReason: null, heldUntil: null }
  return plan(moved, { rule: 'replanned', inputs: { was: iso(action.at) } })
}

/** The user has to decide about the contact: holds a planned email at once, so that the user sees why it waits. */
export function onContactHeld(s: Snapshot): Decision | null {
  const { held } = s.facts.contact
  if (!held || s.enrollment.action?.kind !== 'send' || s.enrollment.holdReason === held.reason) return null
  return onHold(s, held.reason, held.until, { detail: held.detail })
}
