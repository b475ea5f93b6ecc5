import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts, personaContacts, personas, workflowRuns, workflows } from '#drizzle/schema'
import type { App } from '~/app'
import { runWorkflow } from '~/jobs/tasks/run-workflow.server'
import { runStartWorkflows } from '~/jobs/tasks/start-workflows.server'
import { saveLeadKey } from '~/models/leads/key.server'
import { createPersona } from '~/models/personas/persona.server'
import { createWorkflowWithLists } from '~/models/workflows/step.server'
import { NewWorkflow } from '~/models/workflows/workflow'
import { updateWorkflow } from '~/models/workflows/workflow.server'
import { runSeed, seeded, sized } from '../load/random'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { type FakeLeads, fakeLeads, NO_CRITERIA } from '../support/fake-leads'
import { createTestUser } from '../support/people'
import { type Doomed, type FailPoint, openDoomed } from './support/doomed'

/** A run that is killed anywhere ends with the same contacts and the same credits spent as an undisturbed one. */

const PEOPLE = 130
const LIMIT = 60
const POINTS = sized(4, 200)

let database: TestDatabase
/** Takes over from those that died. */
let healthy: Doomed
beforeAll(async () => {
  database = await createTestDatabase()
  healthy = await openDoomed(database, { ids: {} })
})
afterAll(async () => {
  await healthy?.close()
  await database?.drop()
})

const withLeads = (app: App, leads: FakeLeads): App => ({
  ...app,
  providers: { ...app.providers, leads: () => leads.database },
})

interface Bench {
  userId: string
  workflowId: string
  leads: FakeLeads
}

/** A user with a key, two lists and a workflow that is due. */
async function openBench(): Promise<Bench> {
  const { db, secrets, clock } = healthy.app
  const userId = await createTestUser(db)
  await saveLeadKey(db, userId, 'sandbox-key', secrets)
  const emailListIds = []
  for (const name of ['One', 'Two']) {
    const list = { name, industry: 'Software', jobTitle: 'CTO', location: 'Berlin' }
    emailListIds.push((await createPersona(db, userId, list)).id)
  }
  const now = await clock.now()
  const workflow = NewWorkflow.parse({ name: 'Find people', criteria: NO_CRITERIA, leadLimit: LIMIT })
  const { id } = await createWorkflowWithLists(db, userId, { workflow, emailListIds }, now)
  await updateWorkflow(db, userId, id, { status: 'active' }, now)
  return { userId, workflowId: id, leads: fakeLeads(PEOPLE) }
}

/** Starts what is due and works until nothing is left. */
async function work(app: App, { workflowId, leads }: Bench): Promise<void> {
  const context = { app: withLeads(app, leads), worker: '', signal: new AbortController().signal }
  await runStartWorkflows(context)
  for (;;) {
    const open = await app.db
      .select({ id: workflowRuns.id, status: workflowRuns.status })
      .from(workflowRuns)
      .where(eq(workflowRuns.workflowId, workflowId))
    const [run] = open.filter(({ status }) => status === 'pending' || status === 'running')
    if (!run) return
    await runWorkflow({ runId: run.id }, context)
  }
}

/** What a run left behind, without what differs by nature. */
async function resultOf({ userId, workflowId, leads }: Bench) {
  const { db } = healthy.app
  const [workflow] = await db.select().from(workflows).where(eq(workflows.id, workflowId))
  const runs = await db.select().from(workflowRuns).where(eq(workflowRuns.workflowId, workflowId))
  const people = await db
    .select({ apolloId: contacts.apolloId })
    .from(contacts)
    .where(eq(contacts.userId, userId))
    .orderBy(contacts.apolloId)
  const lists = await db
    .select({ name: personas.name, counted: personas.contactCount, apolloId: contacts.apolloId })
    .from(personaContacts)
    .innerJoin(personas, eq(personas.id, personaContacts.personaId))
    .innerJoin(contacts, eq(contacts.id, personaContacts.contactId))
    .where(eq(personas.userId, userId))
    .orderBy(personas.name, contacts.apolloId)
  return {
    status: workflow!.status,
    searchPage: workflow!.searchPage,
    runs: runs.map(({ status, leadsFound, leadsProcessed, error, metadata }) => ({
      ...{ status, leadsFound, leadsProcessed, error },
      added: metadata.added,
      credits: metadata.credits,
    })),
    people: people.map(({ apolloId }) => apolloId),
    lists,
    paid: [...leads.paid].sort(),
  }
}

/** An uninterrupted run, and its number of fail points. */
async function undisturbed() {
  const bench = await openBench()
  const alone = await openDoomed(database, { ids: {} })
  await work(alone.app, bench)
  const places = alone.passed()
  await alone.close()
  return { expected: await resultOf(bench), places }
}

test('a run killed at seeded points ends like an uninterrupted one', async () => {
  const { expected, places } = await undisturbed()
  expect(expected).toMatchObject({ status: 'completed', runs: [{ status: 'completed', added: LIMIT }] })
  expect(expected.people).toHaveLength(LIMIT)
  expect(expected.runs[0]!.credits).toBe(expected.paid.length)
  expect(places).toBeGreaterThan(100)

  const random = seeded(runSeed('workflow'))
  for (let i = 0; i < POINTS; i++) {
    const point: FailPoint = {
      at: 1 + Math.floor(random() * places),
      when: random() < 0.5 ? 'before' : 'after',
      fault: i % 4 === 3 ? 'connections' : 'process',
    }
    const bench = await openBench()
    const doomed = await openDoomed(database, { ids: {} }, point)
    // A cut connection raises an error; a dead process does not.
    await Promise.race([work(doomed.app, bench).catch(() => {}), doomed.died])
    expect([point, doomed.hit()]).toEqual([point, true])
    if (point.fault === 'connections') await doomed.close()
    await work(healthy.app, bench)
    expect({ point, ...(await resultOf(bench)) }).toEqual({ point, ...expected })
  }
})

test('a run killed repeatedly pays for no lead twice', async () => {
  const { expected, places } = await undisturbed()
  const random = seeded(runSeed('workflow-again'))
  const bench = await openBench()
  for (let kills = 0; kills < sized(3, 20); kills++) {
    const at = 1 + Math.floor(random() * (places / 6))
    const doomed = await openDoomed(database, { ids: {} }, { at, when: 'before', fault: 'process' })
    await Promise.race([work(doomed.app, bench), doomed.died])
  }
  await work(healthy.app, bench)
  expect(await resultOf(bench)).toEqual(expected)
})
