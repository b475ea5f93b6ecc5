/** The part of a step that its description needs. */
export interface StepLike {
  id: string
  name: string
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

export type BranchName = 'notOpened' | 'openedNoReply' | 'replied' | 'nextAction'

export const TYPE_LABELS = {
  send_email: 'Send Email',
  wait: 'Wait',
  add_to_persona: 'Add to Email List',
} as const

export const REACTION_LABELS = {
  notOpened: 'Not opened',
  openedNoReply: 'Opened, no reply',
  replied: 'Replied',
} as const

const END = 'End of sequence'

/** The stored target of a branch: `default`, `end`, or a step's id. */
export function branchValue(step: StepLike, branch: BranchName): string {
  if (branch === 'nextAction')
    return step.nextActionType === null ? 'default' : (step.nextActionStepId ?? 'end')
  const next = step[`${branch}Next`]
  return next === 'step' ? (step[`${branch}StepId`] ?? 'end') : next
}

/**
 * The default target of a branch: the next step of the main line, or the end (after a reply, after a side step, and if no step is
 * left).
 */
function describeDefault(
  step: { order: number; branchOnly?: boolean },
  branch: BranchName,
  steps: readonly StepLike[],
): string {
  if (branch === 'replied' || step.branchOnly) return END
  const next = steps.find((other) => other.order > step.order && !other.branchOnly)
  return next ? `Next step in order: ${next.name}` : END
}

/** The target of a branch, in words. */
export function describeBranch(step: StepLike, branch: BranchName, steps: readonly StepLike[]): string {
  const value = branchValue(step, branch)
  if (value === 'default') return describeDefault(step, branch, steps)
  if (value === 'end') return END
  return steps.find((other) => other.id === value)?.name ?? END
}

/**
 * The choices for a branch: the default, each later step, a new one, the end. The current target is always included.
 * @param made steps that are saved together with this one
 */
export function branchOptions(
  step: { id?: string; order: number; branchOnly?: boolean },
  branch: BranchName,
  steps: readonly StepLike[],
  chosen?: string,
  made: readonly { value: string; label: string }[] = [],
): { value: string; label: string }[] {
  const meaning = describeDefault(step, branch, steps)
  // The next action of a Wait or list step may be any step (specification document 1, section 5); a reaction leads to later ones.
  const offered = steps.filter(
    (other) =>
      other.id !== step.id && (branch === 'nextAction' || other.order > step.order || other.id === chosen),
  )
  return [
    { value: 'default', label: meaning === END ? 'Default: end of sequence' : meaning },
    { value: 'end', label: branch === 'nextAction' ? 'End Sequence' : END },
    ...offered.map(({ id, name, order }) => ({ value: id, label: `Step ${order}: ${name}` })),
    ...made,
    { value: 'new', label: 'Create a new step…' },
  ]
}

export const clock = (hour: number, minute: number) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

export const count = (n: number, one: string, many = `${one}s`) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** The time zone that the times of a sequence's steps are in. */
export const zoneWords = ({
  timezone,
  useContactTimezone,
}: {
  timezone: string
  useContactTimezone: boolean
}) => (useContactTimezone ? `the contact's time zone, else ${timezone}` : timezone)
