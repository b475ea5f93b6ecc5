import { z } from 'zod'
import { STEP_TYPES } from '#drizzle/schema/enums'
import { missingPart, type NewStep, StepChange } from './step'
import { BRANCHES, type Branch, MADE, packDraft } from './step-draft'

/** "new": a step still to be filled in; "made-0": one that was, and is saved with this one. */
const target = z
  .union([z.enum(['default', 'end', 'new']), z.string().regex(MADE), z.uuid()], 'Choose a next step')
  .default('default')

/** Most new steps beside one form, and the length of each as text. */
const MOST_MADE = 10
const MOST_TEXT = 8000

const { shape } = StepChange

/**
 * A step as its form sends it: all of it. What was left empty gets the form's fallback (specification document 1,
 * sections 4 and 5).
 */
export const StepForm = z
  .object({
    stepType: z.enum(STEP_TYPES, 'Choose a step type'),
    name: shape.name,
    templateId: shape.templateId,
    delayDays: shape.delayDays.transform((days) => days ?? 0),
    sendHour: shape.sendHour.transform((hour) => hour ?? 9),
    sendMinute: shape.sendMinute.transform((minute) => minute ?? 0),
    reactionWindowHours: shape.reactionWindowHours.transform((hours) => hours ?? 48),
    reactionWindowMinutes: shape.reactionWindowMinutes.transform((minutes) => minutes ?? 0),
    skipWeekends: shape.skipWeekends.transform((flag) => flag ?? false),
    sameThread: shape.sameThread.transform((flag) => flag ?? false),
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
    made: z
      .array(z.string().max(MOST_TEXT, 'The new steps are too long'))
      .max(MOST_MADE, 'Too many new steps')
      .default([]),
  })
  .superRefine((step, context) => {
    // A form that only goes on to a new step's is not saved yet.
    const missing = BRANCHES.some((branch) => step[`${branch}StepId`] === 'new') ? null : missingPart(step)
    if (missing) context.addIssue({ code: 'custom', path: [missing.path], message: missing.message })
  })
  .transform(({ made, ...form }): ParsedForm => {
    const chosen = (branch: Branch) => form[`${branch}StepId`]
    const step = { ...form }
    const links: ParsedForm['links'] = {}
    for (const branch of BRANCHES) {
      const index = MADE.exec(chosen(branch))?.[1]
      const text = index === undefined ? undefined : made[Number(index)]
      if (text !== undefined) links[branch] = text
      if (index !== undefined || chosen(branch) === 'new') step[`${branch}StepId`] = 'default'
    }
    return {
      step: ofType(step as NewStep & { stepType: string }),
      links,
      toMake: BRANCHES.some((branch) => chosen(branch) === 'new'),
      draft: packDraft([...textsOf(form), ...made.map((text): [string, string] => ['made', text])]),
    }
  })
export type StepForm = z.output<typeof StepForm>

interface ParsedForm {
  step: NewStep
  /** New steps, as drafts, by the branch that is to lead to them. */
  links: Partial<Record<Branch, string>>
  /** Whether a branch still waits for its new step: then nothing is saved. */
  toMake: boolean
  /** All of it, to show the form again. */
  draft: string
}

/** The fields as a form sends them. */
const textsOf = (form: object): [string, string][] =>
  Object.entries(form).flatMap(([name, value]) =>
    value === undefined || value === null || value === false
      ? []
      : [[name, value === true ? 'on' : String(value)]],
  )

/** A draft as a form. @throws ZodError when it is none */
export function parseDraft(text: string): StepForm {
  const search = new URLSearchParams(text)
  return StepForm.parse({ ...Object.fromEntries(search), made: search.getAll('made') })
}

const COMMON = ['stepType', 'name'] as const
const PLAIN = {
  wait: ['waitValue', 'waitUnit', 'nextActionStepId'],
  add_to_persona: ['personaId', 'nextActionStepId'],
} as const

/** Only the fields that a step of its type has. */
function ofType(step: NewStep & { stepType: string }): NewStep {
  if (step.stepType === 'send_email') {
    const { waitValue: _v, waitUnit: _u, nextActionStepId: _n, personaId: _p, ...send } = step
    return send
  }
  const keys: readonly string[] = [...COMMON, ...PLAIN[step.stepType as keyof typeof PLAIN]]
  return Object.fromEntries(Object.entries(step).filter(([key]) => keys.includes(key)))
}
