import {
  addLocalDays,
  dueTime,
  LATE_AFTER_MS,
  LATEST_GRACE_MS,
  nextValidTime,
  waitEnd,
  whyClosed,
} from './calendar'
import { firstStep, resolveNext, waitDaysOf } from './graph'
import type {
  ContactState,
  Decision,
  EndReason,
  EnrollmentState,
  HoldReason,
  Json,
  Origin,
  PlannedAction,
  PlanStep,
  Rule,
  SendStep,
  SequencePlan,
  Snapshot,
  Timetable,
} from './types'

/** Building blocks of decisions. Each creates one kind of decision from a snapshot; none checks whether it is allowed. */

type Inputs = { [key: string]: Json }
/** The fields of a decision besides its type: rule, inputs, and effects on the contact and the send. */
export type DecisionDetails = Pick<Decision, 'cancelled' | 'streak' | 'suppressContact' | 'reaction'> & {
  rule: Rule
  inputs: Inputs
}

/** Formats a date as an input of a decision. */
export const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** Only records the event. */
export function record(s: Snapshot, rule: Rule, inputs: Inputs = {}): Decision {
  return { type: 'record', enrollment: s.enrollment, rule, inputs }
}

/** Whether it is over the contact limit and so not in the sequence yet. Only a raised limit starts it; otherwise it can only end. */
export const isOverLimit = ({ holdReason }: EnrollmentState): boolean => holdReason === 'sequence_full'

/** Holds that only the user ends, or, for an address, what proves that it works: no change of the sequence or the mailbox does. */
const FOR_USER: readonly (HoldReason | null)[] = [
  'paused_by_user',
  'opt_out_asked',
  'calendar',
  'address_unreachable',
]

/** Whether it waits for a decision of the user. */
export const waitsForUser = ({ holdReason }: EnrollmentState): boolean => FOR_USER.includes(holdReason)

/** Ends an enrollment. `finished` and `replied` complete it; every other reason stops it. */
export function end(s: Snapshot, from: EnrollmentState, reason: EndReason, meta: DecisionDetails): Decision {
  const completes = reason === 'finished' || reason === 'replied'
  const enrollment: EnrollmentState = {
    ...from,
    status: completes ? 'completed' : 'stopped',
    action: null,
    // Keeps the hold reason of an enrollment that never started, so that it does not count toward the contact limit.
    holdReason: isOverLimit(from) ? from.holdReason : null,
    heldUntil: null,
    endReason: reason,
    endedAt: s.now,
  }
  return completes
    ? { type: 'complete', enrollment, reason, ...meta }
    : { type: 'stop', enrollment, reason, ...meta }
}

/** Holds an enrollment until a time, or (null) until an event replans it. */
export function hold(s: Snapshot, reason: HoldReason, until: Date | null, inputs: Inputs = {}): Decision {
  return {
    type: 'hold',
    reason,
    until,
    enrollment: { ...s.enrollment, holdReason: reason, heldUntil: until },
    rule: 'held',
    inputs: { reason, until: iso(until), ...inputs },
    cancelled: pendingVisit(s),
  }
}

/** Holds an email while the user has to decide about its contact; null if nothing is to be decided. */
export function contactHold(s: Snapshot): Decision | null {
  const { held } = s.facts.contact
  if (!held || held.until <= s.now) return null
  return hold(s, held.reason, held.until, { detail: held.detail })
}

/** Plans the action of a state. The action's dates become inputs. */
export function plan(enrollment: EnrollmentState, meta: DecisionDetails): Decision {
  const { action } = enrollment
  const dates: Inputs = action ? { action: action.kind, stepId: action.stepId, at: iso(action.at) } : {}
  return { type: 'plan', enrollment, ...meta, inputs: { ...meta.inputs, ...dates } }
}

/** Why a contact must not be emailed, or null. */
export function blockedBy(contact: ContactState): EndReason | null {
  if (contact.unsubscribed) return 'unsubscribed'
  if (contact.hardBounced) return 'hard_bounce'
  if (contact.suppressed) return 'suppressed'
  return contact.domainSuppressed ? 'domain_suppressed' : null
}

/** When a send with this slot may start: at its slot, or at its next valid time if the slot is too long past. */
export function startTimeOf(step: SendStep, slot: Date, now: Date, timetable: Timetable): Date {
  if (slot > now) return slot
  const late = now.getTime() - slot.getTime() > LATE_AFTER_MS
  const closed = whyClosed(step, now, timetable, LATEST_GRACE_MS)
  return late || closed ? nextValidTime(step, now, timetable) : slot
}

/** The action that runs a step after a trigger time. A send whose time is long past gets its next valid time. */
export function planAction(
  sequence: SequencePlan,
  step: PlanStep,
  momentAt: Date,
  origin: Origin | null,
  now: Date,
): PlannedAction {
  const zone = sequence.timezone
  const waitDays = waitDaysOf(sequence, origin)
  if (step.type === 'send_email') {
    const at = startTimeOf(step, dueTime(step, momentAt, sequence, waitDays), now, sequence)
    return { kind: 'send', stepId: step.id, at, plannedAt: at, momentAt, origin }
  }
  const start = addLocalDays(momentAt, waitDays, zone)
  const at = step.type === 'wait' ? waitEnd(step, start, zone) : start
  return {
    kind: step.type === 'wait' ? 'wait' : 'add_to_list',
    stepId: step.id,
    at,
    plannedAt: at,
    momentAt,
    origin,
  }
}

/** Enters a step: counts the visit and plans the action. The caller handles a current hold. */
export function enter(
  s: Snapshot,
  from: EnrollmentState,
  step: PlanStep,
  momentAt: Date,
  origin: Origin | null,
): EnrollmentState {
  return {
    ...from,
    visits: { ...from.visits, [step.id]: (from.visits[step.id] ?? 0) + 1 },
    currentStepId: step.id,
    action: planAction(s.plan, step, momentAt, origin, s.now),
  }
}

/** Continues after a step: plans the next one, or ends the enrollment. */
export function proceed(
  s: Snapshot,
  from: EnrollmentState,
  origin: Origin,
  momentAt: Date,
  meta: DecisionDetails,
): Decision {
  const next = resolveNext(s.plan, from.visits, origin)
  if (next.kind === 'step') return plan(enter(s, from, next.step, momentAt, origin), meta)
  const reason = next.reason === 'finished' && origin.reaction === 'replied' ? 'replied' : next.reason
  return end(s, from, reason, meta)
}

/** The trigger time of the first step: the latest of enrollment, activation and start date. */
function firstMoment(sequence: SequencePlan, enrolledAt: Date): Date {
  const times = [enrolledAt, sequence.activatedAt, sequence.startDate].map((at) => at?.getTime() ?? 0)
  return new Date(Math.max(...times))
}

/** The hold reason for a sequence that is not running, or null. */
export function inactiveHold(sequence: SequencePlan): HoldReason | null {
  if (sequence.status === 'running') return null
  return sequence.status === 'draft' ? 'not_activated' : 'paused'
}

/** Plans the first step, or holds the enrollment if that is not possible yet. */
export function begin(s: Snapshot, from: EnrollmentState, rule: Rule): Decision {
  const step = firstStep(s.plan)
  if (!step || s.plan.status !== 'running') {
    const { holdReason, heldUntil } = from
    const held = { ...s, enrollment: from }
    if (waitsForUser(from)) return hold(held, holdReason!, null)
    if (holdReason && heldUntil && heldUntil > s.now) return hold(held, holdReason, heldUntil)
    return hold(held, inactiveHold(s.plan) ?? 'no_steps', null)
  }
  const moment = firstMoment(s.plan, from.enrolledAt)
  return plan(enter(s, from, step, moment, null), { rule, inputs: { moment: iso(moment) } })
}

/** Undoes the visit of a pending send or list step that will not run. Not of a wait, which has already begun. */
export function withdraw(from: EnrollmentState): EnrollmentState {
  const { action, visits } = from
  if (action?.kind !== 'send' && action?.kind !== 'add_to_list') return from
  const count = (visits[action.stepId] ?? 1) - 1
  const { [action.stepId]: _taken, ...others } = visits
  return { ...from, action: null, visits: count > 0 ? { ...others, [action.stepId]: count } : others }
}

/** Whether the pending send has started. It cannot be cancelled then, and its visit counts. */
export function hasStarted(s: Snapshot): boolean {
  return s.facts.pendingSend === 'sending' || s.facts.pendingSend === 'uncertain'
}

/** The pending send whose row can be cancelled; undefined if there is none or it has started. */
export function pendingVisit(s: Snapshot): { stepId: string; visit: number } | undefined {
  const { action, visits } = s.enrollment
  if (action?.kind !== 'send' || hasStarted(s)) return undefined
  return { stepId: action.stepId, visit: visits[action.stepId] ?? 1 }
}
