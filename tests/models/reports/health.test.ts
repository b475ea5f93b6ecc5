import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '~/db.server'
import { probeDatabase } from '~/models/reports/health.server'
import { describeOutage, outageReason } from '~/outage.server'
import { createTestDatabase, type TestDatabase } from '../../support/db'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database?.drop())

/** What a new connection says about the database. */
async function probe(url = database.url): Promise<unknown> {
  const opened = openDatabase(url)
  try {
    return await probeDatabase(opened.db).catch((error) => error)
  } finally {
    await opened.close()
  }
}
const set = (setting: string) =>
  database.sql.unsafe(
    `do $$ begin execute format('alter database %I set ${setting}', current_database()); end $$`,
  )

test('a database that can be written is ready', async () => {
  expect(await probe()).toBeUndefined()
})

test('a read-only one is not', async () => {
  await set('default_transaction_read_only = on')
  expect(outageReason(await probe())).toBe('it is read-only')
})

test('one without room for half a megabyte is not', async () => {
  // As on a full disk, the sort cannot be written.
  await set('temp_file_limit = 0')
  expect(await probe()).toMatchObject({ cause: { code: '53400' } })
})

test('one without free connections names the limit', async () => {
  const role = `busy_${crypto.randomUUID().slice(0, 8)}`
  await database.sql.unsafe(`create role ${role} login password 'x' connection limit 0`)
  try {
    const url = new URL(database.url)
    url.username = role
    url.password = 'x'
    expect(describeOutage(await probe(url.href))).toBe(
      'PostgreSQL cannot be used: its connections are used up: raise max_connections; docs/scaling.md says how many each process opens',
    )
  } finally {
    await database.sql.unsafe(`drop role ${role}`)
  }
})
