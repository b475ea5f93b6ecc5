import { z } from 'zod'
import { STEP_TYPES } from '#drizzle/schema/enums'
import { missingPart, type NewStep, StepChange } from './step'

/** The branches of a step that a form can let go on in a step still to be made. */
export const BRANCHES = ['notOpened', 'openedNoReply', 'replied', 'nextAction'] as const
export type Branch = (typeof BRANCHES)[number]

/** "new": a step that is made right after this one. Until then the branch has its default. */
const target = z.union([z.enum(['default', 'end', 'new']), z.uuid()], 'Choose a next step').default('default')

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
  })
  .superRefine((step, context) => {
    const missing = missingPart(step)
    if (missing) context.addIssue({ code: 'custom', path: [missing.path], message: missing.message })
  })
  .transform((form): { step: NewStep; toMake: Branch[] } => {
    const toMake = BRANCHES.filter((branch) => form[`${branch}StepId`] === 'new')
    const step = { ...form }
    for (const branch of toMake) step[`${branch}StepId`] = 'default'
    return { step: ofType(step as NewStep & { stepType: string }), toMake }
  })
export type StepForm = z.output<typeof StepForm>

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
