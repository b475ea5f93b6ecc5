import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue, JOB_NAMES } from '~/jobs/queue/enqueue.server'
import { countOpenJobs } from '~/models/jobs/queue.server'
import { createTestDatabase, type TestDatabase } from '../../support/db'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

test('does not wait for jobs of unknown tasks', async () => {
  const { db } = database
  await db.execute(sql`select graphile_worker.add_job('task_of_another_program')`)
  expect(await countOpenJobs(db, JOB_NAMES)).toBe(0)
  await enqueue(db, 'due-scan', {})
  expect(await countOpenJobs(db, JOB_NAMES)).toBe(1)
})
