import { afterEach, beforeEach, expect, test } from 'vitest'
import { runDueScan } from '~/jobs/sending/due-scan.server'
import { WORKER_LOCK_CLASS } from '~/models/jobs/workers.server'
import { SCAN_BATCH } from '~/models/outbox/due-scan.server'
import { type Doomed, openDoomed } from '../faults/support/doomed'
import { seedCampaign, seedPeople } from '../load/seed'
import { createTestDatabase, type TestDatabase } from '../support/db'

let database: TestDatabase
let program: Doomed
beforeEach(async () => {
  database = await createTestDatabase()
  program = await openDoomed(database, { ids: {} })
})
afterEach(async () => {
  await program?.close()
  await database?.drop()
})

/** Scans among `workers` live ones. @returns how often another worker was asked to join, and how many emails were planned */
async function scanAmong(workers: number, mails: number): Promise<{ asked: number; planned: number }> {
  const { sql } = database
  const campaign = await seedCampaign(database, { port: 9, mailboxes: 4 })
  await seedPeople(database, campaign, mails)
  const connection = await sql.reserve()
  for (let i = 0; i < workers; i++) await connection`select pg_advisory_lock(${WORKER_LOCK_CLASS}, ${i})`
  await runDueScan({ app: program.app, worker: 'a worker', signal: new AbortController().signal })
  await connection`select pg_advisory_unlock_all()`
  connection.release()
  const [row] = await sql<{ asked: number; planned: number }[]>`
    select (select count(*)::int from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'due-scan') as asked,
      (select count(*)::int from email_sends) as planned`
  return row!
}

test.each([
  ['another worker is asked to join a long scan', 2, SCAN_BATCH + 1, 1],
  ['a single worker asks no other', 1, SCAN_BATCH + 1, 0],
  ['a short scan needs no help', 2, SCAN_BATCH - 1, 0],
])('%s', async (_, workers, mails, asked) => {
  expect(await scanAmong(workers, mails)).toEqual({ asked, planned: mails })
})
