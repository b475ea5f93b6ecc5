import type { Next, PlanStep, SequencePlan } from '~/engine/types'
import type { WorldEvent } from './arbitraries'

const ZONES = ['UTC', 'America/New_York', 'Australia/Sydney', 'Asia/Ho_Chi_Minh', 'Europe/London']

function someNext(plan: SequencePlan, pick: number): Next {
  const target = plan.steps[pick % plan.steps.length]
  if (pick % 4 === 0 || !target) return { kind: 'default' }
  return pick % 4 === 1 ? { kind: 'end' } : { kind: 'step', stepId: target.id }
}

function editStep(step: PlanStep, plan: SequencePlan, { kind, pick }: WorldEvent): PlanStep {
  if (kind === 'archiveStep') return { ...step, archived: true }
  if (kind === 'moveStep') return { ...step, order: (pick % 13) - 2 }
  if (kind === 'editBranch') {
    if (step.type !== 'send_email') return { ...step, next: someNext(plan, pick) }
    const branch = { waitDays: pick % 3, next: someNext(plan, pick) }
    return { ...step, branches: { ...step.branches, [pick % 2 ? 'not_opened' : 'replied']: branch } }
  }
  if (kind === 'toggleBranchOnly') return { ...step, branchOnly: !step.branchOnly }
  if (step.type !== 'send_email') return step
  if (kind === 'editTime')
    return { ...step, sendHour: pick % 24, delayDays: pick % 3, windowMinutes: pick * 3 }
  return kind === 'toggleWeekends' ? { ...step, skipWeekends: !step.skipWeekends } : step
}

/** The sequence after a user's edit of the step that `pick` points at. */
export function editPlan(plan: SequencePlan, event: WorldEvent): SequencePlan {
  const { kind, pick } = event
  if (kind === 'editDays')
    return {
      ...plan,
      sendDays: pick % 3 === 0 ? null : [1 + (pick % 5), 1 + ((pick + 2) % 5), 7],
      latestMinute: pick % 2 === 0 ? null : 12 * 60,
    }
  if (kind === 'editZone') return { ...plan, timezone: ZONES[pick % ZONES.length] ?? 'UTC' }
  if (kind === 'addStep') {
    const model = plan.steps[pick % plan.steps.length]
    const order = Math.max(...plan.steps.map((step) => step.order)) + 1
    return model
      ? { ...plan, steps: [...plan.steps, { ...model, id: `s${plan.steps.length}`, order }] }
      : plan
  }
  const target = pick % plan.steps.length
  return {
    ...plan,
    steps: plan.steps.map((step, index) => (index === target ? editStep(step, plan, event) : step)),
  }
}
