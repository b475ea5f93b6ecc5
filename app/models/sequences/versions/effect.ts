import { isSame, type SequenceContent, type StepContent } from './content'

/** What a change does to a step: another text, a new step, a deleted one, or another edit. */
export type StepChangeKind = 'text' | 'new' | 'deleted' | 'edited'

/** How a changed step concerns the contacts in progress. */
export interface StepEffect {
  id: string
  name: string
  /** Only contacts who take a branch reach it. */
  branchOnly: boolean
  kind: StepChangeKind
  /** Contacts who can still reach it; of a deleted step, who could have. */
  ahead: number
  /** All others in progress. */
  passed: number
}

/** The effect of a change on the contacts in progress: as if none of them reacts, and before spacing and daily limits. */
export interface Effect {
  /** Contacts in progress. All of them follow the change. */
  contacts: number
  /** Whether the figures were computed from a sample of them and projected. */
  isEstimate: boolean
  steps: StepEffect[]
  /** Contacts whose next email moves. */
  moved: number
  /** The earliest of these emails before and after; null if none moves. */
  earliest: { from: Date; to: Date } | null
  /** Contacts whose next email is that of another step. */
  otherNext: number
  /** Contacts who end at once. */
  ended: number
  /** Contacts who would have got a further email, and get none. Without those who end at once. */
  lastEmail: number
  /** Contacts who would have got no further email, and get one. */
  furtherEmail: number
}

/** The steps that a change concerns, apart from names and order. */
export function changedSteps(
  before: SequenceContent,
  after: SequenceContent,
): { step: StepContent; kind: StepChangeKind }[] {
  const old = new Map(before.steps.map((step) => [step.id, step]))
  const kept = new Set(after.steps.map(({ id }) => id))
  return [
    ...after.steps.flatMap((step) => {
      const was = old.get(step.id)
      const kind = was ? kindOf(was, step) : 'new'
      return kind ? [{ step, kind }] : []
    }),
    ...before.steps
      .filter(({ id }) => !kept.has(id))
      .map((step): { step: StepContent; kind: StepChangeKind } => ({ step, kind: 'deleted' })),
  ]
}

function kindOf(was: StepContent, is: StepContent): StepChangeKind | null {
  if (is.stepType === 'send_email' && was.stepType === 'send_email' && !isSame(was.variants, is.variants))
    return 'text'
  const rest = ({ name: _n, order: _o, ...fields }: StepContent) => fields
  return isSame(rest(was), rest(is)) ? null : 'edited'
}
