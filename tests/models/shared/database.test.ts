import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '~/db.server'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { untilBlocked } from '../../support/interleave'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('migrations create every table of the specification', async () => {
  const rows = await database.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`
  expect(rows.map((row) => row.name)).toEqual(
    expect.arrayContaining([
      'aliases',
      'contacts',
      'email_logs',
      'email_sends',
      'integrations',
      'mail_accounts',
      'notifications',
      'password_reset_tokens',
      'persona_contacts',
      'personas',
      'queue_jobs',
      'sequence_contacts',
      'sequence_personas',
      'sequences',
      'sessions',
      'settings',
      'steps',
      'templates',
      'tracking_events',
      'users',
      'workflow_runs',
      'workflow_steps',
      'workflows',
    ]),
  )
})

test('every foreign key has an ON DELETE action', async () => {
  const rows = await database.sql<{ name: string }[]>`
    select conname as name from pg_constraint
    where contype = 'f' and confdeltype = 'a' and connamespace in ('public'::regnamespace, 'sandbox'::regnamespace)`
  expect(rows).toEqual([])
})

test('triggers of statements join row versions by key', async () => {
  const joining = await database.sql<{ name: string; settings: string[] | null }[]>`
    select proname as name, proconfig as settings from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc ~* 'join\\s+(old|new)_rows' order by 1`
  expect([...joining]).toEqual(
    ['count_email_logs', 'count_variant_logs', 'tell_contacts', 'tell_email_logs', 'tell_enrollments'].map(
      (name) => ({ name, settings: ['enable_nestloop=off'] }),
    ),
  )
})

test('retries one of two deadlocked transactions', async () => {
  const { db } = database
  await db.execute(sql`create table rounds (id int primary key, n int not null)`)
  await db.execute(sql`insert into rounds values (1, 0), (2, 0)`)
  const add = (tx: Db, id: number) => tx.execute(sql`update rounds set n = n + 1 where id = ${id}`)
  const other = () =>
    db.transaction(async (tx) => {
      // It is never the one that is ended.
      await tx.execute(sql`set local deadlock_timeout = '1h'`)
      await add(tx, 2)
      await add(tx, 1)
    })
  let runs = 0
  let others = Promise.resolve()
  await db.transaction(async (tx) => {
    runs += 1
    await tx.execute(sql`set local deadlock_timeout = '10ms'`)
    await add(tx, 1)
    if (runs === 1) {
      others = other()
      await untilBlocked(tx, others)
    }
    // A conflict in a transaction within one ends the whole.
    await tx.transaction((inner) => add(inner, 2))
  })
  await others
  expect([...(await db.execute(sql`select n from rounds`))]).toEqual([{ n: 2 }, { n: 2 }])
  // The retry may take the first row again before the other one wakes up, and is ended once more.
  expect(runs).toBeGreaterThan(1)
})
