import { and, eq, ne, or } from 'drizzle-orm'
import { personas, sequencePersonas, sequences, steps, stepVariants, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { localTime } from '~/engine/calendar'
import { invalid, isAppError, notFound } from '~/errors'
import { lockSequence } from '~/models/shared/locks.server'
import { findInsertion, insertStep } from './flow/insert.server'
import type { Sequence } from './sequence'
import type { Step, StepChange } from './step'
import { checkSendTime, createStep, getStep, listSteps, updateStep } from './step.server'
import { BRANCH_FIELDS, type BranchField } from './step-draft'
import { parseDraft, type StepFields } from './step-form'
import { newMainLineTargets } from './step-place'

/**
 * Saves a new or edited step, the new steps that its branches lead to, and the place of the main-line steps that they newly lead to,
 * all or nothing. Otherwise contacts could get a step by mistake for a moment.
 * A new step may be inserted between others; no other way changes.
 * @param now for the check of the send time; null for a step that another leads to
 * @throws AppError INVALID for `place` if nothing is chosen, and without a field for problems of the new steps
 */
export async function saveStepForm(
  db: Db,
  userId: string,
  sequenceId: string,
  stepId: string | null,
  form: StepFields,
  now: Date | null,
): Promise<Step> {
  const { step: fields, links } = form
  const save = async (tx: Db) => {
    await lockSequence(tx, userId, sequenceId)
    const insertion = stepId ? null : await findInsertion(tx, userId, sequenceId, form)
    await savePlaces(tx, userId, sequenceId, stepId, form, insertion?.target ?? null)
    const step = stepId
      ? await updateStep(tx, userId, stepId, fields, now)
      : await createStep(tx, userId, sequenceId, fields, now)
    if (insertion) {
      await insertStep(tx, userId, step, insertion)
      // It may be the first one only now.
      await checkSendTime(tx, userId, step.id, now)
    }
    const made: StepChange = {}
    for (const [branch, draft] of Object.entries(links) as [BranchField, string][]) {
      made[`${branch}StepId`] = await saveNewStep(tx, userId, sequenceId, draft)
    }
    return Object.keys(made).length > 0 ? updateStep(tx, userId, step.id, made, null) : step
  }
  return db.transaction(save).catch(atSendTime)
}

/** The form has one field for hour and minute. */
function atSendTime(error: unknown): never {
  if (isAppError(error) && error.options.field === 'sendHour') invalid(error.message, 'sendTime')
  throw error
}

const TARGETS = BRANCH_FIELDS.map((branch) => `${branch}StepId` as const)

async function savePlaces(
  tx: Db,
  userId: string,
  sequenceId: string,
  stepId: string | null,
  { step: fields, place }: StepFields,
  /** The step that an inserted one gets between: it was a target already. */
  follower: string | null,
): Promise<void> {
  const steps = await listSteps(tx, userId, sequenceId)
  const before = steps.find(({ id }) => id === stepId)
  const changes = newMainLineTargets(
    steps,
    TARGETS.map((target) => fields[target] ?? ''),
    [follower, ...TARGETS.map((target) => before?.[target] ?? null)],
  )
  if (changes.length > 0 && !place) {
    const names = changes.map(({ name }) => name).join(', ')
    invalid(`${names}: choose whether contacts also get it in order. Then save again.`, 'place')
  }
  if (place !== 'side') return
  for (const { id } of changes) await updateStep(tx, userId, id, { branchOnly: true }, null)
}

async function saveNewStep(tx: Db, userId: string, sequenceId: string, draft: string) {
  let form: StepFields
  try {
    form = parseDraft(draft)
  } catch {
    invalid('A new step is incomplete. Please create it again.')
  }
  try {
    return (await saveStepForm(tx, userId, sequenceId, null, form, null)).id
  } catch (error) {
    if (!isAppError(error) || error.code !== 'INVALID') throw error
    invalid(`${form.step.name || 'The new step'}: ${error.message}`)
  }
}

/** Checks whether a new step that another leads to could be saved, without saving it. @throws the errors of saveStepForm */
export async function checkStepForm(
  db: Db,
  userId: string,
  sequenceId: string,
  form: StepFields,
): Promise<void> {
  const rollback = new Error('rolled back')
  try {
    await db.transaction(async (tx) => {
      await saveStepForm(tx, userId, sequenceId, null, form, null)
      throw rollback
    })
  } catch (error) {
    if (error !== rollback) throw error
  }
}

/** Maps the ids of the templates and email lists that a sequence's steps use to their names. */
export async function listUsedNames(
  db: Db,
  userId: string,
  sequenceId: string,
): Promise<Record<string, string>> {
  const rows = await db
    .select({
      templateId: templates.id,
      templateName: templates.name,
      personaId: personas.id,
      personaName: personas.name,
    })
    .from(steps)
    .innerJoin(sequences, eq(sequences.id, steps.sequenceId))
    .leftJoin(stepVariants, eq(stepVariants.stepId, steps.id))
    .leftJoin(templates, or(eq(templates.id, steps.templateId), eq(templates.id, stepVariants.templateId)))
    .leftJoin(personas, eq(personas.id, steps.personaId))
    .where(and(eq(steps.sequenceId, sequenceId), eq(sequences.userId, userId)))
  return Object.fromEntries(
    rows.flatMap(({ templateId, templateName, personaId, personaName }) => [
      ...(templateId ? [[templateId, templateName]] : []),
      ...(personaId ? [[personaId, personaName]] : []),
    ]),
  )
}

/** Maps each email list to the names of the other sequences that enroll its new contacts. */
export async function listTriggers(
  db: Db,
  userId: string,
  sequenceId: string,
): Promise<Record<string, string[]>> {
  const rows = await db
    .select({ personaId: sequencePersonas.personaId, name: sequences.name })
    .from(sequencePersonas)
    .innerJoin(sequences, eq(sequences.id, sequencePersonas.sequenceId))
    .where(and(eq(sequences.userId, userId), ne(sequences.id, sequenceId)))
    .orderBy(sequences.name)
  const found: Record<string, string[]> = {}
  for (const { personaId, name } of rows) {
    found[personaId] ??= []
    found[personaId].push(name)
  }
  return found
}

/** A step of a given sequence. @throws AppError NOT_FOUND, also if the step belongs to another sequence */
export async function getStepOf(db: Db, userId: string, sequenceId: string, stepId: string): Promise<Step> {
  const step = await getStep(db, userId, stepId)
  return step.sequenceId === sequenceId ? step : notFound('Step not found')
}

/**
 * The initial values of the form for a new step. The first step is sent the same day, later steps one day after their trigger.
 * The time is the next quarter of an hour, in the sequence's time zone, that leaves time to fill in the form.
 */
export function newStepDefaults(
  sequence: Pick<Sequence, 'timezone' | 'skipWeekends'>,
  steps: Step[],
  now: Date,
) {
  const isFirst = steps.length === 0
  const { isToday, hour, minute } = nextQuarter(now, sequence.timezone)
  return {
    order: (steps.at(-1)?.order ?? 0) + 1,
    delayDays: isFirst && isToday ? 0 : 1,
    sendHour: hour,
    sendMinute: minute,
    reactionWindowHours: 48,
    reactionWindowMinutes: 0,
    skipWeekends: sequence.skipWeekends,
    notOpenedWaitDays: 0,
    openedNoReplyWaitDays: 0,
    repliedWaitDays: 0,
  }
}

/** The proposed time is at least this far ahead, so that it is not past when the form is submitted. */
const LEAD_MINUTES = 15
/** The proposal for tomorrow, if today has no such time left. */
const MORNING = { isToday: false, hour: 9, minute: 0 }

/** The next quarter of an hour of the local day that is far enough ahead, or else tomorrow morning. */
function nextQuarter(now: Date, zone: string): typeof MORNING {
  const { hour, minute } = localTime(now, zone)
  const begun = now.getTime() % 60_000 > 0 ? 1 : 0
  const at = Math.ceil((hour * 60 + minute + begun + LEAD_MINUTES) / 15) * 15
  return at < 24 * 60 ? { isToday: true, hour: Math.floor(at / 60), minute: at % 60 } : MORNING
}

/** The order of the steps after one of them moves one place up or down; null at the end of the list. */
export async function orderAfterMove(
  db: Db,
  userId: string,
  sequenceId: string,
  stepId: string,
  direction: 'up' | 'down',
): Promise<string[] | null> {
  const ids = (await listSteps(db, userId, sequenceId)).map((step) => step.id)
  const from = ids.indexOf(stepId)
  const to = from + (direction === 'up' ? -1 : 1)
  if (from < 0) notFound('Step not found')
  if (to < 0 || to >= ids.length) return null
  ids.splice(to, 0, ...ids.splice(from, 1))
  return ids
}
