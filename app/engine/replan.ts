import { addLocalDays, waitEnd, windowEnd } from './calendar'
import { findLiveStep, findStep, firstStep, resolveNext, waitDaysOf } from './graph'
import {
  begin,
  blockedBy,
  end,
  enter,
  goOn,
  hold,
  iso,
  pendingVisit,
  plan,
  planAction,
  record,
  timely,
  waitsForRoom,
  withdraw,
} from './transitions'
import type {
  Decision,
  EnrollmentState,
  HoldReason,
  PlannedAction,
  SequencePlan,
  Snapshot,
  Step,
} from './types'

/** Holds that a change of the sequence does not lift: they are about the contact, or a server asked for them. */
const STANDING: readonly (HoldReason | null)[] = ['replied_elsewhere', 'out_of_office', 'retry']

/**
 * Plans anew what is not yet `sending`: at resume, after an edit that moves due times or links, and when the
 * reason of an open-ended hold is gone (mailbox back, contact or template edited, uncertain send settled).
 * The pending step is resolved again from where it came, so an inserted or moved step is honoured.
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
  if (waitsForRoom(enrollment)) return record(s, 'held')
  const { holdReason, heldUntil } = enrollment
  const stands =
    holdReason === 'paused_by_user' ||
    (heldUntil !== null && heldUntil > s.now && STANDING.includes(holdReason))
  if (facts.pendingSend === 'uncertain') return stands ? record(s, 'held') : hold(s, 'uncertain_send', null)
  const from = stands ? enrollment : { ...enrollment, holdReason: null, heldUntil: null }
  const { action } = from
  // The mail under way may be one that a reply has overtaken: its outcome would not lift this hold.
  if (facts.pendingSend === 'sending') {
    return enrollment.holdReason && action
      ? plan(from, { rule: 'in_flight', inputs: {} })
      : record(s, 'in_flight')
  }
  if (!action) return begin(s, from, 'first_step')
  if (action.kind === 'decide' || action.kind === 'wait') return moveEnd(s, from, action)
  return moveStart(s, from, action)
}

/** A window or wait in progress finishes; only its end moves. */
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

/** A send or list step that has not started is taken back and resolved again. */
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
  return goOn(s, withdrawn, origin, momentAt, left)
}

/** The step that should be pending now; null when the end is. */
function targetOf(s: Snapshot, from: EnrollmentState, action: PlannedAction): Step | null {
  const { origin } = action
  if (!origin) return firstStep(s.plan)
  const pending = findLiveStep(s.plan, action.stepId)
  // The step that chose it is deleted: what it chose while it existed stands.
  if (pending && !findLiveStep(s.plan, origin.stepId)) return pending
  const next = resolveNext(s.plan, from.visits, origin)
  return next.kind === 'step' ? next.step : null
}

/** The same step's action with today's settings; a send whose planned time is unchanged keeps its slot. */
function replanned(s: Snapshot, step: Step, action: PlannedAction): PlannedAction {
  const { momentAt, origin } = action
  const asPlanned = planAction(s.plan, step, momentAt, origin, momentAt)
  if (step.type !== 'send_email') return asPlanned
  if (asPlanned.plannedAt.getTime() !== action.plannedAt.getTime()) {
    return planAction(s.plan, step, momentAt, origin, s.now)
  }
  const at = timely(step, action.at, s.now, s.plan.timezone)
  return at.getTime() === action.at.getTime() ? action : { ...action, at, plannedAt: at }
}
