import { type BranchName, branchValue } from '~/models/sequences/flow/links'
import { variantValues } from '~/models/sequences/variants/fields'
import type { StepFormProps, StepView } from './step-view'
import { clock } from './step-words'

/** The stored target of a branch, or that of a new step which is inserted before it; undefined for another new step. */
export const storedValue = (step: StepFormProps['step'], branch: BranchName) =>
  step.id ? branchValue(step as StepView, branch) : (step[`${branch}StepId`] ?? undefined)

const BRANCH_NAMES = ['notOpened', 'openedNoReply', 'replied', 'nextAction'] as const

/** The values of the draft; a branch whose new step was not created keeps its previous target. */
export function draftedOf({
  step,
  draft,
}: Pick<StepFormProps, 'step' | 'draft'>): Record<string, string | undefined> {
  const fields: Record<string, string | undefined> = { ...draft?.fields }
  for (const branch of BRANCH_NAMES) {
    const value = fields[`${branch}StepId`]
    fields[`${branch}StepId`] = value === 'new' ? storedValue(step, branch) : (value ?? 'default')
  }
  return fields
}

/** The initial values of the fields without a draft. */
export function defaultsOf(step: StepFormProps['step']): Record<string, string | undefined> {
  const text = (value: unknown) => (value === null || value === undefined ? undefined : String(value))
  const numbers = [
    ...['delayDays', 'reactionWindowHours', 'reactionWindowMinutes'],
    ...['notOpenedWaitDays', 'openedNoReplyWaitDays', 'repliedWaitDays', 'waitValue'],
  ]
  const fields = step as Record<string, unknown>
  return {
    ...Object.fromEntries(
      [...numbers, 'name', 'personaId', 'waitUnit'].map((name) => [name, text(fields[name])]),
    ),
    ...Object.fromEntries(
      BRANCH_NAMES.map((branch) => [`${branch}StepId`, storedValue(step, branch) ?? 'default']),
    ),
    ...(step.id ? {} : { waitUnit: text(fields.waitUnit) ?? 'days' }),
    ...variantValues(step.variants ?? []),
    sendTime: step.sendHour === undefined ? undefined : clock(step.sendHour, step.sendMinute ?? 0),
    skipWeekends: step.skipWeekends ? 'on' : undefined,
    sameThread: step.sameThread ? 'on' : undefined,
    branchOnly: step.branchOnly ? 'on' : undefined,
  }
}
