import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { countMigrations, migrateDatabase } from '../../../drizzle/migrate'
import journal from '../../../drizzle/migrations/meta/_journal.json'
import { cloneDatabase, type TestDatabase } from '../../support/clone'

let empty: TestDatabase
beforeEach(async () => {
  empty = await cloneDatabase({ adminUrl: inject('adminUrl'), template: 'template0' })
})
afterEach(() => empty?.drop())

const applied = async () =>
  (await empty.sql`select count(*)::int as n from drizzle.__drizzle_migrations`)[0]!.n as number

test('what an older version kept stays through every migration, one at a time', async () => {
  await migrateDatabase(empty.url, 1)
  const { sql } = empty
  const [user] =
    await sql`insert into users (email, password, full_name) values ('a@b.example', 'x', 'A B') returning id`
  const [contact] =
    await sql`insert into contacts (user_id, email) values (${user!.id}, 'c@d.example') returning id`
  const [template] = await sql`
    insert into templates (user_id, name, subject) values (${user!.id}, 'Hello', 'Hi') returning id`
  for (let n = 1; n <= countMigrations(); n++) {
    await migrateDatabase(empty.url, n)
    expect(await applied()).toBe(n)
    expect([...(await sql`select id, email from users`)]).toEqual([{ id: user!.id, email: 'a@b.example' }])
    expect([...(await sql`select id, user_id from contacts`)]).toEqual([
      { id: contact!.id, user_id: user!.id },
    ])
    expect([...(await sql`select id, subject from templates`)]).toEqual([{ id: template!.id, subject: 'Hi' }])
  }
})

test('contacts that bounced before do not count as active afterwards', async () => {
  const { sql } = empty
  const number = journal.entries.findIndex(({ tag }) => tag.endsWith('bounced_are_not_active'))
  await migrateDatabase(empty.url, number)
  const [user] =
    await sql`insert into users (email, password, full_name) values ('a@b.example', 'x', 'A B') returning id`
  await sql`
    insert into contacts (user_id, email, industry, hard_bounced, suppressed)
    select ${user!.id}, i || '@d.example', 'Software', i <= 3, i = 3 from generate_series(1, 5) i`
  const counted = async () => [
    ...(await sql`select total, active, suppressed from contact_stats`),
    ...(await sql`select total, active, suppressed from contact_industries`),
  ]
  const before = { total: 5, active: 4, suppressed: 1 }
  expect(await counted()).toEqual([before, before])
  await migrateDatabase(empty.url)
  const after = { total: 5, active: 2, suppressed: 1 }
  expect(await counted()).toEqual([after, after])
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
