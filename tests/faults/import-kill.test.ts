import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '~/app'
import { runSeed, seeded } from '../load/random'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { bySize } from '../support/sizes'
import { makeWorkbook } from '../support/workbook'
import { openDoomed } from './support/doomed'
import { makeTarget, openApp, type Target, traceOf, upload, work } from './support/import-works'

const { KILLS, ROWS } = bySize(
  { KILLS: 1, ROWS: 2_300 },
  { KILLS: 5, ROWS: 2_300 },
  { KILLS: 50, ROWS: 50_000 },
)

let database: TestDatabase
let app: App
beforeAll(async () => {
  database = await createTestDatabase()
  app = await openApp(database)
})
afterAll(async () => {
  await app?.close()
  await database?.drop()
})

/** An Excel file with duplicates, bad rows and known addresses among good ones. */
function makeFile(random: () => number): Buffer {
  const lines = [['Email', 'First Name', 'Plan']]
  for (let row = 0; row < ROWS; row++) {
    const kind = random()
    const address = `p${Math.floor(random() * ROWS * 0.9)}@people.example`
    if (kind < 0.05) lines.push([`no address ${row}`, 'X', ''])
    else if (kind < 0.08) lines.push([address.toUpperCase(), `A, ${row}`, 'Plus'])
    else lines.push([address, `Person ${row}`, 'Basic'])
  }
  return makeWorkbook({ People: lines })
}

const start = (of: App, target: Target, file: Buffer) => upload(of, target, file, 'people.xlsx')

test(`an import of an Excel file killed at ${KILLS} points ends like an uninterrupted one, and repeating it adds nothing (R13)`, async () => {
  const random = seeded(runSeed('import-kill'))
  const file = makeFile(random)
  const known = async () => {
    const target = await makeTarget(app)
    await database.sql`
      insert into contacts (user_id, email, name, unsubscribed)
      select ${target.userId}, 'P' || i || '@people.example', 'Known', i % 2 = 0 from generate_series(1, 40) i`
    return target
  }
  const calm = await known()
  const calmJob = await start(app, calm, file)
  await work(app, calmJob)
  const wanted = await traceOf(database, calm, calmJob)
  const { added, skipped, failed } = wanted.job.progress
  expect(added + skipped + failed).toBe(ROWS)
  expect(wanted.files).toEqual({ n: 0 })

  // The number of awaits on PostgreSQL.
  const counted = await openDoomed(database, { ids: {} })
  await work(counted.app, await upload(app, await known(), file))
  const places = counted.passed()
  await counted.close()

  for (let kill = 0; kill < KILLS; kill++) {
    const target = await known()
    const jobId = await start(app, target, file)
    const at = 1 + Math.floor(random() * places)
    const when = random() < 0.5 ? 'before' : 'after'
    const doomed = await openDoomed(database, { ids: {} }, { at, when, fault: 'process' })
    await Promise.race([doomed.died, work(doomed.app, jobId).catch(() => {})])
    // The dead process's locks are released when PostgreSQL notices its closed connections.
    await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`
    await work(app, jobId)
    expect([kill, at, when, await traceOf(database, target, jobId)]).toEqual([kill, at, when, wanted])
  }

  const again = await start(app, calm, file)
  await work(app, again)
  const second = await traceOf(database, calm, again)
  expect(second.job.progress).toMatchObject({ added: 0, skipped: added + skipped, failed })
  expect(second.contacts).toEqual(wanted.contacts)
})
