import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contacts, mailDomains, queueJobs } from '#drizzle/schema'
import type { App } from '~/app'
import { runCheckMailServers } from '~/jobs/contacts/check-mail-servers.server'
import { cancelJob } from '~/models/jobs/job.server'
import {
  checkNextDomains,
  getMailServerCheck,
  startMailServerCheck,
} from '~/models/personas/mail-servers.server'
import { deleteOldMailDomains } from '~/models/shared/addresses/mail-domains.server'
import { createTestApp } from '../../support/app'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { refused } from '../../support/outreach'
import { createTestUser } from '../../support/people'

let database: TestDatabase
let app: App
let userId: string
let personaId: string
const asked: string[] = []
/** What DNS says: no entry for a domain that takes email. */
const said = new Map<string, boolean | null>()
beforeAll(async () => {
  database = await createTestDatabase()
  const real = await createTestApp(database)
  const mailOf = async (domain: string) => {
    asked.push(domain)
    const takesEmail = said.has(domain) ? said.get(domain)! : true
    return takesEmail === null ? null : { takesEmail, service: 'other' as const }
  }
  app = { ...real, providers: { ...real.providers, domains: { ...real.providers.domains, mailOf } } }
})
afterAll(async () => {
  await app?.close()
  await database?.drop()
})
beforeEach(async () => {
  await database.db.delete(mailDomains)
  asked.length = 0
  said.clear()
  userId = await createTestUser(database.db)
  const [list] = await database.sql`
    insert into personas (user_id, name, industry, job_title, location) values (${userId}, 'A', 'B', 'C', 'D') returning id`
  personaId = list!.id
})

const join = (...emails: string[]) => database.sql`
  with made as (
    insert into contacts (user_id, email, name) select ${userId}, e, e from unnest(${emails}::text[]) e returning id, user_id)
  insert into persona_contacts (persona_id, contact_id) select ${personaId}, id from made`
const start = () => startMailServerCheck(database.db, userId, personaId)
const found = () => getMailServerCheck(database.db, userId, personaId)
const run = async () => {
  const { job } = (await found())!
  await runCheckMailServers({ jobId: job.id }, { app, worker: 'test', signal: new AbortController().signal })
}

test('says which contacts of a list cannot get email, and which no name server knows of', async () => {
  await join('ann@gone.example', 'bob@GONE.example', 'eve@good.example', 'dan@silent.example')
  said.set('gone.example', false).set('silent.example', null)
  expect(await found()).toBeNull()
  await start()
  await start()
  expect(await database.db.$count(queueJobs, eq(queueJobs.userId, userId))).toBe(1)
  await run()
  expect(await found()).toMatchObject({
    job: { status: 'completed', progress: { current: 3, total: 3 } },
    without: { domains: 1, contacts: 2 },
    named: [{ domain: 'gone.example', contacts: 2 }],
    unknown: 1,
  })
  // Answers count for 30 days; what was not answered is asked for again.
  asked.length = 0
  said.set('silent.example', true)
  await start()
  await run()
  expect(asked).toEqual(['silent.example'])
  expect(await found()).toMatchObject({ without: { domains: 1 }, unknown: 0 })
  const later = new Date((await app.clock.now()).getTime() + 31 * 86_400_000)
  await deleteOldMailDomains(database.db, later)
  expect(await database.db.$count(mailDomains)).toBe(0)
})

test('goes on after a kill, and asks for no domain twice but those of the part that was lost', async () => {
  await join(...Array.from({ length: 450 }, (_, i) => `p@d${String(i).padStart(3, '0')}.example`))
  await start()
  const { job } = (await found())!
  const now = await app.clock.now()
  expect(await checkNextDomains(database.db, job.id, app.providers.domains, now)).toBe(true)
  const killed = { ...app.providers.domains, mailOf: () => Promise.reject(new Error('killed')) }
  await expect(checkNextDomains(database.db, job.id, killed, now)).rejects.toThrow('killed')
  expect((await found())!.job.progress.current).toBe(200)
  await run()
  expect((await found())!.job).toMatchObject({ status: 'completed', progress: { current: 450, total: 450 } })
  expect(asked.length).toBe(450)
  expect(new Set(asked).size).toBe(450)
})

test('stops when the user stops it, and is only for the owner of the list', async () => {
  await join('ann@gone.example')
  await start()
  const { job } = (await found())!
  await cancelJob(database.db, userId, job.id)
  await run()
  expect(asked).toEqual([])
  expect((await found())!.job.status).toBe('cancelled')
  const stranger = await createTestUser(database.db)
  for (const work of [getMailServerCheck, startMailServerCheck])
    expect(await refused(work(database.db, stranger, personaId))).toMatch(/^NOT_FOUND/)
  await database.db.delete(contacts).where(eq(contacts.userId, userId))
  await start()
  await run()
  expect(await found()).toMatchObject({ job: { status: 'completed', progress: { total: 0 } } })
})
