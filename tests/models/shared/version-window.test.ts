import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { OLDEST_BESIDE, VERSION } from '~/version'
import { countMigrations, migrateDatabase, planMigrations } from '../../../drizzle/migrate'
import { enterWindow } from '../../../drizzle/version-window'
import { cloneDatabase, type TestDatabase } from '../../support/clone'

let empty: TestDatabase
beforeEach(async () => {
  empty = await cloneDatabase({ adminUrl: inject('adminUrl'), template: 'template0' })
})
afterEach(() => empty?.drop())

const window = async () => (await empty.sql`select oldest, newest from drizzle.version_window`)[0]

test('a database of the release before, with its data, is opened and says so', async () => {
  // Migration 48 was the last one of 0.1.0, which knew no window.
  await migrateDatabase(empty.url, 48)
  await empty.sql`drop table drizzle.version_window`
  await empty.sql`insert into users (email, password, full_name) values ('ann@acme.example', 'x', 'Ann')`
  const lines: string[] = []
  await migrateDatabase(empty.url, undefined, (line) => lines.push(line))
  expect(await window()).toEqual({ oldest: OLDEST_BESIDE, newest: VERSION })
  expect(lines).toHaveLength(countMigrations() - 48)
  expect(lines[0]).toMatch(/^Migrated: 0048_\w+, \d+ ms$/)
  expect(await empty.sql`select email from users`).toHaveLength(1)
})

test('one version back still opens a database, and leaves the window as it is', async () => {
  const { sql } = empty
  await enterWindow(sql, { oldest: '1.9.0', newest: '1.10.0' })
  await enterWindow(sql, { oldest: '1.8.0', newest: '1.9.0' })
  expect(await window()).toEqual({ oldest: '1.9.0', newest: '1.10.0' })
})

test('an older version is refused by name, before it changes anything', async () => {
  const { sql } = empty
  await enterWindow(sql, { oldest: '99.0.0', newest: '99.1.0' })
  await expect(migrateDatabase(empty.url)).rejects.toThrow(
    `Coldframe 99.1.0 has opened this database, which ${VERSION} cannot use any more: start version 99.1.0, or 99.0.0 at least`,
  )
  expect(await window()).toEqual({ oldest: '99.0.0', newest: '99.1.0' })
  expect(await sql`select to_regclass('public.users') as users`).toEqual([{ users: null }])
})

test('a plan lists what is pending and changes nothing', async () => {
  await migrateDatabase(empty.url, 49)
  const plan = await planMigrations(empty.url)
  expect(plan).toHaveLength(countMigrations() - 49)
  expect(plan[0]).toEqual({
    name: '0049_mailbox_due',
    blocks:
      'needs the table of the index sequence_contacts_mailbox_idx alone for a moment; blocks writes to sequence_contacts while an index is built',
  })
  await migrateDatabase(empty.url)
  expect(await planMigrations(empty.url)).toEqual([])
})
