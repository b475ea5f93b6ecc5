import type { steps } from '#drizzle/schema'
import type { Step, StepChange } from './step'
import type { Variant } from './variants/variants'

export type StepRow = typeof steps.$inferSelect

/** Converts a stored step for display. A link to a deleted step reads as the end. */
export function toStep(row: StepRow, variants: readonly Variant[], living: Set<string>): Step {
  const { archivedAt: _, ...step } = row
  const link = (id: string | null) => (id && living.has(id) ? id : null)
  const kind = (next: Step['notOpenedNext'], id: string | null) =>
    next === 'step' && !link(id) ? 'end' : next
  return {
    ...step,
    variants,
    notOpenedNext: kind(step.notOpenedNext, step.notOpenedStepId),
    notOpenedStepId: link(step.notOpenedStepId),
    openedNoReplyNext: kind(step.openedNoReplyNext, step.openedNoReplyStepId),
    openedNoReplyStepId: link(step.openedNoReplyStepId),
    repliedNext: kind(step.repliedNext, step.repliedStepId),
    repliedStepId: link(step.repliedStepId),
    nextActionType:
      step.nextActionType && step.nextActionType !== 'end' && !link(step.nextActionStepId)
        ? 'end'
        : step.nextActionType,
    nextActionStepId: link(step.nextActionStepId),
  }
}

/** Converts input to columns. Branch targets become a kind and an id. @param before the step being changed, if any */
export function columnsOf(input: StepChange, before?: StepRow) {
  const { name: _name, variants: _variants, nextActionType, nextActionStepId, waitUnit, ...rest } = input
  const { notOpenedStepId, openedNoReplyStepId, repliedStepId, ...others } = rest
  const { notOpenedNext, openedNoReplyNext, repliedNext, ...plain } = others
  return {
    ...plain,
    ...(waitUnit === undefined ? {} : { waitUnit }),
    ...branchColumns('notOpened', notOpenedStepId, notOpenedNext, before),
    ...branchColumns('openedNoReply', openedNoReplyStepId, openedNoReplyNext, before),
    ...branchColumns('replied', repliedStepId, repliedNext, before),
    ...nextColumns(nextActionType, nextActionStepId, before),
  }
}

type BranchInput = StepChange['notOpenedStepId']
type BranchName = 'notOpened' | 'openedNoReply' | 'replied'

/**
 * A target of null is ambiguous, so `next` decides if it is given. Null alone leaves a default branch unchanged, so that a step can
 * be written back as it was read. It turns any other branch, and that of a new step, into the end.
 */
function branchColumns(
  name: BranchName,
  target: BranchInput,
  next: StepChange['notOpenedNext'],
  before: StepRow | undefined,
): Partial<StepRow> {
  const chosen = target ?? (next === 'step' ? undefined : next)
  if (chosen === 'default') return { [`${name}Next`]: 'default', [`${name}StepId`]: null }
  if (chosen === 'end' || chosen === '') return { [`${name}Next`]: 'end', [`${name}StepId`]: null }
  if (chosen) return { [`${name}Next`]: 'step', [`${name}StepId`]: chosen }
  if (target === undefined || before?.[`${name}Next`] === 'default') return {}
  return { [`${name}Next`]: 'end', [`${name}StepId`]: null }
}

/** The next action of wait and list steps: the end, the default or a step. Of a step, `type` tells the step's type. */
function nextColumns(
  type: StepChange['nextActionType'],
  target: BranchInput,
  before: StepRow | undefined,
): Partial<StepRow> {
  if (target && target !== 'default' && target !== 'end') {
    return {
      nextActionType: type === 'add_to_persona' ? 'add_to_persona' : 'send_email',
      nextActionStepId: target,
    }
  }
  if (target === 'end' || type === 'end') return { nextActionType: 'end', nextActionStepId: null }
  if (target === 'default' || type === 'default' || type === null)
    return { nextActionType: null, nextActionStepId: null }
  // Null without a type means the same as in branchColumns.
  if (target === null && before?.nextActionStepId) return { nextActionType: 'end', nextActionStepId: null }
  return {}
}
