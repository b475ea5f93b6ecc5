import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { catalog, type JobDefinition, type JobName } from '~/jobs/queue/catalog'
import { enqueue, enqueueAfter } from '~/jobs/queue/enqueue.server'
import { CRONTAB } from '~/jobs/worker.server'
import { isPlaceWanted } from '~/models/jobs/queue.server'
import { WORKER_LOCK_CLASS } from '~/models/jobs/workers.server'
import { createTestDatabase, type TestDatabase } from '../support/db'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => database.sql`delete from graphile_worker._private_jobs`)
afterAll(() => database?.drop())

const order = async () =>
  (
    await database.sql<{ shard: number }[]>`
      select (payload ->> 'shard')::int as shard from graphile_worker._private_jobs
      where is_available order by priority, run_at, id`
  ).map((row) => row.shard)

test('a pending job keeps its place when requested again', async () => {
  const { db } = database
  for (const shard of [3, 1, 2]) await enqueue(db, 'send-step', { shard })
  for (const shard of [3, 1]) await enqueue(db, 'send-step', { shard })
  expect(await order()).toEqual([3, 1, 2])
})

test('a job in backoff starts at once when requested', async () => {
  const { db, sql } = database
  await enqueue(db, 'send-step', { shard: 1 })
  await sql`update graphile_worker._private_jobs set attempts = 1, run_at = now() + interval '1 hour'`
  expect(await isPlaceWanted(db, 1)).toBe(false)
  await enqueue(db, 'send-step', { shard: 1 })
  expect(await isPlaceWanted(db, 1)).toBe(true)
  expect(await order()).toEqual([1])
})

test('a reminder moves to the latest requested time', async () => {
  const { db, sql } = database
  await enqueueAfter(db, 'send-step', { shard: 1 }, 3600)
  await enqueueAfter(db, 'send-step', { shard: 1 }, 60)
  expect(await isPlaceWanted(db, 1)).toBe(false)
  const rows =
    await sql`select 1 from graphile_worker._private_jobs where run_at < now() + interval '2 minutes'`
  expect(rows).toHaveLength(1)
})

test('a running job is not counted as pending', async () => {
  const { db, sql } = database
  await enqueue(db, 'send-step', { shard: 1 })
  expect(await isPlaceWanted(db, 1)).toBe(true)
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'`
  expect(await isPlaceWanted(db, 1)).toBe(false)
})

test('a job for a running shard needs no slot, one for another shard does', async () => {
  const { db, sql } = database
  await enqueue(db, 'send-step', { shard: 1 })
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'`
  await enqueue(db, 'send-step', { shard: 1 })
  expect(await order()).toEqual([1])
  expect(await isPlaceWanted(db, 1)).toBe(false)
  await enqueue(db, 'send-step', { shard: 2 })
  expect(await isPlaceWanted(db, 1)).toBe(true)
})

test('a job of another lane never waits for a send slot', async () => {
  const { db } = database
  for (const jobId of [randomUUID(), randomUUID()]) await enqueue(db, 'import-contacts', { jobId })
  await enqueue(db, 'sync-mailbox', { mailboxId: randomUUID() })
  expect(await isPlaceWanted(db, 1)).toBe(false)
})

test('the crontab and other requests share one job and queue', async () => {
  expect(CRONTAB.map(({ task }) => task)).toContain('due-scan')
  for (const { task, options } of CRONTAB) {
    const { key, queue, maxAttempts }: JobDefinition = catalog[task as JobName]
    expect(options).toMatchObject({ jobKey: key!({}), jobKeyMode: 'preserve_run_at', maxAttempts })
    expect(options?.queueName).toBe(queue)
  }
})

test('a worker with more than its share of the tasks yields, counting live workers of this database only', async () => {
  const { db, sql } = database
  for (const shard of [1, 2, 3]) await enqueue(db, 'send-step', { shard })
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'`
  const other = await createTestDatabase()
  const lock = (sql: TestDatabase['sql'], id: string) =>
    sql.reserve().then(async (connection) => {
      await connection`select pg_advisory_lock(${WORKER_LOCK_CLASS}, hashtext(${id}))`
      return connection
    })
  const held = [await lock(sql, 'me'), await lock(other.sql, 'elsewhere')]
  expect(await isPlaceWanted(db, 3)).toBe(false)
  held.push(await lock(sql, 'another'))
  expect(await isPlaceWanted(db, 3)).toBe(true)
  // Two of three are a fair share: giving one up would only move it.
  expect(await isPlaceWanted(db, 2)).toBe(false)
  for (const connection of held) {
    await connection`select pg_advisory_unlock_all()`
    connection.release()
  }
  await other.drop()
})
