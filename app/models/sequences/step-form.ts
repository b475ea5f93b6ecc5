import { z } from 'zod'
import { STEP_TYPES } from '#drizzle/schema/enums'
import { type InsertPlace, readPlace } from './flow/insert'
import { missingPart, type NewStep, StepChange } from './step'
import { BRANCH_FIELDS, type BranchField, NEW_STEP_TARGET, packDraft } from './step-draft'
import { fieldOfProblem, readVariants, VARIANT_FIELDS, variantShape } from './variants/fields'

/** "new": a step that still has to be filled in. "made-0": a filled-in new step that is saved together with this one. */
const target = z
  .union(
    [z.enum(['default', 'end', 'new']), z.string().regex(NEW_STEP_TARGET), z.uuid()],
    'Choose a next step',
  )
  .default('default')

/** The maximum number of new steps of one form, and of characters of each draft. */
const MAX_NEW_STEPS = 10
const MAX_DRAFT_LENGTH = 8000

const { shape } = StepChange

/** The form enters the time at once; hour and minute alone are read, too. */
const TIME = /^(([01]\d|2[0-3]):[0-5]\d)?$/

/** On the main line, or reached only by branches. */
type Place = 'main' | 'side'

/**
 * A complete step as submitted by its form. Empty fields get the form's fallbacks (specification document 1, sections 4 and 5).
 */
export const StepFields = z
  .object({
    stepType: z.enum(STEP_TYPES, 'Choose a step type'),
    name: shape.name,
    ...variantShape,
    delayDays: shape.delayDays.transform((days) => days ?? 0),
    sendTime: z
      .string('Enter a time from 00:00 to 23:59')
      .max(5, 'Enter a time from 00:00 to 23:59')
      .regex(TIME, 'Enter a time from 00:00 to 23:59')
      .default(''),
    sendHour: shape.sendHour.transform((hour) => hour ?? 9),
    sendMinute: shape.sendMinute.transform((minute) => minute ?? 0),
    reactionWindowHours: shape.reactionWindowHours.transform((hours) => hours ?? 48),
    reactionWindowMinutes: shape.reactionWindowMinutes.transform((minutes) => minutes ?? 0),
    skipWeekends: shape.skipWeekends.transform((flag) => flag ?? false),
    sameThread: shape.sameThread.transform((flag) => flag ?? false),
    branchOnly: shape.branchOnly.transform((flag) => flag ?? false),
    notOpenedStepId: target,
    notOpenedWaitDays: shape.notOpenedWaitDays.transform((days) => days ?? 0),
    openedNoReplyStepId: target,
    openedNoReplyWaitDays: shape.openedNoReplyWaitDays.transform((days) => days ?? 0),
    repliedStepId: target,
    repliedWaitDays: shape.repliedWaitDays.transform((days) => days ?? 0),
    waitValue: shape.waitValue,
    waitUnit: shape.waitUnit,
    nextActionStepId: target,
    personaId: shape.personaId,
    after: z.union([z.enum(['start', '']), z.uuid()], 'Choose a place').default(''),
    on: z.string().max(100, 'Choose a place').default(''),
    view: z.string().max(20, 'Unknown view').default(''),
    place: z.enum(['main', 'side', ''], 'Choose who gets this step').default(''),
    made: z
      .array(z.string().max(MAX_DRAFT_LENGTH, 'The new steps are too long'))
      .max(MAX_NEW_STEPS, 'Too many new steps')
      .default([]),
  })
  .superRefine((step, context) => {
    // A form that continues with the form of a new step is not saved yet, so it may be incomplete.
    const missing = BRANCH_FIELDS.some((branch) => step[`${branch}StepId`] === 'new')
      ? null
      : missingPart({ ...step, variants: readVariants(step) })
    if (!missing) return
    const { path, message, variants } = missing
    context.addIssue({ code: 'custom', path: [variants ? fieldOfProblem(variants) : path], message })
  })
  .transform(({ made, ...form }): ParsedForm => {
    const chosen = (branch: BranchField) => form[`${branch}StepId`]
    const { place, after, on, view: _, sendTime, ...step } = form
    if (sendTime) [step.sendHour, step.sendMinute] = sendTime.split(':').map(Number) as [number, number]
    const links: ParsedForm['links'] = {}
    for (const branch of BRANCH_FIELDS) {
      const index = NEW_STEP_TARGET.exec(chosen(branch))?.[1]
      const text = index === undefined ? undefined : made[Number(index)]
      if (text !== undefined) links[branch] = text
      if (index !== undefined || chosen(branch) === 'new') step[`${branch}StepId`] = 'default'
    }
    return {
      step: fieldsOfType({ ...step, variants: readVariants(form) } as NewStep & { stepType: string }),
      links,
      place: place || null,
      insertAt: readPlace(after, on),
      toMake: BRANCH_FIELDS.some((branch) => chosen(branch) === 'new'),
      draft: packDraft([...formEntries(form), ...made.map((text): [string, string] => ['made', text])]),
    }
  })
export type StepFields = z.output<typeof StepFields>

interface ParsedForm {
  step: NewStep
  /** Drafts of new steps, by the branch that leads to them. */
  links: Partial<Record<BranchField, string>>
  /** Whether main-line steps that become the target of a branch stay on the main line or become side steps. Null: not asked yet. */
  place: Place | null
  /** Where a new step is inserted; null for the end. */
  insertAt: InsertPlace | null
  /** Whether a branch still waits for its new step. Nothing is saved then. */
  toMake: boolean
  /** The whole form as a draft, to show it again. */
  draft: string
}

/** The fields as form entries. */
const formEntries = (form: object): [string, string][] =>
  Object.entries(form).flatMap(([name, value]) =>
    value === undefined || value === null || value === false
      ? []
      : [[name, value === true ? 'on' : String(value)]],
  )

/** Parses a draft. @throws ZodError if it is not valid */
export function parseDraft(text: string): StepFields {
  const search = new URLSearchParams(text)
  return StepFields.parse({ ...Object.fromEntries(search), made: search.getAll('made') })
}

const COMMON = ['stepType', 'name', 'branchOnly'] as const
const PLAIN = {
  wait: ['waitValue', 'waitUnit', 'nextActionStepId'],
  add_to_persona: ['personaId', 'nextActionStepId'],
} as const

/** Keeps only the fields that exist for the step's type. */
function fieldsOfType(step: NewStep & { stepType: string }): NewStep {
  if (step.stepType === 'send_email') {
    const { waitValue: _v, waitUnit: _u, nextActionStepId: _n, personaId: _p, ...send } = step
    const names = VARIANT_FIELDS.filter((name) => name !== 'templateId')
    return Object.fromEntries(Object.entries(send).filter(([key]) => !names.includes(key)))
  }
  const keys: readonly string[] = [...COMMON, ...PLAIN[step.stepType as keyof typeof PLAIN]]
  return Object.fromEntries(Object.entries(step).filter(([key]) => keys.includes(key)))
}
