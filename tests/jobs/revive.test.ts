import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '~/app'
import { fixedClock } from '~/clock.server'
import { catalog, type JobDefinition, type JobName } from '~/jobs/queue/catalog'
import { enqueue, JOB_NAMES } from '~/jobs/queue/enqueue.server'
import { runRecover } from '~/jobs/tasks/recover.server'
import { workOnce } from '~/jobs/worker.server'
import { createTestApp } from '../support/app'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { NOW } from '../support/outreach'

let database: TestDatabase
let app: App
beforeAll(async () => {
  database = await createTestDatabase()
  app = await createTestApp(database, { clock: fixedClock(NOW.toISOString()) })
})
beforeEach(() => database.sql`delete from graphile_worker._private_jobs`)
afterAll(async () => {
  await app?.close()
  await database?.drop()
})

const recover = () => runRecover({ app, worker: '', signal: new AbortController().signal })
const jobs = () => database.sql<{ task: string; attempts: number; max: number; seconds: number }[]>`
  select task_identifier as task, attempts, max_attempts as max, extract(epoch from run_at - now())::float8 as seconds
  from graphile_worker.jobs order by 1`
/** Ends the queue's pause: the job may run now. */
const letRun = () => database.sql`update graphile_worker._private_jobs set run_at = now()`

const REVIVED: JobName[] = JOB_NAMES.filter(
  (name) => catalog[name].maxAttempts > 1 && name !== 'send-reset-link',
)

test('revives a job after five failures', async () => {
  const broken: App = { ...app, clock: { now: () => Promise.reject(new Error('broken')) } }
  await enqueue(app.db, 'release-links', {})
  for (let attempt = 1; attempt <= 5; attempt++) {
    await letRun()
    await workOnce(broken)
    expect(await jobs()).toMatchObject([{ attempts: attempt, max: 5 }])
  }
  await letRun()
  await workOnce(app)
  // The queue itself does not run it any more.
  expect(await jobs()).toMatchObject([{ attempts: 5, max: 5 }])
  await recover()
  const [revived] = await jobs()
  expect(revived).toMatchObject({ attempts: 5, max: 6 })
  expect(revived!.seconds).toBeGreaterThan(50)
  await letRun()
  await workOnce(app)
  expect((await jobs()).filter(({ task }) => task === 'release-links')).toEqual([])
})

test('waits longer each time, up to six hours, also after crashes', async () => {
  await enqueue(app.db, 'release-links', {})
  const pauses: number[] = []
  for (let attempts = 5; attempts < 16; attempts++) {
    await database.sql`update graphile_worker._private_jobs set attempts = ${attempts}, max_attempts = ${attempts}, run_at = now()`
    await recover()
    await recover()
    const [job] = await jobs()
    expect(job).toMatchObject({ attempts, max: attempts + 1 })
    pauses.push(Math.round(job!.seconds / 60))
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360])
})

test('revives every retryable task except unneeded ones', async () => {
  const ids = { mailboxId: randomUUID(), userId: randomUUID(), sequenceId: randomUUID(), jobId: randomUUID() }
  const more = { runId: randomUUID(), conversationId: randomUUID(), fieldId: randomUUID() }
  const payload = {
    ...ids,
    ...more,
    email: 'ann@example.com',
    reason: 'contact_pressure',
    contactIds: [],
  }
  for (const name of JOB_NAMES) await enqueue(app.db, name, payload as never)
  await database.sql`update graphile_worker._private_jobs set attempts = max_attempts`
  await recover()
  const revived = (await jobs()).filter(({ attempts, max }) => attempts > 0 && max > attempts)
  expect(revived.map(({ task }) => task).sort()).toEqual([...REVIVED].sort())
  expect(REVIVED).toEqual(
    expect.arrayContaining([
      'replan-sequence',
      'stop-listed',
      'release-links',
      'reseal-secrets',
      'wake-mailbox',
    ]),
  )
})

test('does not revive an unreadable job', async () => {
  await database.sql`
    select graphile_worker.add_job('replan-sequence', '{"sequenceId":"S1"}'::json, max_attempts := 1)`
  await database.sql`update graphile_worker._private_jobs set attempts = max_attempts`
  await recover()
  expect(await jobs()).toMatchObject([{ attempts: 1, max: 1 }])
})

test('deletes what a dead worker left of a task that was requested again, and keeps what failed', async () => {
  await enqueue(app.db, 'due-scan', {})
  await database.sql`
    update graphile_worker._private_jobs set attempts = 1, locked_at = now(), locked_by = 'a dead worker'`
  await enqueue(app.db, 'due-scan', {})
  await enqueue(app.db, 'start-workflows', {})
  await database.sql`
    update graphile_worker._private_jobs j set attempts = 1 from graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'start-workflows'`
  await recover()
  expect(await jobs()).toMatchObject([
    { task: 'due-scan', attempts: 0 },
    { task: 'start-workflows', attempts: 1, max: 1 },
  ])
})

test('tasks with one attempt are repeated by the crontab, the scan or a user', () => {
  const single = (Object.entries(catalog) as [JobName, JobDefinition][])
    .filter(([, { maxAttempts }]) => maxAttempts === 1)
    .map(([name]) => name)
  expect(single.sort()).toEqual([
    'check-lists',
    'due-scan',
    'queue-digests',
    'recover',
    'report-outages',
    'send-digest',
    'settle-sends',
    'start-workflows',
    'sync-mailbox',
    'sync-mailboxes',
    'tell-tasks',
    'wake-conversations',
  ])
})
