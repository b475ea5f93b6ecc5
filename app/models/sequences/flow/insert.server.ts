import { and, eq } from 'drizzle-orm'
import { steps } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import { lockSequence } from '~/models/shared/locks.server'
import type { Step } from '../step'
import { listSteps, reorderSteps } from '../step.server'
import type { StepFields } from '../step-form'
import { changeAndKeepVersion } from '../versions/keep.server'
import { type Insertion, planInsertion } from './insert'
import type { BranchName } from './links'

/** An insertion, and the step before it. */
type Found = Insertion & { after: string | null }

/**
 * The place of a form's new step between others; null for the end.
 * @throws AppError NOT_FOUND for a step of another sequence, CONFLICT if its branches lead elsewhere in the meantime
 */
export async function findInsertion(
  tx: Db,
  userId: string,
  sequenceId: string,
  { insertAt: place, step }: StepFields,
): Promise<Found | null> {
  if (!place) return null
  const found = planInsertion(await listSteps(tx, userId, sequenceId), place)
  if (found === 'unknown') notFound('Step not found')
  if (found === 'apart')
    throw new AppError('CONFLICT', 'The steps have changed in the meantime. Please choose the place again.')
  // The user may have taken it off the main line: then all branches must name it.
  return { ...found, after: place.after, branches: step.branchOnly ? place.branches : found.branches }
}

/** Moves a new step to its place and leads the branches before it there. The caller holds the sequence's lock. */
export async function insertStep(
  tx: Db,
  userId: string,
  { id, sequenceId, stepType }: Step,
  { index, after, branches }: Found,
): Promise<void> {
  const others = (await listSteps(tx, userId, sequenceId)).flatMap((step) => (step.id === id ? [] : step.id))
  await reorderSteps(tx, userId, sequenceId, others.toSpliced(index, 0, id))
  if (!after || branches.length === 0) return
  const change = Object.assign({}, ...branches.map((branch) => columnsOf(branch, id, stepType)))
  // Not by updateStep, which refuses to change a step that has lost its template.
  await changeAndKeepVersion(tx, await lockSequence(tx, userId, sequenceId), () =>
    tx
      .update(steps)
      .set(change)
      .where(and(eq(steps.id, after), eq(steps.sequenceId, sequenceId))),
  )
}

const columnsOf = (branch: BranchName, id: string, type: Step['stepType']) =>
  branch === 'nextAction'
    ? { nextActionType: type === 'add_to_persona' ? type : 'send_email', nextActionStepId: id }
    : { [`${branch}Next`]: 'step', [`${branch}StepId`]: id }
