import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contacts, personaContacts } from '#drizzle/schema'
import { runWorkflow } from '~/jobs/tasks/run-workflow.server'
import { listNotifications } from '~/models/notifications/notification.server'
import { deletePersona } from '~/models/personas/persona.server'
import { listStalledRuns } from '~/models/workflows/start.server'
import { deleteWorkflowStep, listWorkflowSteps } from '~/models/workflows/step.server'
import { deleteWorkflow } from '~/models/workflows/workflow.server'
import { openWorkflowBench, type WorkflowBench } from '../support/workflows'

/** Runs that are stopped, changed or overtaken while they are in progress. */

let bench: WorkflowBench
beforeEach(async () => {
  bench = await openWorkflowBench({ people: 250 })
})
afterEach(() => bench?.drop())

const members = async (personaId = bench.listId) =>
  (
    await bench.db
      .select({ apolloId: contacts.apolloId })
      .from(personaContacts)
      .innerJoin(contacts, eq(contacts.id, personaContacts.contactId))
      .where(eq(personaContacts.personaId, personaId))
  ).map((row) => row.apolloId)
const notices = async () =>
  (await listNotifications(bench.db, bench.userId, { limit: 100 })).rows.map(
    ({ title, message }) => `${title}: ${message}`,
  )

test('a workflow that lost its list waits and notifies once', async () => {
  const { id } = await bench.make()
  const step = await bench.addList(id)
  await bench.change(id, { status: 'active' })
  await deleteWorkflowStep(bench.db, bench.userId, id, step.id)
  await bench.start()
  await bench.start()
  expect(await bench.runsOf(id)).toEqual([])
  expect(await notices()).toEqual([
    'Workflow is waiting: "Find people" has no email list to add leads to. It will run as soon as you select one.',
  ])
  await bench.addList(id)
  expect(await bench.run(id)).toMatchObject({ status: 'completed' })
})

test('deleting the list ends the run', async () => {
  const id = await bench.activate({ frequencyType: 'days' })
  await bench.start()
  const [run] = await bench.runsOf(id)
  bench.leads.around = async (when) => {
    if (when !== 'after' || bench.leads.revealed.length !== 2) return
    bench.leads.around = async () => {}
    await deletePersona(bench.db, bench.userId, bench.listId)
  }
  await runWorkflow({ runId: run!.id }, bench.context())
  expect((await bench.runsOf(id))[0]).toMatchObject({
    status: 'failed',
    error: 'Please select at least one email list',
  })
  // Paid leads are kept.
  expect(await bench.db.$count(contacts)).toBeGreaterThan(0)
})

test('pausing stops a run at its next step until activation', async () => {
  const id = await bench.activate({ frequencyType: 'days' })
  await bench.start()
  const [run] = await bench.runsOf(id)
  bench.leads.around = async (when) => {
    if (when !== 'before' || bench.leads.revealed.length !== 2) return
    bench.leads.around = async () => {}
    await bench.change(id, { status: 'paused' })
  }
  await runWorkflow({ runId: run!.id }, bench.context())
  const stopped = (await bench.runsOf(id))[0]!
  // Leads paid for during the pause are kept.
  expect(stopped).toMatchObject({ status: 'running', metadata: { paying: false } })
  expect(bench.leads.revealed).toHaveLength(3)
  await runWorkflow({ runId: run!.id }, bench.context())
  expect(bench.leads.revealed).toHaveLength(3)
  expect(await listStalledRuns(bench.db)).toEqual([])
  await bench.db.execute(sql`delete from graphile_worker._private_jobs`)
  await bench.change(id, { status: 'active' })
  expect(await listStalledRuns(bench.db)).toEqual([run!.id])
  await bench.run(id)
  expect(await bench.runsOf(id)).toMatchObject([{ status: 'completed', metadata: { added: 175 } }])
})

test('deleting a workflow stops its run and keeps the contacts', async () => {
  const id = await bench.activate()
  await bench.start()
  const [run] = await bench.runsOf(id)
  bench.leads.around = async (when) => {
    if (when !== 'before' || bench.leads.revealed.length !== 2) return
    await deleteWorkflow(bench.db, bench.userId, id)
  }
  await runWorkflow({ runId: run!.id }, bench.context())
  expect(bench.leads.revealed).toHaveLength(3)
  expect(await bench.runsOf(id)).toEqual([])
  expect((await members()).length).toBeGreaterThan(0)
})

test('a stale worker writes nothing', async () => {
  const id = await bench.activate()
  await bench.start()
  const [run] = await bench.runsOf(id)
  let inner: Promise<void> | null = null
  bench.leads.around = async (when) => {
    if (when !== 'before' || bench.leads.revealed.length !== 1 || inner) return
    inner = bench.work(id)
    await inner
  }
  await runWorkflow({ runId: run!.id }, bench.context())
  expect(await members()).toHaveLength(175)
  expect((await bench.runsOf(id))[0]!.metadata).toMatchObject({ added: 175 })
  expect(bench.leads.paid.size).toBe(200)
})

test('a run continues in its next turn after the worker stops', async () => {
  const id = await bench.activate()
  await bench.start()
  const [run] = await bench.runsOf(id)
  await runWorkflow({ runId: run!.id }, bench.context(AbortSignal.abort()))
  expect(bench.leads.searched).toEqual([])
  const [job] = await bench.db.execute(
    sql`select count(*)::int as n from graphile_worker.jobs where key = ${`workflow-run:${run!.id}`}`,
  )
  expect(job).toEqual({ n: 1 })
})

test('racing processes start each workflow once', async () => {
  for (const racers of [2, 5]) {
    const ids = []
    for (let i = 0; i < 8; i++) ids.push(await bench.activate({ name: `W${i}`, frequencyType: 'days' }))
    await Promise.all(Array.from({ length: racers }, () => bench.start()))
    for (const id of ids) expect(await bench.runsOf(id)).toHaveLength(1)
    const [jobs] = await bench.db.execute<{ n: number }>(
      sql`select count(distinct key)::int as n from graphile_worker.jobs where key like 'workflow-run:%'`,
    )
    expect(jobs!.n).toBe(8)
    for (const id of ids) await deleteWorkflow(bench.db, bench.userId, id)
    await bench.db.execute(sql`delete from graphile_worker._private_jobs`)
  }
})

test('replaced lists receive the contacts added from then on', async () => {
  const other = await bench.makeList('Other')
  const id = await bench.activate()
  await bench.start()
  const [run] = await bench.runsOf(id)
  const [step] = await listWorkflowSteps(bench.db, bench.userId, id)
  const swap = vi.fn(async () => {
    await bench.addList(id, [other.id])
    await deleteWorkflowStep(bench.db, bench.userId, id, step!.id)
  })
  bench.leads.around = async (when) => {
    if (when === 'before' && bench.leads.revealed.length === 3 && swap.mock.calls.length === 0) await swap()
  }
  await runWorkflow({ runId: run!.id }, bench.context())
  await bench.work(id)
  const [one, two] = [await members(), await members(other.id)]
  expect(one.length + two.length).toBe(175)
  expect(one.length).toBeGreaterThan(0)
  expect(two.filter((lead) => one.includes(lead))).toEqual([])
})
