import { and, eq, getTableColumns, ne } from 'drizzle-orm'
import { personas, sequencePersonas, sequences, steps, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { localTime } from '~/engine/calendar'
import { isSideStep } from '~/engine/graph'
import { invalid, isAppError, notFound } from '~/errors'
import { toEngineStep } from '~/models/enrollments/step-engine'
import type { Sequence } from './sequence'
import type { Step, StepChange } from './step'
import { createStep, getStep, listSteps, reorderSteps, updateStep } from './step.server'
import type { Branch } from './step-draft'
import { parseDraft, type StepForm } from './step-form'

/** Ids of the steps that only a branch leads to; all others form the main line. */
export async function listSideSteps(db: Db, userId: string, sequenceId: string): Promise<string[]> {
  const rows = await db
    .select(getTableColumns(steps))
    .from(steps)
    .innerJoin(sequences, eq(sequences.id, steps.sequenceId))
    .where(and(eq(steps.sequenceId, sequenceId), eq(sequences.userId, userId)))
  const plan = {
    timezone: 'UTC',
    status: 'draft' as const,
    startDate: null,
    activatedAt: null,
    trackingEnabled: true,
    steps: rows.map(toEngineStep),
  }
  return rows.filter((row) => !row.archivedAt && isSideStep(plan, row.id)).map((row) => row.id)
}

/**
 * Saves a step as its form has it, new or not, and the new steps that its branches lead to: all or nothing, so that no
 * new step is ever on the main line of people who must not get it.
 * @throws AppError INVALID, without a field, for what is wrong with one of the steps beside it
 */
export async function saveStepForm(
  db: Db,
  userId: string,
  sequenceId: string,
  stepId: string | null,
  { step: fields, links }: StepForm,
  now: Date,
): Promise<Step> {
  return db.transaction(async (tx) => {
    const step = stepId
      ? await updateStep(tx, userId, stepId, fields, now)
      : await createStep(tx, userId, sequenceId, fields, now)
    const made: StepChange = {}
    for (const [branch, draft] of Object.entries(links) as [Branch, string][]) {
      made[`${branch}StepId`] = await saveMade(tx, userId, sequenceId, draft, now)
    }
    return Object.keys(made).length > 0 ? updateStep(tx, userId, step.id, made, now) : step
  })
}

async function saveMade(tx: Db, userId: string, sequenceId: string, draft: string, now: Date) {
  let form: StepForm
  try {
    form = parseDraft(draft)
  } catch {
    invalid('A new step is not complete; please create it again')
  }
  try {
    return (await saveStepForm(tx, userId, sequenceId, null, form, now)).id
  } catch (error) {
    if (!isAppError(error) || error.code !== 'INVALID') throw error
    invalid(`${form.step.name || 'The new step'}: ${error.message}`)
  }
}

/** Whether a new step could be saved as its form has it: refuses what saving would refuse, and saves nothing. */
export async function checkStepForm(
  db: Db,
  userId: string,
  sequenceId: string,
  form: StepForm,
  now: Date,
): Promise<void> {
  const fine = new Error('rolled back')
  try {
    await db.transaction(async (tx) => {
      await saveStepForm(tx, userId, sequenceId, null, form, now)
      throw fine
    })
  } catch (error) {
    if (error !== fine) throw error
  }
}

/** Names of the templates and lists that a sequence's steps use, by id. */
export async function listNamesOf(
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
    .leftJoin(templates, eq(templates.id, steps.templateId))
    .leftJoin(personas, eq(personas.id, steps.personaId))
    .where(and(eq(steps.sequenceId, sequenceId), eq(sequences.userId, userId)))
  return Object.fromEntries(
    rows.flatMap(({ templateId, templateName, personaId, personaName }) => [
      ...(templateId ? [[templateId, templateName]] : []),
      ...(personaId ? [[personaId, personaName]] : []),
    ]),
  )
}

/** The sequences, but this one, that enroll whoever joins a list: their names by the list. */
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

/** A step under its sequence's address. @throws AppError NOT_FOUND for a step of another sequence, too */
export async function getStepOf(db: Db, userId: string, sequenceId: string, stepId: string): Promise<Step> {
  const step = await getStep(db, userId, stepId)
  return step.sequenceId === sequenceId ? step : notFound('Step not found')
}

/**
 * What the form of a new step shows first: the first step goes out the same day, a later one a day after its trigger, at the
 * next quarter of an hour of the sequence's zone that leaves time to fill in the form.
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

/** A proposed time is at least so far ahead, or it would be past once the form is sent. */
const LEAD_MINUTES = 15
/** Proposed for tomorrow where today has no such time left. */
const MORNING = { isToday: false, hour: 9, minute: 0 }

/** The next quarter of an hour of the local day that is far enough ahead, else tomorrow morning. */
function nextQuarter(now: Date, zone: string): typeof MORNING {
  const { hour, minute } = localTime(now, zone)
  const at = Math.ceil((hour * 60 + minute + LEAD_MINUTES) / 15) * 15
  return at < 24 * 60 ? { isToday: true, hour: Math.floor(at / 60), minute: at % 60 } : MORNING
}

/** Moves a step one place up or down; at the end of the list it stays. */
export async function moveStep(
  db: Db,
  userId: string,
  sequenceId: string,
  stepId: string,
  direction: 'up' | 'down',
): Promise<void> {
  await db.transaction(async (tx) => {
    const ids = (await listSteps(tx, userId, sequenceId)).map((step) => step.id)
    const from = ids.indexOf(stepId)
    const to = from + (direction === 'up' ? -1 : 1)
    if (from < 0) notFound('Step not found')
    if (to < 0 || to >= ids.length) return
    ids.splice(to, 0, ...ids.splice(from, 1))
    await reorderSteps(tx, userId, sequenceId, ids)
  })
}
