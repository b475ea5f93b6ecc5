import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '~/app'
import { runImportContacts } from '~/jobs/tasks/import-contacts.server'
import { startImport, storeUpload } from '~/models/imports/import.server'
import { getJob } from '~/models/jobs/job.server'
import { createPersona } from '~/models/personas/persona.server'
import { createTestApp } from '../support/app'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { createTestUser } from '../support/people'

let database: TestDatabase
let app: App
beforeAll(async () => {
  database = await createTestDatabase()
  app = await createTestApp(database)
})
afterAll(async () => {
  await app?.close()
  await database?.drop()
})
beforeEach(() => database.sql`delete from graphile_worker._private_jobs`)

async function upload(userId: string, rows: number): Promise<string> {
  const list = await createPersona(app.db, userId, { name: 'P', industry: 'I', jobTitle: 'J', location: 'L' })
  const file = (async function* () {
    yield Buffer.from(`Email\n${Array.from({ length: rows }, (_, i) => `p${i}@people.example\n`).join('')}`)
  })()
  return (await startImport(app.db, userId, list.id, await storeUpload(app.db, userId, 'p.csv', file))).jobId
}

/** The jobs that wait, in the order in which the queue starts them. */
const line = async () =>
  (
    await database.sql<{ job: string }[]>`
      select payload ->> 'jobId' as job from graphile_worker._private_jobs
      where is_available order by priority, run_at, id`
  ).map(({ job }) => job)

/** As the queue does when it starts a job. */
async function begin(jobId: string): Promise<void> {
  await database.sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker', attempts = 1
    where key = ${`import:${jobId}`}`
}
const run = (jobId: string, turnMs: number) =>
  runImportContacts({ jobId }, { app, worker: '', signal: new AbortController().signal }, turnMs)

test('a user’s second import waits for the other users’ first imports', async () => {
  const [one, two] = [await createTestUser(app.db), await createTestUser(app.db)]
  const mine = [await upload(one, 1), await upload(one, 1), await upload(one, 1)]
  const theirs = [await upload(two, 1), await upload(two, 1)]
  expect(await line()).toEqual([mine[0], theirs[0], mine[1], theirs[1], mine[2]])
})

test('a long import yields to other users and continues before its user’s next one', async () => {
  const [one, two] = [await createTestUser(app.db), await createTestUser(app.db)]
  const long = await upload(one, 4_000)
  const next = await upload(one, 1)
  await begin(long)
  const theirs = await upload(two, 1)
  await run(long, 0)
  const { status, progress } = await getJob(app.db, one, long)
  expect(status).toBe('processing')
  expect(progress.current).toBeGreaterThanOrEqual(1_000)
  expect(progress.current).toBeLessThan(4_000)
  expect(await line()).toEqual([theirs, long, next])
  await run(long, 60_000)
  expect(await getJob(app.db, one, long)).toMatchObject({ status: 'completed', progress: { added: 4_000 } })
})

test('it runs to its end while only its own user waits', async () => {
  const user = await createTestUser(app.db)
  const long = await upload(user, 2_500)
  await upload(user, 1)
  await begin(long)
  await run(long, 0)
  expect(await getJob(app.db, user, long)).toMatchObject({ status: 'completed' })
})
