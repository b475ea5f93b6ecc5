import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '~/app'
import { runChangeContacts, runUndoChange } from '~/jobs/contacts/change-contacts.server'
import { NewBulk } from '~/models/contacts/bulk/bulk'
import { startBulk, startUndo } from '~/models/contacts/bulk/bulk.server'
import { runSeed, seeded } from '../load/random'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { createTestUser } from '../support/people'
import { bySize } from '../support/sizes'
import { openDoomed } from './support/doomed'
import { openApp } from './support/import-works'

const { KILLS, CONTACTS } = bySize(
  { KILLS: 3, CONTACTS: 1_700 },
  { KILLS: 10, CONTACTS: 1_700 },
  { KILLS: 12, CONTACTS: 100_000 },
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

const context = (worker: App) => ({ app: worker, worker: 'test', signal: new AbortController().signal })

/** An account, a third of whose contacts have the tag already, and the started change. */
async function begin() {
  const userId = await createTestUser(database.db)
  await database.sql`
    insert into contacts (user_id, email, name, tags)
    select ${userId}, 'p' || i || '@people.example', 'P', case when i % 3 = 0 then '{x,y}'::text[] else '{z}' end
    from generate_series(1, ${CONTACTS}) i`
  const body = NewBulk.parse({ filter: { all: [] }, action: 'tag', tags: ['x'] })
  const time = { now: await app.clock.now(), timezone: 'UTC' }
  return { userId, ...(await startBulk(app.db, userId, body, time)) }
}

/** The tags of the account's contacts, each with the number of contacts that have them, and how the job stands. */
async function traceOf(userId: string, jobId: string) {
  const tags = await database.sql`
    select tags, count(*)::int as n from contacts where user_id = ${userId} group by 1 order by 1`
  const [job] = await database.sql`select status, progress, error from queue_jobs where id = ${jobId}`
  return { tags: [...tags], job }
}

test(`a change of ${CONTACTS} contacts and its undo, killed at ${KILLS} points, end like uninterrupted ones`, async () => {
  const random = seeded(runSeed('change-kill'))
  const calm = await begin()
  await runChangeContacts({ jobId: calm.jobId }, context(app))
  const changed = await traceOf(calm.userId, calm.jobId)
  const undo = await startUndo(app.db, calm.userId, calm.jobId)
  await runUndoChange(undo, context(app))
  const undone = await traceOf(calm.userId, undo.jobId)
  const third = Math.floor(CONTACTS / 3)
  expect(changed.job!.progress).toMatchObject({
    current: CONTACTS,
    added: CONTACTS - third,
    reasons: { already: third },
  })
  expect(undone.tags).toEqual([
    { tags: ['x', 'y'], n: third },
    { tags: ['z'], n: CONTACTS - third },
  ])

  /** Kills a job at a random place, and lets another process go on. */
  const killed = async (run: (worker: App) => Promise<void>, places: number) => {
    const fault = { at: 1 + Math.floor(random() * places), fault: 'process' } as const
    const doomed = await openDoomed(
      database,
      { ids: {} },
      { ...fault, when: random() < 0.5 ? 'before' : 'after' },
    )
    await Promise.race([doomed.died, run(doomed.app).catch(() => {})])
    // The dead process's locks are released when PostgreSQL notices its closed connections.
    await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`
    await run(app)
  }
  const counted = await openDoomed(database, { ids: {} })
  await runChangeContacts(await begin(), context(counted.app))
  const places = counted.passed()
  await counted.close()

  for (let kill = 0; kill < KILLS; kill++) {
    const { userId, jobId } = await begin()
    await killed((worker) => runChangeContacts({ jobId }, context(worker)), places)
    expect([kill, await traceOf(userId, jobId)]).toEqual([kill, changed])
    const back = await startUndo(app.db, userId, jobId)
    await killed((worker) => runUndoChange(back, context(worker)), places)
    expect([kill, await traceOf(userId, back.jobId)]).toEqual([kill, undone])
  }
})
