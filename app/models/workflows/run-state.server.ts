import { and, eq, inArray, sql } from 'drizzle-orm'
import { workflowRuns, workflows } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { LeadCriteria } from '~/models/leads/criteria'

/** How far a run is; kept with its row, and changed in the transaction of the work itself. */
export interface RunState {
  /** As they were when it began: a run ends as it began. */
  criteria: LeadCriteria
  /** The page to read next, from 1. */
  page: number
  pagesRead: number
  /** Pages of the search; null before the first answer. */
  pages: number | null
  /** People of the last page that are still to be asked for. */
  queue: string[]
  /** A reveal was begun, and may have been paid for, though its answer never came here. */
  paying: boolean
  added: number
  credits: number
  /** Failures in a row. */
  failures: number
  /** Why it waits for its next try; null while it does not. */
  waitingFor: string | null
  /** Grows with each change: whoever comes with an old one has been overtaken. */
  version: number
}

/** A run that is to be worked on. */
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

/** Takes up a run. Null when it has ended, is gone, or its workflow is paused. */
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
 * Locks a run's workflow and the run, in the order of those who delete it. False when it is gone, has ended, or somebody
 * else went on with it.
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

/** Keeps how far a run is, and where the next one begins. */
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
  // The next run begins where this one stands, unless other people are looked for by now.
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

/** The page that the queue is of. */
const pageBefore = ({ page, pages }: RunState) => (page > 1 ? page - 1 : (pages ?? 1))
