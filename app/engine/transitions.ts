import { addLocalDays, dueTime, isSkippedDay, LATE_AFTER_MS, nextValidTime, waitEnd } from './calendar'
import { firstStep, resolveNext, waitDaysOf } from './graph'
import type {
  ContactFacts,
  Decision,
  EndReason,
  EnrollmentState,
  HoldReason,
  Json,
  Origin,
  PlannedAction,
  Rule,
  SendStep,
  SequencePlan,
  Snapshot,
  Step,
} from './types'

/** The building blocks of decisions: each makes one kind of decision from a snapshot, none checks a rule. */

type Inputs = { [key: string]: Json }
/** What a decision says besides its type: the rule, its inputs and the effects on contact and send row. */
export type Meta = Pick<Decision, 'cancelled' | 'streak' | 'suppressContact' | 'reaction'> & {
  rule: Rule
  inputs: Inputs
}

/** A date as an input of a decision. */
export const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** Nothing follows from the event. */
export function record(s: Snapshot, rule: Rule, inputs: Inputs = {}): Decision {
  return { type: 'record', enrollment: s.enrollment, rule, inputs }
}

/** Over the contact limit, and so not in the sequence yet: nothing but a raised limit begins it, nothing but an end takes it away. */
export const waitsForRoom = ({ holdReason }: EnrollmentState): boolean => holdReason === 'sequence_full'

/** Ends an enrollment; `finished` and `replied` complete it, every other reason stops it. */
export function end(s: Snapshot, from: EnrollmentState, reason: EndReason, meta: Meta): Decision {
  const completes = reason === 'finished' || reason === 'replied'
  const enrollment: EnrollmentState = {
    ...from,
    status: completes ? 'completed' : 'stopped',
    action: null,
    // Who never was in the sequence keeps saying so: no place of the limit is counted for it.
    holdReason: waitsForRoom(from) ? from.holdReason : null,
    heldUntil: null,
    endReason: reason,
    endedAt: s.now,
  }
  return completes
    ? { type: 'complete', enrollment, reason, ...meta }
    : { type: 'stop', enrollment, reason, ...meta }
}

/** Holds an enrollment: until a time, or (null) until an event re-plans it. */
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

/** Stores a state with its action; the action's dates become inputs. */
export function plan(enrollment: EnrollmentState, meta: Meta): Decision {
  const { action } = enrollment
  const dates: Inputs = action ? { action: action.kind, stepId: action.stepId, at: iso(action.at) } : {}
  return { type: 'plan', enrollment, ...meta, inputs: { ...meta.inputs, ...dates } }
}

/** Why nothing may be sent to a contact any more, or null. */
export function blockedBy(contact: ContactFacts): EndReason | null {
  if (contact.unsubscribed) return 'unsubscribed'
  if (contact.hardBounced) return 'hard_bounce'
  if (contact.suppressed) return 'suppressed'
  return contact.domainSuppressed ? 'domain_suppressed' : null
}

/** When a send that should have left at `slot` may leave: then, or when that is too long ago, its next valid time. */
export function timely(step: SendStep, slot: Date, now: Date, zone: string): Date {
  if (slot > now) return slot
  const late = now.getTime() - slot.getTime() > LATE_AFTER_MS
  return late || isSkippedDay(step, now, zone) ? nextValidTime(step, now, zone) : slot
}

/** The action that runs a step after a moment; a send whose time is long past gets its next valid time. */
export function planAction(
  sequence: SequencePlan,
  step: Step,
  momentAt: Date,
  origin: Origin | null,
  now: Date,
): PlannedAction {
  const zone = sequence.timezone
  const waitDays = waitDaysOf(sequence, origin)
  if (step.type === 'send_email') {
    const at = timely(step, dueTime(step, momentAt, zone, waitDays), now, zone)
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

/** Enters a step: counts the visit and plans the action. The caller decides what a hold in force means. */
export function enter(
  s: Snapshot,
  from: EnrollmentState,
  step: Step,
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

/** Leaves a step for what comes next: a plan, or the end. */
export function goOn(
  s: Snapshot,
  from: EnrollmentState,
  origin: Origin,
  momentAt: Date,
  meta: Meta,
): Decision {
  const next = resolveNext(s.plan, from.visits, origin)
  if (next.kind === 'step') return plan(enter(s, from, next.step, momentAt, origin), meta)
  const reason = next.reason === 'finished' && origin.reaction === 'replied' ? 'replied' : next.reason
  return end(s, from, reason, meta)
}

/** The moment of the first step: the latest of enrollment, activation and start date. */
export function firstMoment(sequence: SequencePlan, enrolledAt: Date): Date {
  const times = [enrolledAt, sequence.activatedAt, sequence.startDate].map((at) => at?.getTime() ?? 0)
  return new Date(Math.max(...times))
}

/** The hold of everybody in a sequence that does not run, or null. */
export function notRunning(sequence: SequencePlan): HoldReason | null {
  if (sequence.status === 'running') return null
  return sequence.status === 'draft' ? 'not_activated' : 'paused'
}

/** Plans the first step, or holds an enrollment that cannot have one yet. */
export function begin(s: Snapshot, from: EnrollmentState, rule: Rule): Decision {
  const step = firstStep(s.plan)
  if (!step || s.plan.status !== 'running') {
    const { holdReason, heldUntil } = from
    const held = { ...s, enrollment: from }
    if (holdReason === 'paused_by_user') return hold(held, holdReason, null)
    if (holdReason && heldUntil && heldUntil > s.now) return hold(held, holdReason, heldUntil)
    return hold(held, notRunning(s.plan) ?? 'no_steps', null)
  }
  const moment = firstMoment(s.plan, from.enrolledAt)
  return plan(enter(s, from, step, moment, null), { rule, inputs: { moment: iso(moment) } })
}

/** Takes back the visit of a pending send or list step that will not run; a wait has already begun. */
export function withdraw(from: EnrollmentState): EnrollmentState {
  const { action, visits } = from
  if (action?.kind !== 'send' && action?.kind !== 'add_to_list') return from
  const count = (visits[action.stepId] ?? 1) - 1
  const { [action.stepId]: _taken, ...others } = visits
  return { ...from, action: null, visits: count > 0 ? { ...others, [action.stepId]: count } : others }
}

/** True once the pending mail has begun to leave: nothing calls it back, its visit stands. */
export function hasStarted(s: Snapshot): boolean {
  return s.facts.pendingSend === 'sending' || s.facts.pendingSend === 'uncertain'
}

/** The pending send whose row is to be cancelled; undefined when there is none or it has started. */
export function pendingVisit(s: Snapshot): { stepId: string; visit: number } | undefined {
  const { action, visits } = s.enrollment
  if (action?.kind !== 'send' || hasStarted(s)) return undefined
  return { stepId: action.stepId, visit: visits[action.stepId] ?? 1 }
}
