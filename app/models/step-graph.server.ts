import { and, eq, getTableColumns } from 'drizzle-orm'
import { sequences, steps } from '#drizzle/schema'
import type { Db } from '../db.server'
import { isSideStep } from '../engine/graph'
import type { NewStep, Step } from './step'
import { toEngineStep } from './step-engine'
import { createStep, updateStep } from './step.server'
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
