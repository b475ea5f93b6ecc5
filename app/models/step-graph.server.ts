import { and, eq, getTableColumns } from 'drizzle-orm'
import { personas, sequences, steps, templates } from '#drizzle/schema'
import type { Db } from '../db.server'
import { localTime } from '../engine/calendar'
import { isSideStep } from '../engine/graph'
import { notFound } from '../errors'
import type { Sequence } from './sequence'
import type { NewStep, Step } from './step'
import { createStep, getStep, listSteps, reorderSteps, updateStep } from './step.server'
import { toEngineStep } from './step-engine'
import type { Branch } from './step-form'

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

/** Adds a step, and has a branch of another one lead to it when one is named: both or neither. */
export async function createBranchStep(
  db: Db,
  userId: string,
  sequenceId: string,
  input: NewStep,
  from: { stepId: string; branch: Branch } | null,
  now: Date,
): Promise<Step> {
  return db.transaction(async (tx) => {
    const step = await createStep(tx, userId, sequenceId, input, now)
    if (from) await updateStep(tx, userId, from.stepId, { [`${from.branch}StepId`]: step.id }, now)
    return step
  })
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

/** A step under its sequence's address. @throws AppError NOT_FOUND for a step of another sequence, too */
export async function getStepOf(db: Db, userId: string, sequenceId: string, stepId: string): Promise<Step> {
  const step = await getStep(db, userId, stepId)
  return step.sequenceId === sequenceId ? step : notFound('Step not found')
}

/**
 * What the form of a new step shows first: the first step goes out the same day, a later one a day after; at the present
 * time in the sequence's zone (specification document 1, section 4).
 */
export function newStepDefaults(
  sequence: Pick<Sequence, 'timezone' | 'skipWeekends'>,
  steps: Step[],
  now: Date,
) {
  const { hour, minute } = localTime(now, sequence.timezone)
  return {
    order: (steps.at(-1)?.order ?? 0) + 1,
    delayDays: steps.length === 0 ? 0 : 1,
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
