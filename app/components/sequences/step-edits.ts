import type { EditWords } from '~/components/forms/edits'
import { BRANCH_FIELDS } from '~/models/sequences/step-draft'
import { VARIANT_FIELDS } from '~/models/sequences/variants/fields'
import type { EditParts, EditValues } from '~/models/shared/forms/edits'
import { defaultsOf, storedValue } from './step-defaults'
import type { StepFormProps } from './step-view'
import { branchOptions, REACTION_LABELS } from './step-words'

const branchPart = (branch: string, label: string) => ({
  label,
  fields: [`${branch}StepId`, `${branch}WaitDays`],
})

/** The fields of a step's form, with their labels. */
export const STEP_PARTS = {
  variants: { label: 'Email template', fields: VARIANT_FIELDS },
  delayDays: 'Delay (days)',
  sendTime: 'Send time',
  reactionWindow: {
    label: 'Reaction window',
    fields: ['reactionWindowHours', 'reactionWindowMinutes'],
  },
  skipWeekends: 'Skip weekends',
  sameThread: 'Same thread',
  notOpened: branchPart('notOpened', REACTION_LABELS.notOpened),
  openedNoReply: branchPart('openedNoReply', REACTION_LABELS.openedNoReply),
  replied: branchPart('replied', REACTION_LABELS.replied),
  wait: { label: 'Wait', fields: ['waitValue', 'waitUnit'] },
  personaId: 'Email list',
  nextAction: branchPart('nextAction', 'Next action'),
  name: 'Step name',
  branchOnly: 'Branch only',
} satisfies EditParts

const COMMON = ['name', 'branchOnly']
/** The fields that the form of each type has. */
const FIELDS: Record<string, readonly string[]> = {
  send_email: [
    ...VARIANT_FIELDS,
    ...['delayDays', 'sendTime', 'reactionWindowHours', 'reactionWindowMinutes'],
    ...['skipWeekends', 'sameThread'],
    ...['notOpened', 'openedNoReply', 'replied'].flatMap((branch) => [
      `${branch}StepId`,
      `${branch}WaitDays`,
    ]),
  ],
  wait: ['waitValue', 'waitUnit', 'nextActionStepId'],
  add_to_persona: ['personaId', 'nextActionStepId'],
}
const isBox = (field: string) =>
  /^active.$/.test(field) || ['skipWeekends', 'sameThread', 'branchOnly'].includes(field)

/** The stored values of a step's form. */
export function stepValues(step: StepFormProps['step']): EditValues {
  const fields = defaultsOf(step)
  // A single variant has no checkbox.
  if (fields.variantCount === '1') fields.activeA = undefined
  return Object.fromEntries(
    [...COMMON, ...FIELDS[step.stepType]!].map((name) => [
      name,
      isBox(name) ? fields[name] === 'on' : (fields[name] ?? ''),
    ]),
  )
}

/** What the values of a step's form mean. */
export const stepWords =
  ({
    step,
    steps,
    templates,
    personas,
  }: Pick<StepFormProps, 'step' | 'steps' | 'templates' | 'personas'>): EditWords =>
  (field, value) => {
    if (field === 'variantCount') return null
    if (field.startsWith('templateId')) return templates.find(({ id }) => id === value)?.name
    if (/^weight.$/.test(field)) return value && `weight ${value}`
    if (/^active.$/.test(field)) return value ? 'active' : null
    if (field === 'personaId') return personas.find(({ id }) => id === value)?.name
    if (field === 'reactionWindowHours') return `${value || 0} hours`
    if (field === 'reactionWindowMinutes') return `${value || 0} minutes`
    if (field.endsWith('WaitDays')) return `wait ${value || 0} days`
    const branch = BRANCH_FIELDS.find((candidate) => field === `${candidate}StepId`)
    return (
      branch &&
      branchOptions(step, branch, steps, storedValue(step, branch)).find((option) => option.value === value)
        ?.label
    )
  }
