import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, type Db, isDatabaseAway, openDatabase } from '~/db.server'
import { loadSnapshots } from '~/models/enrollments/snapshot.server'
import { createTestDatabase, type TestDatabase } from '../../support/db'

let database: TestDatabase
let pool: Database
beforeEach(async () => {
  database = await createTestDatabase()
  await database.sql`create table notes (words text)`
  // A single connection: prepared statements belong to a connection.
  pool = openDatabase(database.url, 1)
})
afterEach(async () => {
  await pool?.close()
  await database?.drop()
})

const ask = async (db: Db, n: number) => (await db.execute<{ n: number }>(sql`select ${n}::int as n`))[0]!.n
const prepared = async () =>
  (await pool.sql`select statement from pg_prepared_statements where from_sql is false`)
    .map((row) => row.statement as string)
    .filter((text) => text.startsWith('select $1'))

test('prepares repeated statements', async () => {
  for (const n of [1, 2, 3]) expect(await ask(pool.db, n)).toBe(n)
  expect(await prepared()).toEqual([])
  for (const n of [4, 5, 6]) expect(await ask(pool.db, n)).toBe(n)
  expect(await prepared()).toEqual(['select $1::int as n'])
})

test('prepares statements in transactions and savepoints', async () => {
  const add = (db: Db, words: string) => db.execute(sql`insert into notes values (${words})`)
  const oops = new Error('no')
  for (let n = 0; n < 6; n++) {
    await pool.db.transaction(async (tx) => {
      await add(tx, `kept ${n}`)
      await tx
        .transaction(async (inner) => {
          await add(inner, 'taken back')
          throw oops
        })
        .catch((error: unknown) => expect(error).toBe(oops))
    })
    await pool.db
      .transaction(async (tx) => {
        await add(tx, 'taken back')
        throw oops
      })
      .catch((error: unknown) => expect(error).toBe(oops))
  }
  const rows = await database.sql`select words from notes order by 1`
  expect(rows.map((row) => row.words)).toEqual([0, 1, 2, 3, 4, 5].map((n) => `kept ${n}`))
})

test('replans a statement after a schema change', async () => {
  const all = (db: Db) => db.execute(sql`select * from notes where words <> ${''}`)
  await pool.sql`insert into notes values ('a')`
  for (let n = 0; n < 6; n++) expect([...(await all(pool.db))]).toEqual([{ words: 'a' }])
  await database.sql`alter table notes add column more int`
  expect([...(await all(pool.db))]).toEqual([{ words: 'a', more: null }])
})

test('does not prepare lists of varying length', async () => {
  const among = (n: number) => sql`select ${1}::int where ${1} in ${Array.from({ length: n }, (_, i) => i)}`
  for (let again = 0; again < 6; again++) for (const n of [2, 6, 7, 100]) await pool.db.execute(among(n))
  expect((await prepared()).map((text) => text.split(',').length)).toEqual([2])
})

test('prepares at most 200 statements', async () => {
  for (let n = 0; n < 210; n++)
    for (let again = 0; again < 4; again++)
      await pool.db.execute(sql`select ${again}::int as ${sql.raw(`n${n}`)}`)
  expect(await prepared()).toHaveLength(200)
})

test('uses an index for sends, even if planned on an empty table', async () => {
  await pool.db.transaction(async (tx) => {
    // From the sixth execution on, PostgreSQL keeps the plan.
    for (let n = 0; n < 10; n++) await loadSnapshots(tx, [randomUUID(), randomUUID()], new Date())
    const [row] = await tx.execute<{ whole: number; by_index: number }>(sql`
      select seq_scan::int as whole, idx_scan::int as by_index from pg_stat_xact_user_tables
      where relname = 'email_sends'`)
    expect(row!.whole).toBe(0)
    expect(row!.by_index).toBeGreaterThan(0)
  })
})

test('an abandoned transaction releases its locks', async () => {
  const backend = async (db: Db) =>
    (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]!.pid
  const lives = async (pid: number) =>
    (await database.sql`select 1 from pg_stat_activity where pid = ${pid}`).length > 0
  const abandoned = pool.db.transaction(async (tx) => {
    const name = 'idle_in_transaction_session_timeout'
    const [row] = await tx.execute<{ limit: string }>(sql`select current_setting(${name}) as "limit"`)
    expect(row!.limit).toBe('30s')
    await tx.execute(sql`insert into notes values ('never')`)
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 20`)
    const pid = await backend(tx)
    while (await lives(pid));
    await ask(tx, 1)
  })
  expect(await abandoned.catch(isDatabaseAway)).toBe(true)
  // The next one has a connection of its own.
  expect(await ask(pool.db, 2)).toBe(2)
  expect(await database.sql`select words from notes`).toHaveLength(0)
})
