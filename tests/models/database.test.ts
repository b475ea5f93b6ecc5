import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/db'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('the migrations make every table of the specification', async () => {
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

test('every foreign key says what a deletion does', async () => {
  const rows = await database.sql<{ name: string }[]>`
    select conname as name from pg_constraint
    where contype = 'f' and confdeltype = 'a' and connamespace in ('public'::regnamespace, 'sandbox'::regnamespace)`
  expect(rows).toEqual([])
})

test('no counter compares all versions of the rows of a statement with all others', async () => {
  const joining = await database.sql<{ name: string; settings: string[] | null }[]>`
    select proname as name, proconfig as settings from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc ~* 'join\\s+(old|new)_rows'`
  expect([...joining]).toEqual([{ name: 'count_email_logs', settings: ['enable_nestloop=off'] }])
})
