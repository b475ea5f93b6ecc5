import { and, eq, inArray, sql } from 'drizzle-orm'
import { workflowLeads, workflowRuns, workflows } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { addPeople, knownLeadIds } from '~/models/leads/add.server'
import { notifySystem } from '~/models/notifications/notification.server'
import { lockListsOfWorkflow } from '~/models/shared/locks.server'
import type { LeadPage, LeadPerson } from '~/providers/leads/types'
import type { Secrets } from '~/secrets.server'
import { lockRun, type OpenRun, saveState } from './run-state.server'

/**
 * Takes in a page of the search: who has no address, is a contact already or was asked for before is passed over, before
 * anything is paid. @returns false when the run is somebody else's by now
 */
export async function saveSearch(db: Db, run: OpenRun, found: LeadPage): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockRun(tx, run))) return false
    const ids = [...new Set(found.leads.filter((lead) => lead.hasEmail).map((lead) => lead.id))]
    const queue = await stillUnknown(tx, run, ids)
    // A cursor beyond the last page, for there are fewer people now: the next one to read is the first.
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

/** Those who are neither contacts of the user nor were asked for by this workflow. */
async function stillUnknown(db: Db, run: OpenRun, ids: string[]): Promise<string[]> {
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
 * Says which people are asked for next, before they are: people who became contacts since the page was read are left out.
 * Committed first, so that a crash afterwards does not hide what may have been paid.
 * @returns the run with `paying` set and the ids; null when the run is somebody else's by now
 */
export async function beginReveal(
  db: Db,
  run: OpenRun,
  atMost: number,
): Promise<{ run: OpenRun; ids: string[] } | null> {
  return db.transaction(async (tx) => {
    if (!(await lockRun(tx, run))) return null
    // What was begun is asked for again as it was: the vendor does not charge twice for the same people.
    const queue = run.paying ? run.queue : await stillUnknown(tx, run, run.queue)
    const change = { queue, paying: queue.length > 0 }
    const passed = run.queue.length - queue.length
    await saveState(tx, run, change, {
      leadsProcessed: sql`${workflowRuns.leadsProcessed} + ${passed}`,
    })
    return { run: { ...run, ...change, version: run.version + 1 }, ids: queue.slice(0, atMost) }
  })
}

/** What a reveal brought. */
export interface Revealed {
  ids: string[]
  people: LeadPerson[]
  credits: number
}

/**
 * Adds revealed people to the workflow's lists, in one transaction with the run's progress: whatever happens to the worker,
 * they are added once. @returns false when the run is somebody else's by now
 */
export async function saveReveal(
  db: Db,
  run: OpenRun,
  { ids, people, credits }: Revealed,
  now: Date,
  secrets: Secrets,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockRun(tx, run))) return false
    const personaIds = await lockListsOfWorkflow(tx, run.workflowId)
    const { added } = await addPeople(tx, run.userId, { personaIds, people }, now, secrets)
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

/** Tries after which a run gives up on a service that cannot be reached. */
const MAX_FAILURES = 5

/**
 * Notes that a run has to wait for its next try.
 * @param counts false where the service said when to come back: then it did nothing that was to be paid for
 * @returns whether it was one failure too many
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

/** Ends a run: with an error it has failed, and its user is told. A workflow that has no other run ahead ends with it. */
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
      // A single run that failed waits for its user, who can activate it again: it must not begin to pay one day by itself.
      const status = triesAgain ? 'paused' : 'completed'
      await tx.update(workflows).set({ status }).where(eq(workflows.id, workflow.id))
    }
    if (error === undefined) return
    await notifySystem(tx, workflow.userId, {
      title: 'Workflow Run Failed',
      message: `"${workflow.name}" could not finish its run: ${error}${triesAgain ? ' Activate it to try again.' : ''}`,
      dedupeKey: `workflow-run:${runId}`,
      metadata: { workflowId: workflow.id, runId },
    })
  })
}
