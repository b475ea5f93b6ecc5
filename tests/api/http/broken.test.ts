import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startServer, type TestServer } from '../../support/server'

/** What screens show when the database refuses their queries. */
let server: TestServer
let client: Client
/** The column that a test takes away, and its table. */
let gone: { table: string; column: string } | null = null

beforeAll(async () => {
  server = await startServer()
  client = server.client()
  await client.signUp()
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: `sandbox-${crypto.randomUUID()}` })
})
afterEach(async () => {
  if (gone) await rename(gone.table, 'away', gone.column)
  gone = null
})
afterAll(() => server?.close())

const rename = (table: string, from: string, to: string) =>
  server.database.sql.unsafe(`alter table ${table} rename column ${from} to ${to}`)

async function takeAway(table: string, column: string) {
  await rename(table, column, 'away')
  gone = { table, column }
}

describe('a screen with failing data shows an error', () => {
  test.each([
    ['/personas', 'personas', 'job_title', 'Failed to fetch email lists'],
    ['/campaign-builder/email-sending', 'email_logs', 'detail', 'Failed to fetch email sends'],
    ['/contacts-hub/leads-finder', 'users', 'apollo_api_key_enabled', 'Failed to search for leads'],
  ])('%s', async (at, table, column, words) => {
    await takeAway(table, column)
    const answer = await client.request('GET', at)
    expect(answer.status).toBe(500)
    expect(await answer.text()).toContain(words)
  })
})

test('settings that fail to load show an error', async () => {
  const { sql } = server.database
  await client.ok('PUT', '/api/settings/contacts', { maxContinuousNotOpens: 9 })
  // The layout reads settings from the same table, so only the contact settings are broken.
  await sql`alter table settings rename to kept`
  await sql`create view settings as
    select user_id, key, case key when 'contacts' then to_jsonb(key::int) else value end as value from kept`
  const answer = await client.request('GET', '/settings')
  expect(answer.status).toBe(500)
  expect(await answer.text()).toContain('Failed to load settings. Please try refreshing the page.')
  await sql`drop view settings`
  await sql`alter table kept rename to settings`
})

test('a failing lead search keeps the filters and shows an error', async () => {
  await takeAway('contacts', 'apollo_id')
  const answer = await client.request('GET', '/contacts-hub/leads-finder?search=true&jobTitles=owner')
  const page = await answer.text()
  expect([answer.status, page.includes('Search Error'), page.includes('Failed to search leads')]).toEqual([
    200,
    true,
    true,
  ])
  expect(page).toContain('owner')
})

test('settings that fail to save keep the typed values', async () => {
  await server.database.sql`create function refuse() returns trigger language plpgsql as 'begin raise; end'`
  await server.database.sql`create trigger refuse before insert on settings execute function refuse()`
  const answer = await client.request('POST', '/settings', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'intent=contacts&maxContinuousNotOpens=17&otherReplies=hold',
  })
  const page = await answer.text()
  await server.database.sql`drop trigger refuse on settings`
  expect([answer.status, page.includes('Failed to update settings')]).toEqual([500, true])
  expect(page).toContain('value="17"')
})
