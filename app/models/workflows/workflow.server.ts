import { and, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm'
import { users, workflowRuns, workflowStepPersonas, workflowSteps, workflows } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, invalid, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { afterCursor, newestFirst, type Page, pageOf, updatedFrom } from '~/models/shared/page.server'
import { containsPattern } from '~/models/shared/patterns'
import { anchorOf, planRun, type Schedule } from './schedule'
import {
  LIST_FIRST,
  type NewWorkflow,
  NO_END,
  NO_START,
  type Workflow,
  type WorkflowChange,
  type WorkflowStatus,
  type WorkflowsQuery,
} from './workflow'

const columns = {
  id: workflows.id,
  name: workflows.name,
  description: workflows.description,
  status: workflows.status,
  startStrategy: workflows.startStrategy,
  startAt: workflows.startAt,
  frequencyType: workflows.frequencyType,
  frequencyInterval: workflows.frequencyInterval,
  endAt: workflows.endAt,
  isEndless: workflows.isEndless,
  criteria: workflows.criteria,
  leadLimit: workflows.leadLimit,
  timezone: workflows.timezone,
  lastRunAt: workflows.lastRunAt,
  nextRunAt: workflows.nextRunAt,
  createdAt: workflows.createdAt,
  updatedAt: workflows.updatedAt,
}

type Filters = Omit<WorkflowsQuery, 'limit' | 'cursor'>

const wanted = (userId: string, { status, q, updatedSince }: Filters) =>
  and(
    eq(workflows.userId, userId),
    status && eq(workflows.status, status),
    q ? ilike(workflows.name, containsPattern(q)) : undefined,
    updatedFrom(workflows.updatedAt, updatedSince),
  )

/** One page of the user's workflows, newest first, and the cursor of the next page. */
export async function listWorkflows(
  db: Db,
  userId: string,
  { limit, cursor, ...filters }: WorkflowsQuery,
): Promise<Page<Workflow>> {
  const found = await db
    .select(columns)
    .from(workflows)
    .where(and(wanted(userId, filters), afterCursor(workflows, cursor)))
    .orderBy(...newestFirst(workflows))
    .limit(limit + 1)
  return pageOf(found as unknown as Workflow[], limit)
}

/** Counts the user's workflows that pass the filters. */
export const countWorkflows = (db: Db, userId: string, filters: Filters = {}): Promise<number> =>
  db.$count(workflows, wanted(userId, filters))

/** Maps the user's workflows to their number of email lists. Workflows without a list are left out. */
export async function countEmailLists(db: Db, userId: string, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: workflows.id, lists: sql<number>`count(distinct ${workflowStepPersonas.personaId})::int` })
    .from(workflows)
    .innerJoin(workflowSteps, eq(workflowSteps.workflowId, workflows.id))
    .innerJoin(workflowStepPersonas, eq(workflowStepPersonas.stepId, workflowSteps.id))
    .where(and(eq(workflows.userId, userId), inArray(workflows.id, ids)))
    .groupBy(workflows.id)
  return new Map(rows.map(({ id, lists }) => [id, lists]))
}

export async function getWorkflow(db: Db, userId: string, id: string): Promise<Workflow> {
  const [row] = await db
    .select(columns)
    .from(workflows)
    .where(and(eq(workflows.id, id), eq(workflows.userId, userId)))
  return (row as unknown as Workflow | undefined) ?? notFound('Workflow not found')
}

/** Whether the user has an active workflow, which adds contacts to email lists. */
export const hasActive = async (db: Db, userId: string, also?: SQL): Promise<boolean> =>
  (await db.$count(workflows, and(wanted(userId, { status: 'active' }), also))) > 0

/** Whether the user's workflow is active. A malformed id matches no workflow. */
export const isActive = (db: Db, userId: string, id: unknown): Promise<boolean> =>
  hasActive(db, userId, sql`${workflows.id}::text = ${String(id).toLowerCase()}`)

/**
 * Creates a draft. Its schedule uses the user's current time zone.
 * @throws AppError INVALID for a schedule that lacks a date or ends before it starts
 */
export async function createWorkflow(
  db: Db,
  userId: string,
  input: NewWorkflow,
  now: Date,
): Promise<Workflow> {
  const { status: _, ...fields } = withEnd(input)
  checkTimes(fields, now)
  const [row] = await db
    .insert(workflows)
    .values({
      ...fields,
      userId,
      timezone: sql`(select timezone from ${users} where id = ${userId}::uuid)`,
    })
    .returning({ id: workflows.id })
  return getWorkflow(db, userId, row!.id)
}

/** Derives `isEndless` from a given `endAt`, unless `isEndless` is given itself. */
function withEnd<T extends { endAt?: Date | null; isEndless?: boolean }>(input: T): T {
  if (input.endAt === undefined || input.isEndless !== undefined) return input
  return { ...input, isEndless: input.endAt === null }
}

type Times = Pick<WorkflowChange, 'startStrategy' | 'startAt' | 'endAt' | 'isEndless'>

/**
 * Checks that a schedule has its dates and does not end before it starts.
 * @param now given if the end is new: it must be in the future then
 */
function checkTimes({ startStrategy, startAt, endAt, isEndless }: Times, now: Date | null): void {
  if (startStrategy === 'scheduled' && !startAt) invalid(NO_START, 'startAt')
  if (isEndless !== false) return
  if (!endAt) invalid(NO_END, 'endAt')
  if (now && endAt <= now) invalid('End date must be in the future', 'endAt')
  if (startStrategy === 'scheduled' && startAt && endAt <= startAt)
    invalid('End date must be after the start date', 'endAt')
}

/** Fields that affect the times of runs. */
const TIMING_FIELDS = [
  'startStrategy',
  'startAt',
  'frequencyType',
  'frequencyInterval',
  'endAt',
  'isEndless',
] as const

/**
 * Changes a workflow; a new status is applied last. A changed schedule replans the next run, and changed criteria restart the search
 * at the first page. A run in progress is not affected.
 * @throws AppError CONFLICT if the change of status is not possible, such as an activation without an email list; INVALID if the schedule lacks a date, when it is changed or the
 * workflow is activated
 */
export async function updateWorkflow(
  db: Db,
  userId: string,
  id: string,
  change: WorkflowChange,
  now: Date,
): Promise<Workflow> {
  const { status, ...fields } = withEnd(change)
  return db.transaction(async (tx) => {
    const before = await lockWorkflow(tx, userId, id)
    const after = { ...before, ...defined(fields) }
    const moved = TIMING_FIELDS.some((key) => String(after[key]) !== String(before[key]))
    const activated = status === 'active' && before.status !== 'active'
    if (moved || activated) checkTimes(after, String(after.endAt) === String(before.endAt) ? null : now)
    const hasNewCriteria = JSON.stringify(after.criteria) !== JSON.stringify(before.criteria)
    await tx
      .update(workflows)
      .set({ ...fields, ...(hasNewCriteria ? { searchPage: 1 } : {}), updatedAt: sql`now()` })
      .where(eq(workflows.id, id))
    if (moved && before.status === 'active') await replanNextRun(tx, id, after, now)
    if (status && status !== before.status) await changeStatus(tx, id, { ...after }, status, now)
    return getWorkflow(tx, userId, id)
  })
}

const defined = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

type Locked = Schedule & { status: WorkflowStatus; criteria: unknown }

/** Locks one of the user's workflows for a change. @throws AppError NOT_FOUND */
export async function lockWorkflow(tx: Db, userId: string, id: string): Promise<Locked> {
  const [row] = await tx
    .select()
    .from(workflows)
    .where(and(eq(workflows.id, id), eq(workflows.userId, userId)))
    .for('update')
  return row ?? notFound('Workflow not found')
}

/** Plans the next run of an active workflow after a change of schedule. Completes the workflow if there is none. */
async function replanNextRun(tx: Db, id: string, schedule: Schedule, now: Date): Promise<void> {
  const nextRunAt = planRun(schedule, now)
  const isOver = !nextRunAt && !(await hasOpenRun(tx, id))
  await tx
    .update(workflows)
    .set({ anchorAt: anchorOf(schedule, now), nextRunAt, ...(isOver ? { status: 'completed' } : {}) })
    .where(eq(workflows.id, id))
  if (nextRunAt && nextRunAt <= now) await enqueue(tx, 'start-workflows', {})
}

async function changeStatus(tx: Db, id: string, before: Locked, to: WorkflowStatus, now: Date) {
  const from = before.status
  if (from === 'active' && to === 'paused') {
    await tx.update(workflows).set({ status: 'paused' }).where(eq(workflows.id, id))
  } else if ((from === 'draft' || from === 'paused') && to === 'active') {
    if (!(await hasEmailList(tx, id))) throw new AppError('CONFLICT', LIST_FIRST)
    await activate(tx, id, before, now)
  } else {
    throw new AppError('CONFLICT', `A workflow that is ${from} cannot become ${to}`)
  }
}

/** Activates a workflow: continues an unfinished run, or plans the next one. A failed one-time workflow runs again. */
async function activate(tx: Db, id: string, schedule: Schedule, now: Date): Promise<void> {
  const open = await hasOpenRun(tx, id)
  const again = schedule.frequencyType === 'once' ? { ...schedule, lastRunAt: null } : schedule
  const nextRunAt = open && schedule.frequencyType === 'once' ? null : planRun(again, now)
  if (!nextRunAt && !open) throw new AppError('CONFLICT', 'The end date of this workflow has passed')
  await tx
    .update(workflows)
    .set({ status: 'active', anchorAt: anchorOf(schedule, now), nextRunAt })
    .where(eq(workflows.id, id))
  await enqueue(tx, 'start-workflows', {})
}

async function hasOpenRun(tx: Db, workflowId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: workflowRuns.id })
    .from(workflowRuns)
    .where(and(eq(workflowRuns.workflowId, workflowId), inArray(workflowRuns.status, ['pending', 'running'])))
  return row !== undefined
}

/** Whether a workflow has an email list to add contacts to. */
export async function hasEmailList(db: Db, workflowId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: workflowStepPersonas.personaId })
    .from(workflowStepPersonas)
    .innerJoin(workflowSteps, eq(workflowSteps.id, workflowStepPersonas.stepId))
    .where(eq(workflowSteps.workflowId, workflowId))
    .limit(1)
  return row !== undefined
}

/** Deletes a workflow and its history, and stops a run in progress. Keeps the contacts that it added. */
export async function deleteWorkflow(db: Db, userId: string, id: string): Promise<void> {
  const rows = await db
    .delete(workflows)
    .where(and(eq(workflows.id, id), eq(workflows.userId, userId)))
    .returning({ id: workflows.id })
  if (rows.length === 0) notFound('Workflow not found')
}
