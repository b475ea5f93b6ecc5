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

test('a job that waits for its turn keeps its place when it is asked for again', async () => {
  const { db } = database
  for (const shard of [3, 1, 2]) await enqueue(db, 'send-step', { shard })
  for (const shard of [3, 1]) await enqueue(db, 'send-step', { shard })
  expect(await order()).toEqual([3, 1, 2])
})

test('one that failed and waits for its next try is started at once when it is asked for', async () => {
  const { db, sql } = database
  await enqueue(db, 'send-step', { shard: 1 })
  await sql`update graphile_worker._private_jobs set attempts = 1, run_at = now() + interval '1 hour'`
  expect(await isPlaceWanted(db)).toBe(false)
  await enqueue(db, 'send-step', { shard: 1 })
  expect(await isPlaceWanted(db)).toBe(true)
  expect(await order()).toEqual([1])
})

test('a reminder is for the last time named, and no job to start now', async () => {
  const { db, sql } = database
  await enqueueAfter(db, 'send-step', { shard: 1 }, 3600)
  await enqueueAfter(db, 'send-step', { shard: 1 }, 60)
  expect(await isPlaceWanted(db)).toBe(false)
  const rows =
    await sql`select 1 from graphile_worker._private_jobs where run_at < now() + interval '2 minutes'`
  expect(rows).toHaveLength(1)
})

test('work in progress is no job to start', async () => {
  const { db, sql } = database
  await enqueue(db, 'send-step', { shard: 1 })
  expect(await isPlaceWanted(db)).toBe(true)
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'`
  expect(await isPlaceWanted(db)).toBe(false)
})

test('one that is to do what is being done just now waits for no place, one for another shard does', async () => {
  const { db, sql } = database
  await enqueue(db, 'send-step', { shard: 1 })
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'`
  await enqueue(db, 'send-step', { shard: 1 })
  expect(await order()).toEqual([1])
  expect(await isPlaceWanted(db)).toBe(false)
  await enqueue(db, 'send-step', { shard: 2 })
  expect(await isPlaceWanted(db)).toBe(true)
})

test('a job of another lane never waits for the place of a send task', async () => {
  const { db } = database
  for (const jobId of [randomUUID(), randomUUID()]) await enqueue(db, 'import-contacts', { jobId })
  await enqueue(db, 'sync-mailbox', { mailboxId: randomUUID() })
  expect(await isPlaceWanted(db)).toBe(false)
})

test('what the crontab adds is the same job as what others ask for, in the same queue', async () => {
  expect(CRONTAB.map(({ task }) => task)).toContain('due-scan')
  for (const { task, options } of CRONTAB) {
    const { key, queue, maxAttempts }: JobDefinition = catalog[task as JobName]
    expect(options).toMatchObject({ jobKey: key!({}), jobKeyMode: 'preserve_run_at', maxAttempts })
    expect(options?.queueName).toBe(queue)
  }
})

test('another worker that lives may want the place, one of another database does not', async () => {
  const other = await createTestDatabase()
  const lock = (sql: TestDatabase['sql'], id: string) =>
    sql.reserve().then(async (connection) => {
      await connection`select pg_advisory_lock(${WORKER_LOCK_CLASS}, hashtext(${id}))`
      return connection
    })
  const held = [await lock(database.sql, 'me'), await lock(other.sql, 'elsewhere')]
  expect(await isPlaceWanted(database.db)).toBe(false)
  held.push(await lock(database.sql, 'another'))
  expect(await isPlaceWanted(database.db)).toBe(true)
  for (const connection of held) {
    await connection`select pg_advisory_unlock_all()`
    connection.release()
  }
  await other.drop()
})
