import { and, eq, inArray, sql } from 'drizzle-orm'
import { importBatches, workflowLeads, workflowRuns, workflows } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { addPeople, knownLeadIds } from '~/models/leads/add.server'
import { notifySystem } from '~/models/notifications/notification.server'
import { lockListsOfWorkflow } from '~/models/shared/locks.server'
import type { LeadPage, LeadPerson } from '~/providers/leads/types'
import type { Secrets } from '~/secrets.server'
import { lockRun, type OpenRun, saveState } from './run-state.server'

/**
 * Stores a page of the search. Skips leads that have no address, are contacts already or were revealed before, so that they are not
 * paid for. @returns false if another worker has continued the run
 */
export async function saveSearch(db: Db, run: OpenRun, found: LeadPage): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockRun(tx, run))) return false
    const ids = [...new Set(found.leads.filter((lead) => lead.hasEmail).map((lead) => lead.id))]
    const queue = await findUnknown(tx, run, ids)
    // If the page is beyond the last one, because there are fewer leads now, start again at the first.
    const page = run.page >= found.totalPages ? 1 : run.page + 1
    const isBeyond = run.page > found.totalPages
    await saveState(
      tx,
      run,
      {
        page,
        pages: found.totalPages,
        pagesRead: run.pagesRead + (isBeyond ? 0 : 1),
        queue,
        failures: 0,
        waitingFor: null,
      },
      {
        leadsFound: found.totalEntries,
        leadsProcessed: sql`${workflowRuns.leadsProcessed} + ${found.leads.length - queue.length}`,
      },
    )
    return true
  })
}

/** The leads that are not contacts of the user and were not revealed by this workflow before. */
async function findUnknown(db: Db, run: OpenRun, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const known = await knownLeadIds(db, run.userId, ids)
  const asked = await db
    .select({ id: workflowLeads.leadId })
    .from(workflowLeads)
    .where(and(eq(workflowLeads.workflowId, run.workflowId), inArray(workflowLeads.leadId, ids)))
  for (const { id } of asked) known.add(id)
  return ids.filter((id) => !known.has(id))
}

/**
 * Stores which leads are revealed next, before the call to the vendor. Leaves out leads that have become contacts since the page was
 * read. Committed first, so that a possible charge is known even after a crash.
 * @returns the run with `paying` set, and the ids; null if another worker has continued the run
 */
export async function beginReveal(
  db: Db,
  run: OpenRun,
  atMost: number,
): Promise<{ run: OpenRun; ids: string[] } | null> {
  return db.transaction(async (tx) => {
    if (!(await lockRun(tx, run))) return null
    // A reveal that was started is repeated unchanged: the vendor does not charge twice for the same leads.
    const queue = run.paying ? run.queue : await findUnknown(tx, run, run.queue)
    const change = { queue, paying: queue.length > 0 }
    const passed = run.queue.length - queue.length
    await saveState(tx, run, change, {
      leadsProcessed: sql`${workflowRuns.leadsProcessed} + ${passed}`,
    })
    return { run: { ...run, ...change, version: run.version + 1 }, ids: queue.slice(0, atMost) }
  })
}

/** The result of a reveal. */
export interface RevealResult {
  ids: string[]
  people: LeadPerson[]
  credits: number
}

/**
 * Adds revealed leads to the workflow's email lists, in one transaction with the run's progress, so that they are added exactly
 * once. @returns false if another worker has continued the run
 */
export async function saveReveal(
  db: Db,
  run: OpenRun,
  { ids, people, credits }: RevealResult,
  now: Date,
  secrets: Secrets,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockRun(tx, run))) return false
    const personaIds = await lockListsOfWorkflow(tx, run.workflowId)
    const importBatchId = await batchOf(tx, run)
    const { added } = await addPeople(tx, run.userId, { personaIds, people, importBatchId }, now, secrets)
    await tx
      .insert(workflowLeads)
      .values(ids.map((leadId) => ({ workflowId: run.workflowId, leadId })))
      .onConflictDoNothing()
    const asked = new Set(ids)
    await saveState(
      tx,
      run,
      {
        queue: run.queue.filter((id) => !asked.has(id)),
        paying: false,
        added: run.added + added,
        credits: run.credits + credits,
        failures: 0,
        waitingFor: null,
      },
      { leadsProcessed: sql`${workflowRuns.leadsProcessed} + ${ids.length}` },
    )
    if (added > 0) await enqueue(tx, 'due-scan', {})
    return true
  })
}

/** What the people of a run carry, so that it can be undone. */
async function batchOf(tx: Db, { id, userId, name }: OpenRun): Promise<string> {
  const [batch] = await tx
    .insert(importBatches)
    .values({ userId, personaId: null, workflowRunId: id, fileName: name })
    .onConflictDoUpdate({ target: importBatches.workflowRunId, set: { fileName: name } })
    .returning({ id: importBatches.id })
  return batch!.id
}

/** A run fails after this many failures in a row. */
const MAX_FAILURES = 5

/**
 * Stores that a run waits for a retry.
 * @param counts whether it counts as a failure. False if the service said when to retry: then it has charged nothing.
 * @returns whether the run must give up
 */
export async function postponeRun(
  db: Db,
  run: OpenRun,
  { waitingFor, counts }: { waitingFor: string; counts: boolean },
): Promise<boolean> {
  const failures = run.failures + (counts ? 1 : 0)
  await db.transaction(async (tx) => {
    if (await lockRun(tx, run))
      await saveState(tx, run, { failures, waitingFor, paying: counts && run.paying })
  })
  return failures >= MAX_FAILURES
}

/** Ends a run. With an error, it fails and the user is notified. A workflow without a further run is completed with it. */
export async function endRun(db: Db, runId: string, now: Date, error?: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [workflow] = await tx
      .select()
      .from(workflows)
      .where(sql`${workflows.id} = (select workflow_id from ${workflowRuns} where id = ${runId}::uuid)`)
      .for('update')
    const [run] = await tx
      .update(workflowRuns)
      .set({
        status: error === undefined ? 'completed' : 'failed',
        completedAt: now,
        error: error?.slice(0, 2000) ?? null,
        metadata: sql`${workflowRuns.metadata} || '{"queue": [], "paying": false, "waitingFor": null}'::jsonb`,
      })
      .where(and(eq(workflowRuns.id, runId), inArray(workflowRuns.status, ['pending', 'running'])))
      .returning({ id: workflowRuns.id })
    if (!workflow || !run) return
    const triesAgain = error !== undefined && workflow.frequencyType === 'once'
    if (!workflow.nextRunAt && (workflow.status === 'active' || workflow.status === 'paused')) {
      // A one-time workflow that failed is paused. Only the user activates it again, because a run costs credits.
      const status = triesAgain ? 'paused' : 'completed'
      await tx.update(workflows).set({ status }).where(eq(workflows.id, workflow.id))
    }
    if (error === undefined) return
    await notifySystem(tx, workflow.userId, {
      title: 'Workflow run failed',
      message: `"${workflow.name}" could not finish its run: ${error}${triesAgain ? ' Activate it to try again.' : ''}`,
      dedupeKey: `workflow-run:${runId}`,
      metadata: { workflowId: workflow.id, runId },
    })
  })
}
