import postgres from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit, settled } from '../load/audit'
import { BENCH_ENV, type Running, type Sink, startProgram, startSink } from '../load/programs'
import { runSeed, seeded, sized } from '../load/random'
import { seedCampaign, seedPeople } from '../load/seed'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { inSweep } from '../support/in-sweep'
import { freePort } from '../support/launch'
import { type Proxy as Line, startProxy } from '../support/proxy'
import { bySize } from '../support/sizes'

/**
 * Quality goals, R3: the database is out of reach for a while, ends connections, or ends transactions for the sake of
 * others, in the middle of sending. Web and worker in one process, which has to live through it.
 */

const MAILS = sized(200, 5_000)
/** After this long all works as before. */
const BACK_MS = 10_000

let database: TestDatabase
let sink: Sink
let proxy: Line
let program: Running
let port: number
let random: () => number
beforeEach(async () => {
  random = seeded(runSeed('outage'))
  database = await createTestDatabase()
  // Found as soon as possible, or the test would wait for a second each time.
  await database.sql.unsafe(
    `alter database ${new URL(database.url).pathname.slice(1)} set deadlock_timeout = '20ms'`,
  )
  sink = await startSink({ SINK_DELAY_MS: '20' })
  const campaign = await seedCampaign(database, { port: sink.port, mailboxes: 4 })
  await seedPeople(database, campaign, MAILS)
  proxy = await startProxy(database.url)
  port = await freePort()
  program = await startProgram({ DATABASE_URL: proxy.url, PORT: String(port), HOST: '127.0.0.1' })
})
afterEach(async () => {
  await program?.stop('SIGKILL')
  await sink?.stop()
  await proxy?.close()
  await database?.drop()
})

const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)

const logIn = () =>
  ask('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: BENCH_ENV.APP_URL },
    body: JSON.stringify({ email: `${crypto.randomUUID()}@people.example`, password: 'correct horse' }),
  })

/** The response while the database is away: no internals. */
async function saysItIsAway(): Promise<void> {
  for (const response of [await logIn(), await ask('/readyz')]) {
    const text = await response.text()
    expect([response.status, text]).toEqual([503, expect.any(String)])
    expect(text).not.toMatch(/node_modules|\bat .*\.js|ECONN|postgres/i)
  }
}

/** Resolves with the milliseconds that it took to respond and to send again. */
async function isBack(): Promise<number> {
  const since = performance.now()
  const { count } = await sink.count()
  while (!(await ask('/readyz')).ok);
  while ((await logIn()).status === 503);
  await Promise.race([sink.reached(count + 1), settled(database)])
  return performance.now() - since
}

async function endsWell() {
  await settled(database)
  const { twice, lost, unexplained, ...counts } = await audit(database, await sink.report())
  expect({ twice, lost, unexplained }).toEqual({ twice: [], lost: [], unexplained: [] })
  expect(counts.sent + counts.uncertain).toBe(MAILS)
  expect(program.isRunning()).toBe(true)
  return counts
}

const CUTS = sized(1, 20)
inSweep(`survives ${CUTS} database outages`, async () => {
  for (let cut = 1; cut <= CUTS; cut++) {
    await sink.reached(Math.floor((MAILS * cut) / (CUTS + 2)))
    await proxy.cut()
    for (let asked = 0; asked < 5; asked++) await saysItIsAway()
    expect(program.isRunning()).toBe(true)
    await proxy.restore()
    expect(await isBack()).toBeLessThan(BACK_MS)
  }
  await endsWell()
})

test('survives terminated connections', async () => {
  const rounds = bySize(1, 3, 100)
  for (let round = 1; round <= rounds; round++) {
    await sink.reached(Math.floor((MAILS * round * 0.8) / rounds))
    // Those at work first: a worker's lock, a transaction, an idle one.
    await database.sql`
      select pg_terminate_backend(pid) from (
        select pid from pg_stat_activity
        where datname = current_database() and application_name <> '' and pid <> pg_backend_pid()
        order by md5(pid::text || ${String(random())}) limit 2) victims`
    expect(program.isRunning()).toBe(true)
  }
  expect(await isBack()).toBeLessThan(BACK_MS)
  await endsWell()
})

inSweep('survives deadlocks', async () => {
  const other = postgres(database.url, { max: 4, onnotice() {} })
  let isOver = false
  let ended = 0
  // Locks in the opposite order and holds the first lock: often enough for many deadlocks, but not forever. On a busy machine the
  // program may lose every time, and the last emails would never get through.
  const disturb = async () => {
    for (let round = 0; round < sized(200, 5_000) && !isOver && ended < sized(3, 100); round++) {
      await other
        .begin(async (tx) => {
          const rows = await tx<{ id: string }[]>`
            select id from sequence_contacts where next_action = 'send' order by random() limit 20`
          for (const { id } of rows.sort((a, b) => (a.id < b.id ? 1 : -1)))
            await tx`select 1 from sequence_contacts where id = ${id} for update`
        })
        .catch((error: { code?: string }) => {
          if (error.code !== '40P01') throw error
          ended += 1
        })
    }
  }
  const disturbing = Array.from({ length: 2 }, disturb)
  await Promise.race([settled(database), Promise.all(disturbing)])
  isOver = true
  await Promise.all(disturbing)
  // Rows locked during the last scan are left to the next one, a minute later.
  await database.sql`select graphile_worker.add_job('due-scan', '{}'::json)`
  await settled(database)
  await other.end()
  const counts = await endsWell()
  const [stats] = await database.sql<{ n: number }[]>`
    select deadlocks::int as n from pg_stat_database where datname = current_database()`
  process.stdout.write(`deadlocks: ${stats!.n}, of which the other one lost ${ended}\n`)
  expect(stats!.n).toBeGreaterThan(0)
  expect(counts).toMatchObject({ sent: MAILS, uncertain: 0, failed: 0 })
})
