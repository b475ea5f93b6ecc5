import { and, eq, inArray, sql } from 'drizzle-orm'
import { workflowRuns, workflows } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { LeadCriteria } from '~/models/leads/criteria'

/** The progress of a run. Stored in its row and updated in the transaction of the work itself. */
export interface RunState {
  /** The criteria at the start of the run. Later edits do not affect it. */
  criteria: LeadCriteria
  /** The page to read next, from 1. */
  page: number
  pagesRead: number
  /** Number of pages of the search; null before the first response. */
  pages: number | null
  /** Ids of the leads on the last page that still have to be revealed. */
  queue: string[]
  /** A reveal was started and may have been charged, although its response was never stored. */
  paying: boolean
  added: number
  credits: number
  /** Failures in a row. */
  failures: number
  /** Why it waits for a retry; null if it does not. */
  waitingFor: string | null
  /** Incremented by each change. A worker with an old version has lost the run to another. */
  version: number
}

/** A run in progress. */
export interface OpenRun extends RunState {
  id: string
  workflowId: string
  userId: string
  name: string
  leadLimit: number
}

export const newRunState = (criteria: LeadCriteria, page: number): RunState => ({
  criteria,
  page,
  pagesRead: 0,
  pages: null,
  queue: [],
  paying: false,
  added: 0,
  credits: 0,
  failures: 0,
  waitingFor: null,
  version: 0,
})

/** Starts or continues a run. Null if it has ended or was deleted, or if its workflow is paused. */
export async function openRun(db: Db, runId: string): Promise<OpenRun | null> {
  const [row] = await db
    .update(workflowRuns)
    .set({ status: 'running' })
    .from(workflows)
    .where(
      and(
        eq(workflowRuns.id, runId),
        inArray(workflowRuns.status, ['pending', 'running']),
        eq(workflows.id, workflowRuns.workflowId),
        eq(workflows.status, 'active'),
      ),
    )
    .returning({
      id: workflowRuns.id,
      workflowId: workflowRuns.workflowId,
      userId: workflows.userId,
      name: workflows.name,
      leadLimit: workflows.leadLimit,
      state: workflowRuns.metadata,
    })
  if (!row) return null
  const { state, ...run } = row
  return { ...(state as unknown as RunState), ...run }
}

/**
 * Locks a run's workflow, then the run: the order of a deletion. @returns false if the run was deleted, has ended, or was continued
 * by another worker
 */
export async function lockRun(tx: Db, run: OpenRun): Promise<boolean> {
  const [workflow] = await tx
    .select({ id: workflows.id })
    .from(workflows)
    .where(eq(workflows.id, run.workflowId))
    .for('no key update')
  if (!workflow) return false
  const [row] = await tx
    .select({ id: workflowRuns.id })
    .from(workflowRuns)
    .where(
      and(
        eq(workflowRuns.id, run.id),
        eq(workflowRuns.status, 'running'),
        sql`(${workflowRuns.metadata} ->> 'version')::int = ${run.version}::int`,
      ),
    )
    .for('update')
  return row !== undefined
}

const stateOf = ({ id: _, workflowId, userId, name, leadLimit, ...state }: OpenRun): RunState => state

/** Stores the progress of a run, and the page where the next run starts. */
export async function saveState(
  tx: Db,
  run: OpenRun,
  change: Partial<RunState>,
  counts: object = {},
): Promise<void> {
  const metadata = { ...stateOf(run), ...change, version: run.version + 1 }
  await tx
    .update(workflowRuns)
    .set({ ...counts, metadata })
    .where(eq(workflowRuns.id, run.id))
  // The next run starts at this page, unless the criteria have changed.
  await tx
    .update(workflows)
    .set({ searchPage: metadata.queue.length > 0 ? pageBefore(metadata) : metadata.page })
    .where(
      and(
        eq(workflows.id, run.workflowId),
        sql`${workflows.criteria} = ${JSON.stringify(metadata.criteria)}::jsonb`,
      ),
    )
}

/** The page that the queue belongs to. */
const pageBefore = ({ page, pages }: RunState) => (page > 1 ? page - 1 : (pages ?? 1))
