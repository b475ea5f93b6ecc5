import { addLocalDays, waitEnd, windowEnd } from './calendar'
import { findLiveStep, findStep, firstStep, resolveNext, waitDaysOf } from './graph'
import {
  begin,
  blockedBy,
  end,
  enter,
  hold,
  isOverLimit,
  iso,
  pendingVisit,
  plan,
  planAction,
  proceed,
  record,
  startTimeOf,
  waitsForUser,
  withdraw,
} from './transitions'
import type {
  Decision,
  EnrollmentState,
  HoldReason,
  PlannedAction,
  PlanStep,
  SequencePlan,
  Snapshot,
} from './types'

/** Holds that replanning does not lift, because the contact or a server caused them. */
const STANDING: readonly (HoldReason | null)[] = [
  'replied_elsewhere',
  'company_replied',
  'out_of_office',
  'retry',
]

/**
 * Replans an enrollment unless it is `sending`: on resume, after an edit of due times or links, and when the reason of an open-ended
 * hold is gone (mailbox reconnected, contact or template edited, uncertain send settled). The pending step is resolved again from
 * its origin, so that inserted and moved steps take effect.
 */
export function replan(s: Snapshot): Decision {
  const { enrollment, facts } = s
  if (enrollment.status !== 'active') return record(s, 'already_ended')
  const blocked = blockedBy(facts.contact)
  if (blocked) {
    return end(s, enrollment, blocked, {
      rule: 'ended',
      inputs: { reason: blocked },
      cancelled: pendingVisit(s),
    })
  }
  if (isOverLimit(enrollment)) return record(s, 'held')
  const { holdReason, heldUntil } = enrollment
  const isStanding =
    (holdReason !== null && holdReason === facts.contact.held?.reason) ||
    waitsForUser(enrollment) ||
    (heldUntil !== null && heldUntil > s.now && STANDING.includes(holdReason))
  if (facts.pendingSend === 'uncertain')
    return isStanding ? record(s, 'held') : hold(s, 'uncertain_send', null)
  const from = isStanding ? enrollment : { ...enrollment, holdReason: null, heldUntil: null }
  const { action } = from
  // The send in progress may belong to a step that a reply has overtaken: its outcome would not lift this hold.
  if (facts.pendingSend === 'sending') {
    return enrollment.holdReason && action
      ? plan(from, { rule: 'in_flight', inputs: {} })
      : record(s, 'in_flight')
  }
  if (!action) return begin(s, from, 'first_step')
  if (action.kind === 'decide' || action.kind === 'wait') return moveEnd(s, from, action)
  return moveStart(s, from, action)
}

/** Moves the end of a window or wait in progress. */
function moveEnd(s: Snapshot, from: EnrollmentState, action: PlannedAction): Decision {
  const at = endOf(s.plan, action)
  const meta = { rule: 'replanned' as const, inputs: { was: iso(action.at) } }
  return plan({ ...from, action: { ...action, at, plannedAt: at } }, meta)
}

function endOf(sequence: SequencePlan, action: PlannedAction): Date {
  const step = findStep(sequence, action.stepId)
  if (step?.type === 'send_email') return windowEnd(step, action.momentAt)
  if (step?.type !== 'wait' || step.archived) return action.at
  const days = waitDaysOf(sequence, action.origin)
  return waitEnd(step, addLocalDays(action.momentAt, days, sequence.timezone), sequence.timezone)
}

/** Withdraws a send or list step that has not started, and resolves it again. */
function moveStart(s: Snapshot, from: EnrollmentState, action: PlannedAction): Decision {
  const { origin, momentAt } = action
  const meta = { rule: 'replanned' as const, inputs: { was: iso(action.at), wasStep: action.stepId } }
  const withdrawn = withdraw(from)
  const target = targetOf(s, withdrawn, action)
  if (target && target.id === action.stepId) {
    const moved = replanned(s, target, action)
    const same = moved.at.getTime() === action.at.getTime()
    return plan({ ...from, action: moved }, same ? meta : { ...meta, cancelled: pendingVisit(s) })
  }
  const left = { ...meta, cancelled: pendingVisit(s) }
  if (!origin) return { ...begin(s, withdrawn, 'replanned'), cancelled: left.cancelled }
  if (target) return plan(enter(s, withdrawn, target, momentAt, origin), left)
  return proceed(s, withdrawn, origin, momentAt, left)
}

/** The step that should be pending now; null for the end. */
function targetOf(s: Snapshot, from: EnrollmentState, action: PlannedAction): PlanStep | null {
  const { origin } = action
  if (!origin) return firstStep(s.plan)
  const pending = findLiveStep(s.plan, action.stepId)
  // The origin was deleted: keep the step that it led to.
  if (pending && !findLiveStep(s.plan, origin.stepId)) return pending
  const next = resolveNext(s.plan, from.visits, origin)
  return next.kind === 'step' ? next.step : null
}

/** The action of the same step with the current settings. A send whose planned time is unchanged keeps its slot. */
function replanned(s: Snapshot, step: PlanStep, action: PlannedAction): PlannedAction {
  const { momentAt, origin } = action
  const asPlanned = planAction(s.plan, step, momentAt, origin, momentAt)
  if (step.type !== 'send_email') return asPlanned
  if (asPlanned.plannedAt.getTime() !== action.plannedAt.getTime()) {
    return planAction(s.plan, step, momentAt, origin, s.now)
  }
  const at = startTimeOf(step, action.at, s.now, s.plan)
  return at.getTime() === action.at.getTime() ? action : { ...action, at, plannedAt: at }
}
