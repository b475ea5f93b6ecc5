/** The part of a step that tells where it leads. */
export interface LinkedStep {
  id: string
  order: number
  branchOnly: boolean
  stepType: 'send_email' | 'wait' | 'add_to_persona'
  notOpenedNext: 'default' | 'end' | 'step'
  notOpenedStepId: string | null
  openedNoReplyNext: 'default' | 'end' | 'step'
  openedNoReplyStepId: string | null
  repliedNext: 'default' | 'end' | 'step'
  repliedStepId: string | null
  nextActionType: 'end' | 'send_email' | 'add_to_persona' | null
  nextActionStepId: string | null
}

/** The part of a step that tells how long it takes. */
export interface TimedStep extends LinkedStep {
  delayDays: number
  reactionWindowHours: number
  reactionWindowMinutes: number
  notOpenedWaitDays: number
  openedNoReplyWaitDays: number
  repliedWaitDays: number
  waitValue: number | null
  waitUnit: 'hours' | 'days' | null
}

const REACTIONS = ['notOpened', 'openedNoReply', 'replied'] as const
export type BranchName = (typeof REACTIONS)[number] | 'nextAction'

/** The branches that a step of this type has. */
export const branchesOf = ({ stepType }: Pick<LinkedStep, 'stepType'>): readonly BranchName[] =>
  stepType === 'send_email' ? REACTIONS : ['nextAction']

/** The stored target of a branch: `default`, `end`, or a step's id. */
export function branchValue(step: LinkedStep, branch: BranchName): string {
  if (branch === 'nextAction')
    return step.nextActionType === null ? 'default' : (step.nextActionStepId ?? 'end')
  const next = step[`${branch}Next`]
  return next === 'step' ? (step[`${branch}StepId`] ?? 'end') : next
}

/**
 * The default target of a branch: the next step of the main line, or null for the end (after a reply, after a side step, and if no
 * step is left).
 * @param steps all steps of the sequence, in order
 */
export function defaultTarget<S extends Pick<LinkedStep, 'id' | 'order' | 'branchOnly'>>(
  step: { id?: string; order: number; branchOnly?: boolean },
  branch: BranchName,
  steps: readonly S[],
): S | null {
  if (branch === 'replied' || step.branchOnly) return null
  const index = steps.findIndex(({ id }) => id === step.id)
  const isLater = (other: S, at: number) => (index < 0 ? other.order > step.order : at > index)
  return steps.find((other, at) => !other.branchOnly && isLater(other, at)) ?? null
}

/** The step that a branch leads to; null for the end. @param steps all steps of the sequence, in order */
export function targetOf<S extends LinkedStep>(step: S, branch: BranchName, steps: readonly S[]): S | null {
  const value = branchValue(step, branch)
  if (value === 'default') return defaultTarget(step, branch, steps)
  return steps.find(({ id }) => id === value) ?? null
}

/** Where contacts start: the first step of the main line, or of all steps if there is none. */
export const firstStep = <S extends Pick<LinkedStep, 'branchOnly'>>(steps: readonly S[]): S | null =>
  steps.find((step) => !step.branchOnly) ?? steps[0] ?? null

/** A way from a step to the next one. Branches that lead to the same step after the same time share it. */
export interface Link {
  /** Null for the start of the sequence. */
  from: string | null
  branches: readonly BranchName[]
  /** Null for the end of the sequence. */
  to: string | null
  /** Days from this step to the next, with reaction window, wait days and delay; 0 to the end. */
  days: number
}

/** All ways of a sequence, the start first. @param steps all steps of the sequence, in order */
export function linksOf<S extends TimedStep>(steps: readonly S[]): Link[] {
  const first = firstStep(steps)
  const links: Link[] = first ? [{ from: null, branches: [], to: first.id, days: delayOf(first) }] : []
  for (const step of steps) {
    const own: (Link & { branches: BranchName[] })[] = []
    for (const branch of branchesOf(step)) {
      const target = targetOf(step, branch, steps)
      const days = target ? daysAfter(step, branch) + delayOf(target) : 0
      const to = target?.id ?? null
      // A reply ends the sequence by default, the other reactions when no step is left: two ways to the end.
      const same = own.find(
        (link) => link.to === to && link.days === days && (to !== null || branch !== 'replied'),
      )
      if (same) same.branches.push(branch)
      else own.push({ from: step.id, branches: [branch], to, days })
    }
    links.push(...own)
  }
  return links
}

const delayOf = (step: TimedStep) => (step.stepType === 'send_email' ? step.delayDays : 0)

const HOURS_PER_DAY = 24

/** Days until a step is left by a branch. A reply decides at once, other reactions when the window ends. */
function daysAfter(step: TimedStep, branch: BranchName): number {
  if (branch === 'nextAction') {
    if (step.stepType !== 'wait') return 0
    const value = step.waitValue ?? 0
    return step.waitUnit === 'days' ? value : Math.floor(value / HOURS_PER_DAY)
  }
  const hours = step.reactionWindowHours + step.reactionWindowMinutes / 60
  return (branch === 'replied' ? 0 : Math.ceil(hours / HOURS_PER_DAY)) + step[`${branch}WaitDays`]
}
