import { afterAll, beforeAll, expect, test } from 'vitest'
import { newIds } from '~/models/shared/ids.server'
import { createTestDatabase, type TestDatabase } from '../../support/db'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** The time in a UUID of version 7: milliseconds, and their 4,096th parts, as 15 hexadecimal digits. */
const timeOf = (id: string) => id.replaceAll('-', '').replace(/^(.{12})7(.{3}).*$/, '$1$2')

test('an id is a UUIDv7 with its creation time', async () => {
  const [around] = await database.sql<{ before: number; id: string; after: number }[]>`
    select extract(epoch from statement_timestamp())::float8 * 1000 as before, uuid_v7() as id,
      extract(epoch from clock_timestamp())::float8 * 1000 as after`
  const { before, id, after } = around!
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  const at = Number.parseInt(timeOf(id), 16) / 4096
  expect(at).toBeGreaterThanOrEqual(before - 0.001)
  expect(at).toBeLessThanOrEqual(after + 0.001)
})

test('ids are unique and sort by creation', async () => {
  const ids: string[] = []
  for (let n = 0; n < 20; n++) ids.push(...(await newIds(database.db, 1)))
  expect(ids).toEqual([...ids].sort())
  const many = await newIds(database.db, 10_000)
  expect(new Set(many).size).toBe(10_000)
  const times = many.map(timeOf)
  expect(times).toEqual([...times].sort())
})

test('every table uses time-ordered ids', async () => {
  const rows = await database.sql<{ name: string }[]>`
    select format('%s.%s', table_schema, table_name) as name from information_schema.columns
    where column_default like '%gen_random_uuid%'`
  expect(rows).toEqual([])
})
