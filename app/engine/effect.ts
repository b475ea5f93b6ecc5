import { onDue } from './decide'
import { findStep, firstStep, nextLinks, resolveNext } from './graph'
import { replan } from './replan'
import type { EnrollmentState, Facts, PlanStep, SequencePlan, Snapshot } from './types'

/** The next email of an enrollment, if its contact does not react before. */
export interface NextEmail {
  stepId: string
  /** The planned time, before spacing and daily limits. */
  at: Date
}

/** What an enrollment does with one plan of its sequence. */
export interface PlanOutlook {
  /** Whether planning again ends it at once. */
  ended: boolean
  next: NextEmail | null
  /** The steps that it can still reach. */
  ahead: ReadonlySet<string>
}

/** The maximum number of windows, waits and list steps before an email. */
const MAX_ROUNDS = 100

/** What an enrollment would do if its sequence had this plan: it is planned again, as after an edit. */
export function outlookUnderPlan(snapshot: Snapshot, plan: SequencePlan): PlanOutlook {
  const s = { ...snapshot, plan }
  const { enrollment } = replan(s)
  return {
    ended: enrollment.status !== 'active',
    next: nextEmail({ ...s, enrollment }),
    ahead: stepsAhead(plan, enrollment),
  }
}

/**
 * Follows an enrollment to its next email. Leaves out everything but the plan and the contact's reactions so far: holds are lifted, and the
 * inbox is read in time.
 */
export function nextEmail(from: Snapshot): NextEmail | null {
  const facts: Facts = {
    ...from.facts,
    mailbox: READY,
    pendingSend: null,
    pressure: null,
    otherSequence: null,
  }
  let s: Snapshot = { ...from, facts }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { status, action } = s.enrollment
    if (status !== 'active' || !action) return null
    if (action.kind === 'send') return { stepId: action.stepId, at: action.at }
    const enrollment = { ...s.enrollment, holdReason: null, heldUntil: null }
    const now = new Date(Math.max(action.at.getTime(), s.now.getTime()))
    const after = onDue({ ...s, now, enrollment }).enrollment
    if (after.action === action && after.status === 'active') return null
    s = { ...s, now, enrollment: after }
  }
  return null
}

/** A mailbox that sends, and whose inbox does not delay anything. */
const READY = { connected: true, canRead: false, lastSyncEndedAt: null }

const known = new WeakMap<SequencePlan, Map<string, ReadonlySet<string>>>()

/**
 * The steps that an enrollment can still reach, whatever its contact does: its pending step, and those that lead on from there. A step
 * whose email has left counts only if a branch leads back to it. Repetitions by loops are followed once.
 */
export function stepsAhead(
  plan: SequencePlan,
  { status, action, visits }: EnrollmentState,
): ReadonlySet<string> {
  if (status !== 'active') return new Set()
  // Many enrollments are at the same place.
  const key = `${action?.kind} ${action?.stepId} ${JSON.stringify(visits)}`
  const ofPlan = known.get(plan) ?? new Map<string, ReadonlySet<string>>()
  known.set(plan, ofPlan)
  const found = ofPlan.get(key) ?? follow(plan, action, visits)
  ofPlan.set(key, found)
  return found
}

function follow(
  plan: SequencePlan,
  action: EnrollmentState['action'],
  visits: EnrollmentState['visits'],
): ReadonlySet<string> {
  const reached = new Set<string>()
  const open: PlanStep[] = []
  const enter = (step: PlanStep | null) => {
    if (!step || reached.has(step.id)) return
    reached.add(step.id)
    open.push(step)
  }
  const leave = (from: PlanStep) => {
    for (const { reaction } of nextLinks(from)) {
      const next = resolveNext(plan, visits, { stepId: from.id, reaction })
      if (next.kind === 'step') enter(next.step)
    }
  }
  const at = action && findStep(plan, action.stepId)
  if (!action) enter(firstStep(plan))
  else if (action.kind === 'send' || action.kind === 'add_to_list') enter(at)
  // Its email has left, or its wait has begun.
  else if (at) leave(at)
  for (let step = open.pop(); step; step = open.pop()) leave(step)
  return reached
}
