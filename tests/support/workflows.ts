import { eq } from 'drizzle-orm'
import pino from 'pino'
import { workflowRuns } from '#drizzle/schema'
import type { App } from '~/app'
import { fixedClock } from '~/clock.server'
import { runWorkflow } from '~/jobs/tasks/run-workflow.server'
import { runStartWorkflows } from '~/jobs/tasks/start-workflows.server'
import { saveLeadKey } from '~/models/leads/key.server'
import { addWorkflowStep } from '~/models/workflows/step.server'
import { NewWorkflow, WorkflowChange } from '~/models/workflows/workflow'
import { createWorkflow, updateWorkflow } from '~/models/workflows/workflow.server'
import { fakeLeads, NO_CRITERIA } from './fake-leads'
import { NOW, openOutreach, secrets } from './outreach'

export type WorkflowBench = Awaited<ReturnType<typeof openWorkflowBench>>

/** An owner with a key and a list, a clock at NOW, a fake lead database, and shortcuts to run workflows. */
export async function openWorkflowBench({ people = 1_000 } = {}) {
  const outreach = await openOutreach()
  const { db, userId } = outreach
  const clock = fixedClock(NOW)
  const leads = fakeLeads(people)
  const list = await outreach.makeList()
  await saveLeadKey(db, userId, 'sandbox-key', secrets)
  const app = {
    db,
    secrets,
    clock,
    providers: { leads: () => leads.database },
    log: pino({ level: 'silent' }),
  } as unknown as App
  const context = (signal = new AbortController().signal) => ({ app, worker: '', signal })
  const runsOf = (workflowId: string) =>
    db
      .select()
      .from(workflowRuns)
      .where(eq(workflowRuns.workflowId, workflowId))
      .orderBy(workflowRuns.startedAt, workflowRuns.id)
  const bench = {
    ...outreach,
    app,
    clock,
    leads,
    listId: list.id,
    context,
    runsOf,
    make: (fields: Record<string, unknown> = {}) =>
      createWorkflow(
        db,
        userId,
        NewWorkflow.parse({ name: 'Find people', criteria: NO_CRITERIA, ...fields }),
        NOW,
      ),
    change: async (id: string, fields: Record<string, unknown>) =>
      updateWorkflow(db, userId, id, WorkflowChange.parse(fields), await clock.now()),
    addList: (id: string, emailListIds = [list.id]) =>
      addWorkflowStep(db, userId, id, {
        order: 1,
        stepType: 'add_to_email_list',
        name: 'Add to Email List',
        emailListIds,
      }),
    /** Creates a workflow with a list and activates it; it has not run yet. */
    async activate(fields: Record<string, unknown> = {}) {
      const { id } = await bench.make(fields)
      await bench.addList(id)
      await bench.change(id, { status: 'active' })
      return id
    },
    start: () => runStartWorkflows(context()),
    /** Finishes a workflow's open run, as far as it goes without waiting. */
    async work(workflowId: string) {
      for (let turns = 0; turns < 500; turns++) {
        const open = (await runsOf(workflowId)).find((run) => /pending|running/.test(run.status))
        if (!open) return
        const before = JSON.stringify(open.metadata)
        await runWorkflow({ runId: open.id }, context())
        const after = (await runsOf(workflowId)).find(({ id }) => id === open.id)
        if (JSON.stringify(after?.metadata) === before || after?.metadata.waitingFor) return
      }
      throw new Error('the run does not end')
    },
    /** Starts and runs what is due. @returns the newest run */
    async run(workflowId: string) {
      await bench.start()
      await bench.work(workflowId)
      return (await runsOf(workflowId)).at(-1)
    },
    /** Moves the clock to a time. */
    at: (text: string) => clock.set(text),
  }
  return bench
}
