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

/** A sequence with a step, and a workflow. */
async function fill() {
  const sequence = await client.ok('POST', '/api/sequences', { name: 'First contact' })
  const template = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'S',
    htmlBody: '<p>Hi</p>',
  })
  await client.ok('POST', `/api/sequences/${sequence.id}/steps`, { templateId: template.id, delayDays: 1 })
  const workflow = await client.ok('POST', '/api/workflows', {
    name: 'W',
    criteria: { jobTitles: ['CTO'] },
    frequencyType: 'weeks',
    frequencyInterval: 1,
    leadLimit: 5,
  })
  return { sequence: sequence.id as string, workflow: workflow.id as string }
}

/** The navigation of the sidebar. */
const NAVIGATION = 'aria-label="Main"'

describe('a screen with failing data shows an error, and keeps the navigation', () => {
  let ids: Record<string, string>
  beforeAll(async () => {
    ids = await fill()
  })

  test.each([
    ['/personas', 'personas.job_title', 500, ['Failed to fetch email lists', 'Try again']],
    ['/sequences/sequence', 'steps.delay_days', 500, ['Sequence not found', 'Back to Sequences']],
    [
      '/sequences/sequence',
      'personas.industry',
      200,
      ['Failed to fetch linked email lists', 'First contact'],
    ],
    ['/campaign-builder/email-sending', 'email_logs.detail', 500, ['Failed to fetch email sends']],
    ['/contacts-hub/leads-finder', 'users.apollo_api_key_enabled', 500, ['Failed to search for leads']],
    [
      '/workflows/workflow',
      'workflow_runs.leads_found',
      500,
      ['Failed to fetch workflow', 'Back to Workflows'],
    ],
  ])('%s without %s', async (at, column, status, words) => {
    await takeAway(...(column.split('.') as [string, string]))
    const response = await client.request(
      'GET',
      at.replace(/(sequence|workflow)(?=\/|$)/, (name) => ids[name]!),
    )
    expect(response.status).toBe(status)
    const page = await response.text()
    for (const text of [...words, NAVIGATION]) expect(page).toContain(text)
  })
})

test.each([
  ['sequences', 'Sequence not found', 'Back to Sequences'],
  ['personas', 'Email list not found', 'Back to Email Lists'],
  ['workflows', 'Workflow not found', 'Back to Workflows'],
  ['templates', 'Template not found', 'Back to Templates'],
])('/%s with an unknown id says "%s"', async (path, title, back) => {
  const response = await client.request(
    'GET',
    `/${path}/${crypto.randomUUID()}${path === 'templates' ? '/preview' : ''}`,
  )
  expect(response.status).toBe(404)
  const page = await response.text()
  for (const text of [title, back, NAVIGATION]) expect(page).toContain(text)
})

describe('failing data of the layout keeps the navigation around an error', () => {
  test.each([
    ['notifications.read', 500, 'Something went wrong'],
    ['conversations.unread', 500, 'Something went wrong'],
  ])('without %s', async (column, status, title) => {
    await takeAway(...(column.split('.') as [string, string]))
    const response = await client.request('GET', '/sequences')
    expect(response.status).toBe(status)
    const page = await response.text()
    for (const text of [title, 'Try again', NAVIGATION, 'href="/personas"']) expect(page).toContain(text)
    expect(page).toContain('account menu')
  })
})

test('settings that fail to load show an error', async () => {
  const { sql } = server.database
  await client.ok('PUT', '/api/settings/contacts', { maxContinuousNotOpens: 9 })
  // The layout reads settings from the same table, so only the contact settings are broken.
  await sql`alter table settings rename to kept`
  await sql`create view settings as
    select user_id, key, case key when 'contacts' then to_jsonb(key::int) else value end as value from kept`
  const response = await client.request('GET', '/settings')
  expect(response.status).toBe(500)
  expect(await response.text()).toContain('Failed to load settings. Please try refreshing the page.')
  await sql`drop view settings`
  await sql`alter table kept rename to settings`
})

test('a failing lead search keeps the filters and shows an error', async () => {
  await takeAway('contacts', 'apollo_id')
  const response = await client.request('GET', '/contacts-hub/leads-finder?search=true&jobTitles=owner')
  const page = await response.text()
  expect([response.status, page.includes('Search Error'), page.includes('Failed to search leads')]).toEqual([
    200,
    true,
    true,
  ])
  expect(page).toContain('owner')
})

test('settings that fail to save keep the typed values', async () => {
  await server.database.sql`create function refuse() returns trigger language plpgsql as 'begin raise; end'`
  await server.database.sql`create trigger refuse before insert on settings execute function refuse()`
  const response = await client.request('POST', '/settings', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'intent=contacts&maxContinuousNotOpens=17&otherReplies=hold',
  })
  const page = await response.text()
  await server.database.sql`drop trigger refuse on settings`
  expect([response.status, page.includes('Failed to update settings')]).toEqual([500, true])
  expect(page).toContain('value="17"')
})
