import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contacts, personaContacts, workflows } from '#drizzle/schema'
import { runWorkflow } from '~/jobs/tasks/run-workflow.server'
import { NewContact } from '~/models/contacts/contact'
import { createContact, deleteContact } from '~/models/contacts/contact.server'
import { startUndo, undoNext } from '~/models/imports/undo/undo.server'
import { getUndo } from '~/models/imports/view.server'
import { setLeadKeyEnabled } from '~/models/leads/key.server'
import { listNotifications } from '~/models/notifications/notification.server'
import { listRuns, listStalledRuns } from '~/models/workflows/start.server'
import { getWorkflow } from '~/models/workflows/workflow.server'
import { leadId, NO_CRITERIA } from '../support/fake-leads'
import { NOW, secrets } from '../support/outreach'
import { createTestUser } from '../support/people'
import { openWorkflowBench, type WorkflowBench } from '../support/workflows'

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
      .orderBy(contacts.apolloId)
  ).map((row) => row.apolloId)
const look = (id: string) => getWorkflow(bench.db, bench.userId, id)
const notices = async () =>
  (await listNotifications(bench.db, bench.userId, { limit: 100 })).rows.map(
    ({ title, message }) => `${title}: ${message}`,
  )

test('a run adds contacts to every list and records itself, and `once` completes', async () => {
  const other = await bench.makeList('Other')
  const { id } = await bench.make()
  await bench.addList(id)
  await bench.addList(id, [other.id])
  await bench.change(id, { status: 'active' })
  expect(await look(id)).toMatchObject({ status: 'active', nextRunAt: NOW, lastRunAt: null })

  const run = await bench.run(id)
  // Of ten leads, one has no email, one needs no reveal, and one is not found.
  const added = 250 * 0.7
  expect(run).toMatchObject({
    status: 'completed',
    scheduledFor: NOW,
    startedAt: NOW,
    completedAt: NOW,
    leadsFound: 250,
    leadsProcessed: 250,
    error: null,
    metadata: { added, credits: 250 * 0.8 },
  })
  expect(await members()).toHaveLength(added)
  expect(await members(other.id)).toEqual(await members())
  expect(await look(id)).toMatchObject({ status: 'completed', lastRunAt: NOW, nextRunAt: null })
  const [contact] = await bench.db
    .select()
    .from(contacts)
    .where(eq(contacts.apolloId, leadId(1)))
  expect(contact).toMatchObject({
    email: 'lead1@leads.example',
    metadata: { source: 'apollo' },
    suppressed: false,
    unsubscribed: false,
  })
  expect(bench.leads.searched).toEqual([1, 2, 3])
  expect(Math.max(...bench.leads.revealed.map((ids) => ids.length))).toBe(10)
  expect(await notices()).toEqual([])
})

test('a run can be undone: what it created is deleted, what was there before only leaves the lists', async () => {
  const known = NewContact.parse({ email: 'lead2@leads.example' })
  const { id: before } = await createContact(bench.db, bench.userId, known, NOW, secrets)
  const other = await bench.makeList('Other')
  const { id } = await bench.make({ leadLimit: 5 })
  await bench.addList(id)
  await bench.addList(id, [other.id])
  await bench.change(id, { status: 'active' })
  const run = await bench.run(id)
  expect(await members(other.id)).toHaveLength(await members().then((all) => all.length))
  const [{ undo } = { undo: null }] = await listRuns(bench.db, bench.userId, id)
  expect(undo).toBe('possible')
  const kept = await bench.makeList('Kept')
  const [mine] = await bench.db
    .select({ id: contacts.id })
    .from(contacts)
    .where(eq(contacts.apolloId, leadId(1)))
  await bench.db.insert(personaContacts).values({ personaId: kept.id, contactId: mine!.id })

  const key = { workflowId: id, runId: run!.id }
  await expect(startUndo(bench.db, await createTestUser(bench.db), key)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(startUndo(bench.db, bench.userId, { ...key, workflowId: run!.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const { jobId } = await startUndo(bench.db, bench.userId, key)
  while (await undoNext(bench.db, jobId, NOW, secrets)) {}
  expect(await members()).toEqual([])
  expect(await members(other.id)).toEqual([])
  const left = await bench.db.select({ id: contacts.id }).from(contacts)
  expect(left.map((row) => row.id).sort()).toEqual([before, mine!.id].sort())
  expect((await getUndo(bench.db, bench.userId, key)).job).toMatchObject({
    ...{ status: 'completed', listed: 1, mailed: 0 },
    progress: { added: 4 },
  })
  await expect(startUndo(bench.db, bench.userId, key)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await listRuns(bench.db, bench.userId, id))[0]!.undo).toBe('asked')
})

test('the limit counts added contacts, and pays for none beyond it', async () => {
  const id = await bench.activate({ leadLimit: 25 })
  expect(await bench.run(id)).toMatchObject({ status: 'completed', metadata: { added: 25 } })
  expect(await members()).toHaveLength(25)
  // No lead was revealed after the 25th: the last batch was as small as the rest of the limit.
  const last = bench.leads.revealed.at(-1)!
  expect(await members()).toContain(last.at(-1))
})

test('skips existing contacts before paying', async () => {
  const known = NewContact.parse({ email: 'somebody@people.example', apolloId: leadId(1) })
  await createContact(bench.db, bench.userId, known, NOW, secrets)
  const id = await bench.activate({ leadLimit: 10 })
  await bench.run(id)
  expect(bench.leads.revealed.flat()).not.toContain(leadId(1))
  expect(bench.leads.revealed.flat()).not.toContain(leadId(4))
  expect(await members()).not.toContain(leadId(1))
})

test('does not pay for a lead that just became a contact', async () => {
  const id = await bench.activate()
  await bench.start()
  const [run] = await bench.runsOf(id)
  bench.leads.around = async (when) => {
    if (when !== 'after' || bench.leads.revealed.length !== 1) return
    bench.leads.around = async () => {}
    const known = NewContact.parse({ email: 'late@people.example', apolloId: leadId(50) })
    await createContact(bench.db, bench.userId, known, NOW, secrets)
  }
  await bench.work(id)
  expect((await bench.runsOf(id)).map(({ status }) => status)).toEqual(['completed'])
  expect(run!.status).toBe('pending')
  expect(bench.leads.revealed.flat()).not.toContain(leadId(50))
})

test('the next run continues, restarts after the last page and pays for none twice', async () => {
  const id = await bench.activate({ frequencyType: 'days', leadLimit: 60 })
  const before: number[] = []
  const counts = []
  for (const day of ['02', '03', '04', '05']) {
    bench.at(`2026-03-${day}T11:00:00Z`)
    before.push(bench.leads.searched.length)
    counts.push((await bench.run(id))!.metadata.added)
  }
  // 175 in all; the last run reads all pages once and finds no new lead.
  expect(counts).toEqual([60, 60, 55, 0])
  const pages = before.map((from, i) => bench.leads.searched.slice(from, before[i + 1]))
  expect(pages).toEqual([[1], [1, 2], [2, 3, 1], [2, 3, 1]])
  const asked = bench.leads.revealed.flat()
  expect(new Set(asked).size).toBe(asked.length)
  expect(new Set(await members()).size).toBe(175)
  expect(await look(id)).toMatchObject({ status: 'active', nextRunAt: new Date('2026-03-06T11:00:00Z') })
})

test('does not pay again for leads without an email or deleted ones', async () => {
  const id = await bench.activate({ frequencyType: 'days' })
  await bench.run(id)
  const [first] = await bench.db
    .select()
    .from(contacts)
    .where(eq(contacts.apolloId, leadId(1)))
  await deleteContact(bench.db, bench.userId, first!.id, NOW, secrets)
  const paid = bench.leads.revealed.length
  bench.at('2026-03-03T11:00:00Z')
  expect(await bench.run(id)).toMatchObject({ status: 'completed', leadsProcessed: 250 })
  expect(bench.leads.revealed.length).toBe(paid)
})

test('changed criteria start at page one, and a current run keeps its criteria', async () => {
  const id = await bench.activate({ frequencyType: 'days', leadLimit: 90 })
  await bench.run(id)
  expect((await searchPage(id)).page).toBe(2)
  bench.at('2026-03-03T11:00:00Z')
  await bench.start()
  await bench.change(id, { criteria: { ...NO_CRITERIA, jobTitles: ['CTO'] } })
  await bench.work(id)
  expect((await searchPage(id)).page).toBe(1)
  const [, second] = await bench.runsOf(id)
  expect(second).toMatchObject({ status: 'completed', metadata: { criteria: NO_CRITERIA } })
})

const searchPage = async (id: string) =>
  (await bench.db.select({ page: workflows.searchPage }).from(workflows).where(eq(workflows.id, id)))[0]!

test('an empty search completes the run', async () => {
  bench.leads.people = 0
  const id = await bench.activate()
  expect(await bench.run(id)).toMatchObject({ status: 'completed', leadsFound: 0, leadsProcessed: 0 })
  expect((await look(id)).status).toBe('completed')
})

test('restarts when the cursor is beyond the last page', async () => {
  const id = await bench.activate()
  await bench.db.update(workflows).set({ searchPage: 9 }).where(eq(workflows.id, id))
  expect(await bench.run(id)).toMatchObject({ status: 'completed', metadata: { added: 175 } })
  expect(bench.leads.searched).toEqual([9, 1, 2, 3])
})

const limited = {
  ok: false,
  why: 'limited',
  detail: 'The maximum number of api calls',
  retryAfter: 90,
} as const

test('a rate limit delays the run, which then continues', async () => {
  const id = await bench.activate()
  bench.leads.failures.push(limited)
  expect(await bench.run(id)).toMatchObject({
    status: 'running',
    metadata: { waitingFor: 'The maximum number of api calls', failures: 0 },
  })
  const [job] = await bench.db.execute<{ seconds: number }>(sql`
    select round(extract(epoch from run_at - now()))::int as seconds from graphile_worker.jobs where key like '%:later'`)
  expect(job!.seconds).toBeGreaterThan(80)
  expect(job!.seconds).toBeLessThanOrEqual(90)
  expect(await listStalledRuns(bench.db)).toEqual([])
  await bench.work(id)
  expect((await bench.runsOf(id))[0]).toMatchObject({
    status: 'completed',
    metadata: { added: 175, credits: 200, waitingFor: null },
  })
})

test.each([
  [
    { ok: false, why: 'key', detail: 'Invalid API key.' },
    'Failed to connect to Apollo API: Invalid API key.',
  ],
  [{ ok: false, why: 'scope', detail: 'This API key is not authorized' }, 'This API key is not authorized'],
  [{ ok: false, why: 'credits', detail: 'Insufficient credits.' }, 'Insufficient credits.'],
  [{ ok: false, why: 'refused', detail: 'Invalid parameters' }, 'Invalid parameters'],
] as const)("a refusal ends the run in the vendor's words: $0.why", async (failure, words) => {
  const id = await bench.activate({ frequencyType: 'weeks' })
  bench.leads.failures.push(failure)
  expect(await bench.run(id)).toMatchObject({ status: 'failed', error: words, completedAt: NOW })
  expect(await look(id)).toMatchObject({ status: 'active', nextRunAt: new Date('2026-03-09T11:00:00Z') })
  expect(await notices()).toEqual([`Workflow run failed: "Find people" could not finish its run: ${words}`])
  // The next run is one like any other.
  bench.at('2026-03-09T11:00:00Z')
  expect(await bench.run(id)).toMatchObject({ status: 'completed', metadata: { added: 175 } })
})

test('exhausted credits keep the added contacts', async () => {
  bench.leads.credits = 30
  const id = await bench.activate({ frequencyType: 'months' })
  const run = await bench.run(id)
  expect(run).toMatchObject({ status: 'failed', error: 'Insufficient credits.' })
  expect(await members()).toHaveLength(run!.metadata.added as number)
  expect(run!.metadata.credits).toBe(bench.leads.paid.size)
})

test('a failed single run pauses its workflow until activation', async () => {
  const id = await bench.activate()
  await setLeadKeyEnabled(bench.db, bench.userId, false)
  expect(await bench.run(id)).toMatchObject({ status: 'failed', error: 'Apollo API Key Required' })
  expect(await look(id)).toMatchObject({ status: 'paused', nextRunAt: null })
  expect(await notices()).toEqual([
    'Workflow run failed: "Find people" could not finish its run: Apollo API Key Required Activate it to try again.',
  ])
  await setLeadKeyEnabled(bench.db, bench.userId, true)
  bench.clock.advance(60_000)
  await bench.change(id, { status: 'active' })
  expect(await bench.run(id)).toMatchObject({ status: 'completed', metadata: { added: 175 } })
  expect((await look(id)).status).toBe('completed')
})

test('retries an unreachable service with backoff, then fails the run', async () => {
  const id = await bench.activate({ frequencyType: 'days' })
  const away = { ok: false, why: 'unreachable', detail: 'connect ECONNREFUSED' } as const
  bench.leads.failures.push(away)
  expect(await bench.run(id)).toMatchObject({ status: 'running', metadata: { failures: 1 } })
  await bench.work(id)
  expect((await bench.runsOf(id))[0]).toMatchObject({ status: 'completed', metadata: { failures: 0 } })
  bench.at('2026-03-03T11:00:00Z')
  bench.leads.failures.push(away, away, away, away, away)
  await bench.start()
  for (let i = 0; i < 5; i++) await bench.work(id)
  expect((await bench.runsOf(id)).at(-1)).toMatchObject({
    status: 'failed',
    error: 'Failed to connect to Apollo API: connect ECONNREFUSED',
  })
})

test('a defect fails the run after a few attempts', async () => {
  const id = await bench.activate({ frequencyType: 'days' })
  await bench.start()
  const [run] = await bench.runsOf(id)
  bench.leads.around = () => Promise.reject(new TypeError('a defect'))
  for (let i = 0; i < 5; i++)
    await expect(runWorkflow({ runId: run!.id }, bench.context())).rejects.toThrow('a defect')
  expect((await bench.runsOf(id))[0]).toMatchObject({
    status: 'failed',
    error: 'An error occurred during the run',
  })
  await runWorkflow({ runId: run!.id }, bench.context())
})

test('the history shows the newest runs with their results and cost', async () => {
  const id = await bench.activate({ frequencyType: 'days', leadLimit: 5 })
  await bench.run(id)
  bench.at('2026-03-03T11:00:00Z')
  bench.leads.failures.push({ ok: false, why: 'credits', detail: 'Insufficient credits.' })
  await bench.run(id)
  expect(await listRuns(bench.db, bench.userId, id)).toMatchObject([
    { status: 'failed', added: 0, credits: 0, error: 'Insufficient credits.' },
    { status: 'completed', leadsFound: 250, added: 5, credits: 5, error: null, waitingFor: null },
  ])
  await expect(listRuns(bench.db, bench.strangerId, id)).rejects.toThrow('Workflow not found')
})
