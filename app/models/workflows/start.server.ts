import { and, desc, eq, sql } from 'drizzle-orm'
import { workflowRuns, workflowStepPersonas, workflowSteps, workflows } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { UNDO_DAYS } from '~/models/imports/undo/undo'
import { isQueued } from '~/models/jobs/queue.server'
import type { LeadCriteria } from '~/models/leads/criteria'
import { notifySystem } from '~/models/notifications/notification.server'
import { newRunState } from './run-state.server'
import { runAfter } from './schedule'
import type { WorkflowRun } from './workflow'
import { getWorkflow } from './workflow.server'

/** Workflows started in one transaction. */
export const START_BATCH = 50

const hasLists = sql`exists (select 1 from ${workflowSteps} s
  join ${workflowStepPersonas} sp on sp.step_id = s.id where s.workflow_id = workflows.id)`

const isDue = (now: Date) =>
  sql`${workflows.status} = 'active' and ${workflows.nextRunAt} <= ${now.toISOString()}::timestamptz`

/**
 * Starts the runs of one batch of due workflows: creates a run and its job for each, and sets the time of the next run. Missed
 * times cause only one run. Skips workflows that another process has locked or whose last run has not ended.
 * @returns how many it handled; fewer than START_BATCH when nothing is left
 */
export async function startDueWorkflows(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(workflows)
      .where(
        and(
          isDue(now),
          hasLists,
          sql`not exists (select 1 from ${workflowRuns} r where r.workflow_id = workflows.id and r.status in ('pending', 'running'))`,
        ),
      )
      .orderBy(workflows.nextRunAt)
      .limit(START_BATCH)
      .for('update', { skipLocked: true })
    for (const workflow of due) {
      const { id, endAt, isEndless, criteria, searchPage } = workflow
      if (!isEndless && endAt && now > endAt) {
        await tx.update(workflows).set({ status: 'completed', nextRunAt: null }).where(eq(workflows.id, id))
        continue
      }
      const state = newRunState(criteria as unknown as LeadCriteria, searchPage)
      const [run] = await tx
        .insert(workflowRuns)
        .values({
          workflowId: id,
          scheduledFor: workflow.nextRunAt!,
          startedAt: now,
          metadata: { ...state },
        })
        .onConflictDoNothing()
        .returning({ id: workflowRuns.id })
      await tx
        .update(workflows)
        .set({ lastRunAt: now, nextRunAt: runAfter(workflow, now) })
        .where(eq(workflows.id, id))
      if (run) await enqueue(tx, 'run-workflow', { runId: run.id })
    }
    return due.length
  })
}

/** Notifies the users of due workflows that have no email list. Such workflows start once a list is selected. */
export async function notifyWithoutLists(db: Db, now: Date): Promise<void> {
  const waiting = await db
    .select({
      id: workflows.id,
      userId: workflows.userId,
      name: workflows.name,
      nextRunAt: workflows.nextRunAt,
    })
    .from(workflows)
    .where(and(isDue(now), sql`not ${hasLists}`))
    .limit(START_BATCH)
  for (const { id, userId, name, nextRunAt } of waiting) {
    await notifySystem(db, userId, {
      title: 'Workflow is waiting',
      message: `"${name}" has no email list to add leads to. It will run as soon as you select one.`,
      dedupeKey: `workflow-lists:${id}:${nextRunAt!.toISOString()}`,
      metadata: { workflowId: id },
    })
  }
}

/**
 * Unfinished runs without a job in the queue, because their worker was stopped or their workflow was paused. They continue where
 * they stopped.
 */
export async function listStalledRuns(db: Db): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select r.id from workflow_runs r join workflows w on w.id = r.workflow_id
    where r.status in ('pending', 'running') and w.status = 'active'
      and not ${isQueued(sql`'workflow-run:' || r.id`, sql`'workflow-run:' || r.id || ':later'`)}
    limit 100`)
  return rows.map((row) => row.id)
}

/** The maximum number of runs shown in the history. */
const HISTORY = 20

/** The latest runs of a workflow, newest first. */
export async function listRuns(
  db: Db,
  userId: string,
  workflowId: string,
): Promise<(WorkflowRun & { waitingFor: string | null; undo: 'possible' | 'asked' | null })[]> {
  await getWorkflow(db, userId, workflowId)
  const number = (name: string) => sql<number>`coalesce((${workflowRuns.metadata} ->> ${name})::int, 0)`
  return db
    .select({
      id: workflowRuns.id,
      status: workflowRuns.status,
      startedAt: workflowRuns.startedAt,
      completedAt: workflowRuns.completedAt,
      leadsFound: workflowRuns.leadsFound,
      leadsProcessed: workflowRuns.leadsProcessed,
      added: number('added'),
      credits: number('credits'),
      error: workflowRuns.error,
      waitingFor: sql<string | null>`${workflowRuns.metadata} ->> 'waitingFor'`,
      undo: sql<'possible' | 'asked' | null>`(
        select case when b.undo_job_id is not null then 'asked'
          when b.created_at >= now() - make_interval(days => ${UNDO_DAYS}) and workflow_runs.status in ('completed', 'failed')
          then 'possible' end
        from import_batches b where b.workflow_run_id = workflow_runs.id)`,
    })
    .from(workflowRuns)
    .where(eq(workflowRuns.workflowId, workflowId))
    .orderBy(desc(workflowRuns.startedAt), desc(workflowRuns.id))
    .limit(HISTORY)
}
