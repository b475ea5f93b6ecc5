import { LATE_AFTER_MS, nextValidTime, windowEnd } from './calendar'
import { findLiveStep, findStep } from './graph'
import { begin, blockedBy, end, hold, iso, pendingVisit, plan, record, waitsForRoom } from './transitions'
import type { Decision, EndReason, EnrollmentState, HoldReason, Json, Snapshot } from './types'

/** Everything but replies that happens to an enrollment between two dates. */

/** The state of somebody enrolled just now, before `startEnrollment` plans the first step. */
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

/** Plans the first step of a new enrollment; in a draft or paused sequence it waits for the start. */
export function startEnrollment(s: Snapshot): Decision {
  const { enrollment } = s
  if (enrollment.status !== 'active') return record(s, 'already_ended')
  if (enrollment.action) return record(s, 'already_recorded')
  const blocked = blockedBy(s.facts.contact)
  if (blocked) return end(s, enrollment, blocked, { rule: 'ended', inputs: { reason: blocked } })
  return begin(s, enrollment, 'first_step')
}

/**
 * A visit's mail went out, or was proven or declared sent: its window opens, counted from the planned time.
 * When a reply has moved the enrollment on meanwhile, the mail is recorded and nothing else changes.
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
    // What is pending waited only to know whether this mail had gone out.
    if (action === null || holdReason !== 'uncertain_send') return record(s, 'already_recorded', inputs)
    return plan({ ...enrollment, holdReason: null, heldUntil: null }, { rule: 'already_recorded', inputs })
  }
  const at = windowEnd(step, action.plannedAt)
  const stands =
    holdReason === 'paused_by_user' || (heldUntil !== null && heldUntil > now && holdReason !== 'retry')
  const window = { ...action, kind: 'decide' as const, at, plannedAt: at, momentAt: action.plannedAt }
  const held = stands ? { holdReason, heldUntil } : { holdReason: null, heldUntil: null }
  return plan({ ...enrollment, ...held, action: window }, { rule: 'window_opened', inputs })
}

/** Ends an enrollment for a reason from outside: unsubscribe, bounce, complaint, failed send, the user. */
export function onStop(s: Snapshot, reason: EndReason, inputs: { [key: string]: Json } = {}): Decision {
  const { enrollment } = s
  if (enrollment.status !== 'active') return record(s, 'already_ended', { reason, ...inputs })
  const cancelled = pendingVisit(s)
  return end(s, enrollment, reason, { rule: 'ended', inputs: { reason, ...inputs }, cancelled })
}

/**
 * Holds an enrollment for what was found outside the engine: a missing variable or template, an uncertain
 * send, a mailbox whose grant ended. A hold for the contact's sake that is in force stays.
 * @param until null waits for `replan`
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
  const standing = holdReason === 'out_of_office' || holdReason === 'replied_elsewhere'
  if (
    waitsForRoom(enrollment) ||
    holdReason === 'paused_by_user' ||
    (standing && heldUntil && heldUntil > now)
  )
    return record(s, 'held', { reason, ...inputs })
  return hold(s, reason, until, inputs)
}

/** A transient error: nothing was accepted, the same visit is tried again at `retryAt`. */
export function onDeferred(s: Snapshot, retryAt: Date, inputs: { [key: string]: Json } = {}): Decision {
  return onHold(s, 'retry', retryAt, inputs)
}

/** What `assignSlots` found for one send. */
export interface SlotMove {
  at: Date
  plannedAt: Date
  reason: 'slot' | 'quota' | 'day_end' | 'weekend'
}

/**
 * Gives a due send the slot that its mailbox has for it. A slot on the same day keeps the planned time; a
 * move to another day changes it, so that windows never end before the mail has left.
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
 * The mailbox may send more than when it moved this mail to a later day: the mail goes back to today's slot, unless that is
 * past by more than a late mail may be. It was due when it was moved, so today's slot is never before its own.
 */
export function onMoreRoom(s: Snapshot): Decision {
  const { enrollment, now, plan: sequence } = s
  const { action, holdReason } = enrollment
  const step = action?.kind === 'send' ? findLiveStep(sequence, action.stepId) : null
  if (enrollment.status !== 'active' || holdReason !== 'quota' || !action || step?.type !== 'send_email')
    return record(s, 'not_due')
  const at = nextValidTime(step, new Date(now.getTime() - LATE_AFTER_MS), sequence.timezone)
  if (at >= action.at) return record(s, 'not_due')
  const moved = { ...enrollment, action: { ...action, at, plannedAt: at }, holdReason: null, heldUntil: null }
  return plan(moved, { rule: 'replanned', inputs: { was: iso(action.at) } })
}
