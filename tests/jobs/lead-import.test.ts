import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sandboxFaults, sandboxLeadCalls } from '#drizzle/schema/sandbox'
import type { App } from '~/app'
import { runImportLeads } from '~/jobs/tasks/import-leads.server'
import { NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { cancelJob, getJob, listStalledJobs } from '~/models/jobs/job.server'
import { estimateAllLeads, startLeadImport, startLeadImportOfAll } from '~/models/leads/import.server'
import { setLeadKeyEnabled } from '~/models/leads/key.server'
import { AddAllLeads, AddLeads } from '~/models/leads/search'
import { createPersona, deletePersona } from '~/models/personas/persona.server'
import { rememberSuppression } from '~/models/suppressions/suppression.server'
import type { Providers } from '~/providers/factory.server'
import { allPeople } from '~/simulators/leads/world'
import { hasAddress, isCharged, type LeadWorld, openLeadWorld, peopleOf, SOME } from '../support/leads'
import { NOW } from '../support/outreach'

let world: LeadWorld
let userId: string
let key: string
let personaId: string

beforeAll(async () => {
  world = await openLeadWorld()
})
afterAll(() => world?.close())
beforeEach(async () => {
  ;({ userId, key } = await world.makeUser())
  personaId = await makeList(userId)
  await world.database.db.delete(sandboxFaults)
})

const makeList = async (owner: string) =>
  (
    await createPersona(world.database.db, owner, {
      name: 'Owners',
      industry: 'Software',
      jobTitle: 'Owner',
      location: 'Texas',
    })
  ).id

const context = (app: App = world.app) => ({ app, worker: 'test', signal: new AbortController().signal })

/** Runs turns of a job until it is over or waits. */
async function run(jobId: string, app: App = world.app) {
  for (let turns = 0; turns < 100; turns++) {
    await runImportLeads({ jobId }, context(app))
    const { status } = await getJob(world.app.db, userId, jobId)
    if (!/pending|processing/.test(status) || (await waits(jobId))) break
  }
  return getJob(world.app.db, userId, jobId)
}

/** Whether a job was put off. */
async function waits(jobId: string): Promise<boolean> {
  const rows = await world.database.sql`
    select from graphile_worker.jobs where key = ${`leads:${jobId}:later`} and run_at > now()`
  return rows.length > 0
}

/** Takes a job from the queue as if it were due. */
const forget = (jobId: string) =>
  world.database.sql`delete from graphile_worker._private_jobs where key like ${`leads:${jobId}%`}`

const contactsOf = (owner: string) =>
  world.database.sql<{ id: string; email: string; [field: string]: unknown }[]>`
    select c.* from contacts c where c.user_id = ${owner} order by lower(c.email)`
const membersOf = async (list: string) =>
  (
    await world.database.sql<{ email: string }[]>`
    select c.email from persona_contacts p join contacts c on c.id = p.contact_id where p.persona_id = ${list} order by 1`
  ).map(({ email }) => email)

const choose = (ids: string[], rest: object[] = []) =>
  AddLeads.parse({ personaId, leads: [...ids.map((apolloId) => ({ apolloId })), ...rest] })
const start = (ids: string[], rest?: object[]) =>
  startLeadImport(world.app.db, userId, choose(ids, rest), world.app)
const startAll = (owner = userId, list = personaId) =>
  startLeadImportOfAll(world.app.db, owner, { personaId: list, criteria: SOME, maximum: null }, world.app)

const found = () => peopleOf(SOME)
const expected = () =>
  found()
    .filter(hasAddress)
    .map(({ email }) => email!)
    .sort()

test('imports all leads of a search and pays for each once', async () => {
  expect(found().length).toBeGreaterThan(100)
  const { jobId } = await startAll()
  const job = await run(jobId)
  const charged = found().filter(isCharged).length
  expect(job).toMatchObject({
    status: 'completed',
    error: null,
    progress: {
      current: found().length,
      total: found().length,
      added: expected().length,
      skipped: found().length - expected().length,
      failed: 0,
      revealed: expected().length,
    },
  })
  expect(await membersOf(personaId)).toEqual(expected())
  expect(await world.spent(key)).toBe(charged)
  const [someone] = found().filter(hasAddress)
  const [contact] = (await contactsOf(userId)).filter(({ email }) => email === someone!.email)
  expect(contact).toMatchObject({
    apollo_id: someone!.id,
    name: `${someone!.firstName} ${someone!.lastName}`,
    title: someone!.title,
    organization_name: someone!.company.name,
    city: someone!.place.city,
    industry: someone!.company.industry.name,
    organization: { name: someone!.company.name },
    employment_history: [{ organization_name: someone!.company.name }],
    metadata: { source: 'apollo' },
    suppressed: false,
    unsubscribed: false,
  })
})

test('adds at most the maximum, in the order of the search, and says the cost beforehand', async () => {
  const { app } = world
  const given = AddAllLeads.parse({ personaId, locations: SOME.locations, maximum: 25 })
  const most = { ...given, criteria: SOME }
  const cost = await estimateAllLeads(app.db, userId, most, { ...app, signal: new AbortController().signal })
  const first = found().slice(0, 25)
  const charged = first.filter(isCharged).length
  // Some of those who are found have no address after all.
  expect(cost).toEqual({ leads: 25, credits: cost.credits })
  expect(cost.credits).toBeGreaterThanOrEqual(charged)
  expect(await world.spent(key)).toBe(0)
  const job = await run((await startLeadImportOfAll(app.db, userId, most, app)).jobId)
  expect(job.progress).toMatchObject({ current: 25, total: 25, added: first.filter(hasAddress).length })
  expect(await membersOf(personaId)).toEqual(
    first
      .filter(hasAddress)
      .map(({ email }) => email!)
      .sort(),
  )
  const again = await estimateAllLeads(app.db, userId, most, { ...app, signal: new AbortController().signal })
  expect(again).toEqual({ leads: 25, credits: cost.credits - first.filter(hasAddress).length })
})

test('a search without a filter needs a maximum', () => {
  expect(AddAllLeads.safeParse({ personaId }).success).toBe(false)
  expect(AddAllLeads.safeParse({ personaId, locationType: 'account' }).success).toBe(false)
  expect(AddAllLeads.safeParse({ personaId, maximum: 5 }).success).toBe(true)
  expect(AddAllLeads.safeParse({ personaId, personTitles: ['CTO'] }).success).toBe(true)
})

test('a stopped import keeps what it has paid for, and asks no further', async () => {
  const { jobId } = await startAll()
  const stop = () => cancelJob(world.app.db, userId, jobId)
  const stopping: Providers['leads'] = (apiKey) => {
    const real = world.app.providers.leads(apiKey)
    const reveal: typeof real.reveal = async (ids, signal) => {
      await stop()
      return real.reveal(ids, signal)
    }
    return { ...real, reveal }
  }
  const job = await run(jobId, { ...world.app, providers: { ...world.app.providers, leads: stopping } })
  const paid = await world.spent(key)
  expect(paid).toBeGreaterThan(0)
  expect(paid).toBeLessThan(found().filter(isCharged).length)
  expect(job).toMatchObject({ status: 'cancelled', progress: { added: job.progress.revealed } })
  expect(await membersOf(personaId)).toHaveLength(job.progress.added)
  expect((await stop()).status).toBe('cancelled')
  await expect(cancelJob(world.app.db, (await world.makeUser()).userId, jobId)).rejects.toThrow('not found')
})

test('repeating a search adds and pays nothing, and fills another list', async () => {
  await run((await startAll()).jobId)
  const spent = await world.spent(key)
  const other = await makeList(userId)
  const job = await run((await startAll(userId, other)).jobId)
  expect(job.progress).toMatchObject({ added: 0, skipped: found().length })
  // Locked addresses are requested again; the vendor charges each once.
  expect(await world.spent(key)).toBe(spent)
  expect(await membersOf(other)).toEqual(expected())
})

/** The providers, of which the n-th payment is the last thing that this worker does. */
function dyingAfter(payments: number): App {
  let left = payments
  const leads: Providers['leads'] = (apiKey) => {
    const real = world.app.providers.leads(apiKey)
    return {
      ...real,
      async reveal(ids, signal) {
        const result = await real.reveal(ids, signal)
        if (left-- === 0) throw new Error('killed')
        return result
      },
    }
  }
  return { ...world.app, providers: { ...world.app.providers, leads } }
}

/** The program stops at the n-th reading of the clock. */
function dyingAtStep(steps: number): App {
  let left = steps
  const now = async () => {
    if (left-- === 0) throw new Error('killed')
    return world.app.clock.now()
  }
  return { ...world.app, clock: { ...world.app.clock, now } }
}

test('a crash at any point changes neither contacts nor credits', async () => {
  await run((await startAll()).jobId)
  const [undisturbed, credits] = [await membersOf(personaId), await world.spent(key)]
  for (const dying of [
    dyingAfter(0),
    dyingAfter(4),
    dyingAfter(9),
    dyingAtStep(0),
    dyingAtStep(1),
    dyingAtStep(7),
  ]) {
    ;({ userId, key } = await world.makeUser())
    personaId = await makeList(userId)
    const { jobId } = await startAll()
    await expect(runImportLeads({ jobId }, context(dying))).rejects.toThrow('killed')
    const job = await run(jobId)
    expect(job).toMatchObject({
      status: 'completed',
      progress: {
        added: undisturbed.length,
        current: found().length,
        skipped: found().length - undisturbed.length,
      },
    })
    expect(await membersOf(personaId)).toEqual(undisturbed)
    expect(await world.spent(key)).toBe(credits)
  }
})

test('two workers on one job import once', async () => {
  const { jobId } = await startAll()
  await Promise.all([runImportLeads({ jobId }, context()), runImportLeads({ jobId }, context())])
  const job = await run(jobId)
  expect(job.progress).toMatchObject({ added: expected().length, current: found().length })
  expect(await membersOf(personaId)).toEqual(expected())
  expect(await world.spent(key)).toBe(found().filter(isCharged).length)
})

test('a rate limit delays the job as requested', async () => {
  const limited = await world.makeUser(`sandbox-limit-3-${crypto.randomUUID()}`)
  ;({ userId, key } = limited)
  personaId = await makeList(userId)
  const { jobId } = await startAll()
  const put = await run(jobId)
  expect(put.status).toBe('processing')
  // Three payments of ten, of whom some have no address.
  expect(put.progress.revealed).toBeGreaterThan(20)
  expect(put.progress.revealed).toBeLessThanOrEqual(30)
  expect(await waits(jobId)).toBe(true)
  expect(await listStalledJobs(world.app.db)).not.toContainEqual({ id: jobId, type: 'lead_import' })
  await forget(jobId)
  expect(await listStalledJobs(world.app.db)).toContainEqual({ id: jobId, type: 'lead_import' })
  // Minutes pass.
  for (let minute = 0; minute < 10; minute++) {
    await world.database.db.delete(sandboxLeadCalls)
    await forget(jobId)
    if ((await run(jobId)).status === 'completed') break
  }
  expect(await membersOf(personaId)).toEqual(expected())
  expect(await world.spent(key)).toBe(found().filter(isCharged).length)
})

test('exhausted credits end the job in the vendor’s words and keep paid leads', async () => {
  ;({ userId, key } = await world.makeUser(`sandbox-credits-25-${crypto.randomUUID()}`))
  personaId = await makeList(userId)
  const job = await run((await startAll()).jobId)
  expect(job).toMatchObject({
    status: 'failed',
    error: 'You have insufficient credits. Please upgrade your plan.',
  })
  expect(job.progress.revealed).toBeLessThanOrEqual(25)
  expect(job.progress.added).toBe((await membersOf(personaId)).length)
  expect(job.progress.added).toBeGreaterThan(0)
})

test('retries an unavailable service, then gives up', async () => {
  const failing: App = {
    ...world.app,
    providers: {
      ...world.app.providers,
      leads: (apiKey) => ({
        ...world.app.providers.leads(apiKey),
        search: async () => ({ ok: false, why: 'unreachable', detail: 'Apollo cannot be reached.' }),
      }),
    },
  }
  const { jobId } = await startAll()
  for (let tries = 1; tries <= 5; tries++) {
    await runImportLeads({ jobId }, context(failing))
    const { status, error } = await getJob(world.app.db, userId, jobId)
    expect([tries, status, error]).toEqual(
      tries < 5
        ? [tries, 'processing', null]
        : [tries, 'failed', 'Failed to connect to Apollo API: Apollo cannot be reached.'],
    )
  }
})

test('ends when the key is disabled or the list deleted meanwhile', async () => {
  const { jobId } = await startAll()
  await setLeadKeyEnabled(world.app.db, userId, false)
  expect(await run(jobId)).toMatchObject({ status: 'failed', error: 'Apollo API Key Required' })
  await expect(startAll()).rejects.toThrow('Apollo API Key Required')
  await setLeadKeyEnabled(world.app.db, userId, true)
  const later = await startAll()
  await deletePersona(world.app.db, userId, personaId)
  expect(await run(later.jobId)).toMatchObject({ status: 'failed', error: 'Email list not found' })
})

test('chosen leads: does not pay for known addresses, and skips leads without one', async () => {
  const people = allPeople()
  const [first, second] = people.filter(hasAddress)
  const gone = people.find((person) => person.gone)!
  const locked = people.find((person) => person.locked)!
  const job = await run(
    (
      await start(
        [first!.id, gone.id, locked.id],
        [
          {
            apolloId: second!.id,
            email: second!.email,
            firstName: 'Given',
            organization: { industry: 'Games' },
          },
          { email: 'email_not_unlocked@domain.com' },
          { email: 'hand@made.example', name: 'By Hand' },
        ],
      )
    ).jobId,
  )
  expect(job).toMatchObject({
    status: 'completed',
    progress: { current: 6, total: 6, added: 3, skipped: 3, revealed: 1 },
  })
  expect(await world.spent(key)).toBe(2)
  expect(await contactsOf(userId)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        email: second!.email,
        name: 'Given',
        industry: 'Games',
        apollo_id: second!.id,
      }),
      expect.objectContaining({
        email: 'hand@made.example',
        name: 'By Hand',
        apollo_id: null,
        industry: 'Software',
      }),
    ]),
  )
  await expect(start([], [{ email: 'email_not_unlocked' }, { email: 'no address' }])).rejects.toThrow(
    'No valid emails',
  )
})

test('adds an existing contact to the list unchanged and counts it as skipped', async () => {
  const [person] = allPeople().filter(hasAddress)
  const { db, secrets } = world.app
  const input = NewContact.parse({ email: person!.email!.toUpperCase(), name: 'Mine', unsubscribed: true })
  const mine = await createContact(db, userId, input, NOW, secrets)
  const job = await run((await start([person!.id])).jobId)
  expect(job.progress).toMatchObject({ added: 0, skipped: 1, revealed: 1 })
  expect(await contactsOf(userId)).toMatchObject([
    { id: mine.id, name: 'Mine', unsubscribed: true, suppressed: false, apollo_id: person!.id },
  ])
  expect(await membersOf(personaId)).toEqual([mine.email])
  const again = await run((await start([person!.id])).jobId)
  expect(again.progress).toMatchObject({ added: 0, skipped: 1, revealed: 0 })
})

test('applies a stored suppression to a new contact', async () => {
  const [person] = allPeople().filter(hasAddress)
  await rememberSuppression(world.app.db, userId, person!.email!, 'unsubscribed', world.app.secrets)
  await run((await start([person!.id])).jobId)
  expect(await contactsOf(userId)).toMatchObject([{ email: person!.email, unsubscribed: true }])
})

test('two users can add the same lead', async () => {
  const [person] = allPeople().filter(hasAddress)
  await run((await start([person!.id])).jobId)
  const first = userId
  ;({ userId, key } = await world.makeUser())
  personaId = await makeList(userId)
  await run((await start([person!.id])).jobId)
  for (const owner of [first, userId])
    expect(await contactsOf(owner)).toMatchObject([{ apollo_id: person!.id, email: person!.email }])
})

test('another user’s list is not found', async () => {
  const stranger = await world.makeUser()
  const theirs = await makeList(stranger.userId)
  await expect(startAll(userId, theirs)).rejects.toThrow('Email list not found')
})
