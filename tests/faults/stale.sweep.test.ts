import { type SQL, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit, settled } from '../load/audit'
import { type Running, type Sink, startProgram, startSink } from '../load/programs'
import { sized } from '../load/random'
import { type Campaign, seedCampaign, seedPeople } from '../load/seed'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { startProxy } from '../support/proxy'

/** Quality goals, R2: a worker is frozen until its work is given to another, then continues. */

const MAILS = sized(80, 5_000)
/** A worker that is frozen here waits for answers to emails: the server is silent from this email on. */
const SILENT_FROM = MAILS / 4

let database: TestDatabase
let campaign: Campaign
let sink: Sink
let workers: Running[] = []
beforeEach(async () => {
  database = await createTestDatabase()
  sink = await startSink({ SINK_DELAY_MS: '20', SINK_SILENT_FROM: String(SILENT_FROM) })
  campaign = await seedCampaign(database, { port: sink.port, mailboxes: 4 })
  await seedPeople(database, campaign, MAILS)
})
afterEach(async () => {
  for (const worker of workers) await worker.stop('SIGKILL')
  workers = []
  await sink?.stop()
  await database?.drop()
})

const start = async (url = database.url) => {
  const worker = await startProgram({ DATABASE_URL: url }, ['--worker'])
  workers.push(worker)
  return worker
}

const openTransactions = async () =>
  (
    await database.sql`select 1 from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`
  ).length

/** Statements of others that are not done. */
async function statements(which: SQL): Promise<number> {
  const rows = await database.db.execute(sql`select 1 from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and (${which})`)
  return rows.length
}

/** Freezes a worker at a moment when `fits` holds. */
async function hold(worker: Running, fits: () => Promise<boolean>): Promise<void> {
  for (;;) {
    await worker.hold()
    // Statements that PostgreSQL already received complete. One that waits for the frozen program's own lock does
    // not, nor does one whose result is too long to buffer.
    while ((await statements(sql`wait_event_type is null or wait_event_type not in ('Lock', 'Client')`)) > 0);
    if ((await fits()) && (await statements(sql`wait_event_type = 'Client'`)) === 0) return
    worker.resume()
  }
}

/** Freezes a worker with started sends and without row locks, which would block all others. */
async function holdSending(worker: Running): Promise<void> {
  await sink.reached(SILENT_FROM)
  await hold(worker, async () => (await openTransactions()) === 0 && (await held()).length > 0)
  await sink.release()
}

const held = async () =>
  (
    await database.sql<{ by: string }[]>`
    select distinct claimed_by as by from email_sends where state in ('claimed', 'sending')`
  ).map((r) => r.by)

/**
 * Resolves when every email is settled. Leases of `worker` expire at once, also those of a statement that it sent
 * just before it was frozen.
 */
const settledWithout = (worker: string) =>
  settled(database, async () => {
    const { count } = await database.sql`
      update email_sends set lease_ends_at = now()
      where state in ('claimed', 'sending') and claimed_by = ${worker} and lease_ends_at > now()`
    await database.sql`
      update mailbox_runs set taken_at = now() - interval '1 hour' where worker = ${worker} and taken_at > now() - interval '1 minute'`
    if (count > 0)
      await database.sql`
      select graphile_worker.add_job(name, '{}'::json) from unnest(array['recover', 'due-scan']) name`
  })

const nothingWrong = async () => {
  const { twice, lost, unexplained, ...counts } = await audit(database, await sink.report())
  expect({ twice, lost, unexplained }).toEqual({ twice: [], lost: [], unexplained: [] })
  const again = await database.sql`
    select id from email_sends s where attempts > 1 and not exists (
      select 1 from decisions d where d.sequence_contact_id = s.sequence_contact_id and d.rule = 'held' and d.inputs ->> 'reason' = 'retry')`
  expect(again).toHaveLength(0)
  return counts
}

/** The frozen worker continues, also with new work. */
async function worksAgain(worker: Running): Promise<void> {
  await seedPeople(database, campaign, 40, '-1 second', 'late')
  await scan()
  // Connections that were being opened have timed out when the worker continues: what they carried was never handed over.
  await database.sql`
    update sequence_contacts set next_action_at = now(), held_until = null where status = 'active' and hold_reason = 'retry'`
  await scan()
  expect(worker.isRunning()).toBe(true)
}

async function scan(): Promise<void> {
  await database.sql`select graphile_worker.add_job('due-scan', '{}'::json)`
  await settled(database)
}

test('a worker with expired leases overwrites nothing', async () => {
  const stale = await start()
  await holdSending(stale)
  const [name] = await held()
  const other = await start()
  await settledWithout(name!)
  const before = await nothingWrong()
  expect(before.sent + before.uncertain).toBe(MAILS)
  stale.resume()
  await until(async () => (await lockedBy(name!)) === 0)
  const after = await nothingWrong()
  expect(after.sent + after.uncertain).toBe(MAILS)
  // Late results are still true: they can only settle uncertain sends.
  expect(after.uncertain).toBeLessThanOrEqual(before.uncertain)
  await other.stop()
  await worksAgain(stale)
  await nothingWrong()
})

// Two transactions after each other, until PostgreSQL ends each of them: too long for a sweep.
if (sized(false, true))
  test('a frozen worker with locks delays others by a minute at most', async () => {
    const stale = await start()
    await sink.release()
    await sink.reached(1)
    await hold(stale, async () => (await openTransactions()) > 0 && (await held()).length > 0)
    const [name] = await held()
    const other = await start()
    await settledWithout(name!)
    await nothingWrong()
    stale.resume()
    await other.stop()
    await worksAgain(stale)
    await nothingWrong()
  })

test('a worker that lost its connections restarts and resends nothing', async () => {
  const proxy = await startProxy(database.url)
  try {
    const stale = await start(proxy.url)
    await holdSending(stale)
    await proxy.cut()
    const other = await start()
    await settled(database)
    await nothingWrong()
    await proxy.restore()
    stale.resume()
    await other.stop()
    await worksAgain(stale)
    await nothingWrong()
  } finally {
    await proxy.close()
  }
})

const lockedBy = async (worker: string) =>
  (await database.sql`select 1 from graphile_worker._private_jobs where locked_by = ${worker}`).length

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50))
}
