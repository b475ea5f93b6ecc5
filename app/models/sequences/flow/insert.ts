import {
  type BranchName,
  branchesOf,
  branchValue,
  defaultTarget,
  firstStep,
  type LinkedStep,
  targetOf,
} from './links'

/** Where a new step is inserted: on the way from a step by some of its branches, or at the start (`after` is null). */
export interface InsertPlace {
  after: string | null
  branches: readonly BranchName[]
}

/** How a new step gets between two steps without a change to any other way. */
export interface Insertion {
  /** Its position among all steps. */
  index: number
  /** A number between those of its neighbors. */
  order: number
  /** It stays off the main line, because only some branches lead to it. */
  branchOnly: boolean
  /** The branches of the step before it that must name it. The others get there in order. */
  branches: readonly BranchName[]
  /** The step that the branches led to; null for the end. */
  target: string | null
  /** The new step's next step: `default`, or the id of the target where the default leads elsewhere. */
  next: string
}

/**
 * Plans an insertion. The new step joins the main line if it is inserted on everything that follows the step before it in order;
 * otherwise it is a side step that the branches name.
 * @param steps all steps of the sequence, in order
 * @returns `unknown` if the step before it is not one of them, `apart` if the branches no longer lead to one step
 */
export function planInsertion(
  steps: readonly LinkedStep[],
  { after, branches }: InsertPlace,
): Insertion | 'unknown' | 'apart' {
  if (after === null) return atStart(steps)
  const index = steps.findIndex(({ id }) => id === after)
  const from = steps[index]
  if (!from) return 'unknown'
  const target = targetOf(from, branches[0]!, steps)
  if (branches.some((branch) => !branchesOf(from).includes(branch))) return 'apart'
  if (branches.some((branch) => targetOf(from, branch, steps) !== target)) return 'apart'
  const following = followingOf(from)
  const isMain = following.length > 0 && following.every((branch) => branches.includes(branch))
  return {
    index: index + 1,
    order: from.order + 0.5,
    branchOnly: !isMain,
    branches: isMain ? branches.filter((branch) => !following.includes(branch)) : branches,
    target: target?.id ?? null,
    next: isMain ? 'default' : (target?.id ?? 'default'),
  }
}

/** The branches of a main-line step that continue in order. */
export const followingOf = (step: LinkedStep): BranchName[] =>
  branchesOf(step).filter(
    (branch) => !step.branchOnly && branch !== 'replied' && branchValue(step, branch) === 'default',
  )

function atStart(steps: readonly LinkedStep[]): Insertion {
  const target = firstStep(steps)
  const order = (steps[0]?.order ?? 1) - 0.5
  const follows = defaultTarget({ order }, 'nextAction', steps)?.id ?? null
  const next = target && target.id !== follows ? target.id : 'default'
  return { index: 0, order, branchOnly: false, branches: [], target: target?.id ?? null, next }
}

const START = 'start'

/** A place as fields of a form and a URL. */
export const placeFields = ({ after, branches }: InsertPlace): Record<string, string> => ({
  after: after ?? START,
  ...(branches.length > 0 ? { on: branches.join() } : {}),
})

/** Reads a place from the fields; null if none is given. The values may be anything. */
export function readPlace(
  after: string | null | undefined,
  on: string | null | undefined,
): InsertPlace | null {
  if (!after) return null
  if (after === START) return { after: null, branches: [] }
  const named = (on ?? '').split(',')
  const branches = (['notOpened', 'openedNoReply', 'replied', 'nextAction'] as const).filter((branch) =>
    named.includes(branch),
  )
  return branches.length > 0 ? { after, branches } : null
}

/** The branch targets of a new step with which contacts go on to where they went before it. */
export function onwardFields(
  { next }: Pick<Insertion, 'next'>,
  stepType: LinkedStep['stepType'],
): Partial<Record<`${BranchName}StepId`, string>> {
  if (next === 'default') return {}
  return stepType === 'send_email'
    ? { notOpenedStepId: next, openedNoReplyStepId: next }
    : { nextActionStepId: next }
}
