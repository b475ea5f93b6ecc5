import { findStep, firstStep, nextLinks, resolveNext } from './graph'
import type { EnrollmentState, PlanStep, SequencePlan } from './types'

const known = new WeakMap<SequencePlan, Map<string, ReadonlySet<string>>>()

/**
 * The steps that an enrollment can still come to, whatever its contact does: its pending step, and those that lead on from there. A step
 * whose email has left counts only if a branch leads back to it. Repetitions by loops are followed once.
 */
export function stepsAhead(
  plan: SequencePlan,
  { status, action, visits }: EnrollmentState,
): ReadonlySet<string> {
  if (status !== 'active') return new Set()
  // Many enrollments stand at the same place.
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
