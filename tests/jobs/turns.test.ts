import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { catalog, type JobDefinition, type JobName } from '~/jobs/queue/catalog'
import { enqueue, enqueueAfter } from '~/jobs/queue/enqueue.server'
import { CRONTAB } from '~/jobs/worker.server'
import { createTestDatabase, type TestDatabase } from '../support/db'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => database.sql`delete from graphile_worker._private_jobs`)
afterAll(() => database?.drop())

const order = async () =>
  (
    await database.sql<{ id: string }[]>`
      select payload ->> 'mailboxId' as id from graphile_worker._private_jobs
      where is_available and run_at <= now() order by priority, run_at, id`
  ).map(({ id }) => id)
const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()] as const

test('a pending job keeps its place when requested again', async () => {
  const { db } = database
  for (const mailboxId of [three, one, two]) await enqueue(db, 'send-step', { mailboxId })
  for (const mailboxId of [three, one]) await enqueue(db, 'send-step', { mailboxId })
  expect(await order()).toEqual([three, one, two])
})

test('a job in backoff starts at once when requested', async () => {
  const { db, sql } = database
  await enqueue(db, 'send-step', { mailboxId: one })
  await sql`update graphile_worker._private_jobs set attempts = 1, run_at = now() + interval '1 hour'`
  expect(await order()).toEqual([])
  await enqueue(db, 'send-step', { mailboxId: one })
  expect(await order()).toEqual([one])
})

test('a reminder moves to the latest requested time', async () => {
  const { db, sql } = database
  await enqueueAfter(db, 'send-step', { mailboxId: one }, 3600)
  await enqueueAfter(db, 'send-step', { mailboxId: one }, 60)
  expect(await order()).toEqual([])
  const rows =
    await sql`select 1 from graphile_worker._private_jobs where run_at < now() + interval '2 minutes'`
  expect(rows).toHaveLength(1)
})

test('the crontab and other requests share one job and queue', async () => {
  expect(CRONTAB.map(({ task }) => task)).toContain('due-scan')
  for (const { task, options } of CRONTAB) {
    const { key, queue, maxAttempts }: JobDefinition = catalog[task as JobName]
    expect(options).toMatchObject({ jobKey: key!({}), jobKeyMode: 'preserve_run_at', maxAttempts })
    expect(options?.queueName).toBe(queue)
  }
})
