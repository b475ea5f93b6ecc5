import {
  type BranchName,
  branchValue,
  defaultTarget,
  type LinkedStep,
  targetOf,
} from '~/models/sequences/flow/links'

/** The part of a step that its description needs. */
export interface StepLike extends LinkedStep {
  name: string
}

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

/** The default target of a branch, in words. */
function describeDefault(
  step: { id?: string; order: number; branchOnly?: boolean },
  branch: BranchName,
  steps: readonly StepLike[],
): string {
  const next = defaultTarget(step, branch, steps)
  return next ? `Next step in order: ${next.name}` : END
}

/** The target of a branch, in words. */
export const describeBranch = (step: StepLike, branch: BranchName, steps: readonly StepLike[]): string =>
  branchValue(step, branch) === 'default'
    ? describeDefault(step, branch, steps)
    : (targetOf(step, branch, steps)?.name ?? END)

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
