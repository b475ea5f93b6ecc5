import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { countMigrations, migrateDatabase } from '../../drizzle/migrate'
import { cloneDatabase, type TestDatabase } from '../support/clone'
import { createTestDatabase } from '../support/db'

let empty: TestDatabase
beforeEach(async () => {
  empty = await cloneDatabase({ adminUrl: inject('adminUrl'), template: 'template0' })
})
afterEach(() => empty?.drop())

const applied = async () =>
  (await empty.sql`select count(*)::int as n from drizzle.__drizzle_migrations`)[0]!.n as number

/** What a database is made of: columns with their defaults, indexes, constraints, triggers and functions. */
async function schemaOf({ sql }: TestDatabase) {
  const ours = sql`('public', 'sandbox')`
  return {
    columns: [
      ...(await sql`select table_schema, table_name, column_name, data_type, is_nullable, column_default
      from information_schema.columns where table_schema in ${ours} order by 1, 2, 3`),
    ],
    indexes: [...(await sql`select indexdef from pg_indexes where schemaname in ${ours} order by 1`)],
    constraints: [
      ...(await sql`select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) as def
      from pg_constraint where connamespace::regnamespace::text in ${ours} order by 1, 2`),
    ],
    triggers: [
      ...(await sql`select pg_get_triggerdef(oid) as def from pg_trigger where not tgisinternal
        and tgrelid in (select oid from pg_class where relnamespace::regnamespace::text in ${ours}) order by 1`),
    ],
    functions: [
      ...(await sql`select proname, prosrc from pg_proc where pronamespace::regnamespace::text in ${ours}
        order by 1, 2`),
    ],
  }
}

test('a database of any older version becomes what a new one is', async () => {
  for (let n = 1; n <= countMigrations(); n++) {
    await migrateDatabase(empty.url, n)
    expect(await applied()).toBe(n)
  }
  const fresh = await createTestDatabase()
  try {
    expect(await schemaOf(empty)).toEqual(await schemaOf(fresh))
  } finally {
    await fresh.drop()
  }
})

test('several programs that bring one up at once take turns', async () => {
  await Promise.all([migrateDatabase(empty.url), migrateDatabase(empty.url), migrateDatabase(empty.url)])
  expect(await applied()).toBe(countMigrations())
})

test('what was done before one failed stays done, and the next start goes on from there', async () => {
  await empty.sql`create function uuid_v7() returns int language sql as 'select 1'`
  await expect(migrateDatabase(empty.url)).rejects.toThrow()
  const before = await applied()
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(countMigrations())
  await empty.sql`drop function uuid_v7()`
  await migrateDatabase(empty.url)
  expect(await applied()).toBe(countMigrations())
})
