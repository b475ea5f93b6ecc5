import { z } from 'zod'
import { STEP_TYPES, WAIT_UNITS } from '#drizzle/schema/enums'
import { emptyableId, optionalWholeNumber, yesNo } from '~/models/shared/fields'
import {
  singleVariant,
  type Variant,
  Variants,
  type VariantsProblem,
  variantsProblem,
} from './variants/variants'

/**
 * The target of a branch: absent, null, "default", "end" or a step's id. For a new step, null means the end. In a change, null
 * leaves a default branch unchanged and turns a branch to a step into the end (see branchColumns).
 */
const branchTarget = z
  .union([z.null(), z.enum(['default', 'end']), z.literal(''), z.uuid()], 'Choose a next step')
  .optional()

/** The kind of a branch's target. Wins over a null target. `step` is accepted and ignored: the id already says it. */
const branchNext = z.enum(['default', 'end', 'step'], 'Choose a next step').optional()

const waitDays = optionalWholeNumber(0, 365, 'Wait days must be at least 0')
const WAIT = 'Please enter wait time and unit'

/** Any subset of a step's fields. Absent fields are unchanged, or get the defaults of a new step. */
export const StepChange = z.object({
  stepType: z.enum(STEP_TYPES, 'Choose a step type').optional(),
  name: z.string({ error: 'Must be a text' }).trim().max(200, 'Must be at most 200 characters').optional(),
  order: optionalWholeNumber(0, 10_000, 'Order must be a whole number of at least 0'),
  delayDays: optionalWholeNumber(0, 365, 'Delay days must be at least 0'),
  sendHour: optionalWholeNumber(0, 23, 'Send hour must be 0 to 23'),
  sendMinute: optionalWholeNumber(0, 59, 'Send minute must be 0 to 59'),
  reactionWindowHours: optionalWholeNumber(0, 8760, 'Reaction window hours must be at least 0'),
  reactionWindowMinutes: optionalWholeNumber(0, 59, 'Reaction window minutes must be 0 to 59'),
  templateId: emptyableId,
  variants: Variants,
  skipWeekends: yesNo,
  sameThread: yesNo,
  branchOnly: yesNo,
  notOpenedStepId: branchTarget,
  notOpenedNext: branchNext,
  notOpenedWaitDays: waitDays,
  openedNoReplyStepId: branchTarget,
  openedNoReplyNext: branchNext,
  openedNoReplyWaitDays: waitDays,
  repliedStepId: branchTarget,
  repliedNext: branchNext,
  repliedWaitDays: waitDays,
  waitValue: optionalWholeNumber(1, 8760, WAIT),
  waitUnit: z
    .union([z.enum(WAIT_UNITS), z.literal('').transform(() => undefined), z.null()], WAIT)
    .optional(),
  nextActionType: z
    .enum(['end', 'send_email', 'add_to_persona', 'default'], 'Choose a next action')
    .nullish(),
  nextActionStepId: branchTarget,
  personaId: emptyableId,
})
export type StepChange = z.output<typeof StepChange>

/** A required field that is missing, or variants that cannot be. */
interface MissingPart {
  path: string
  message: string
  variants?: VariantsProblem
}

/** The first required field that is missing for the step's type (specification document 1, section 5), or null. */
export function missingPart(step: {
  stepType?: string
  templateId?: string | null
  variants?: readonly Variant[] | null
  waitValue?: number | null
  waitUnit?: string | null
  personaId?: string | null
}): MissingPart | null {
  const type = step.stepType ?? 'send_email'
  if (type === 'send_email') {
    const { templateId = null, variants } = step
    const problem = variantsProblem(variants ?? singleVariant(templateId))
    const path = variants && variants.length !== 1 ? 'variants' : 'templateId'
    if (problem) return { path, message: problem.message, variants: problem }
  }
  if (type === 'wait' && (!step.waitValue || !step.waitUnit)) return { path: 'waitValue', message: WAIT }
  if (type === 'add_to_persona' && !step.personaId)
    return { path: 'personaId', message: 'Please select an email list' }
  return null
}

/** A new step. Absent fields get the defaults of specification document 1, section 9. */
export const NewStep = StepChange.superRefine((step, context) => {
  const missing = missingPart(step)
  if (missing) context.addIssue({ code: 'custom', path: [missing.path], message: missing.message })
})
export type NewStep = z.output<typeof NewStep>

/** A step as screens and the API show it. */
export interface Step {
  id: string
  sequenceId: string
  name: string
  order: number
  stepType: (typeof STEP_TYPES)[number]
  delayDays: number
  sendHour: number
  sendMinute: number
  reactionWindowHours: number
  reactionWindowMinutes: number
  /** The template of the first active variant. */
  templateId: string | null
  /** One to five for a Send Email step, none for others. */
  variants: readonly Variant[]
  skipWeekends: boolean
  sameThread: boolean
  /** A side step: only a branch or a next action leads to it. */
  branchOnly: boolean
  notOpenedNext: 'default' | 'end' | 'step'
  notOpenedStepId: string | null
  notOpenedWaitDays: number
  openedNoReplyNext: 'default' | 'end' | 'step'
  openedNoReplyStepId: string | null
  openedNoReplyWaitDays: number
  repliedNext: 'default' | 'end' | 'step'
  repliedStepId: string | null
  repliedWaitDays: number
  waitValue: number | null
  waitUnit: (typeof WAIT_UNITS)[number] | null
  nextActionType: 'end' | 'send_email' | 'add_to_persona' | null
  nextActionStepId: string | null
  personaId: string | null
  createdAt: Date
}

/** The error for a send time that is past, with the exact text of specification document 1, section 5. */
export const sendTimeMessage = (timezone: string, time: string) =>
  `Send time must be in the future. Current time in ${timezone} is ${time}. Please select a time after ${time}.`
