import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startServer, type TestServer } from '../../support/server'

/** Workflows over the whole program: the calls, the sandbox's clock, the simulated lead database. */

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
  client = server.client()
  await client.signUp()
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: 'sandbox-plenty' })
})
afterAll(() => server?.close())

const LIST = { name: 'P', industry: 'I', jobTitle: 'J', location: 'L' }

async function make(fields: Record<string, unknown> = {}) {
  const list = await client.ok('POST', '/api/personas', LIST)
  const { id } = await client.ok('POST', '/api/workflows', {
    name: 'Find people',
    criteria: { employeeCounts: ['11-20', '21-50'] },
    ...fields,
  })
  await client.ok('POST', `/api/workflows/${id}/steps`, {
    order: 1,
    stepType: 'add_to_email_list',
    name: 'Add to Email List',
    emailListIds: [list.id],
  })
  return { id: id as string, list: list.id as string }
}

const forward = async (days: number) =>
  client.ok('POST', '/sandbox/clock', { advanceMinutes: Math.ceil(days * 24 * 60) })
const contactsOf = async (list: string): Promise<{ email: string; apolloId: string }[]> =>
  client.ok('GET', `/api/personas/${list}/contacts`)

test('runs at its scheduled times and completes at its end', async () => {
  const { now } = await client.ok('GET', '/sandbox/clock')
  const day = (n: number) => new Date(Date.parse(now) + n * 86_400_000).toISOString()
  const { id, list } = await make({
    startStrategy: 'scheduled',
    startAt: day(1),
    frequencyType: 'days',
    frequencyInterval: 2,
    isEndless: false,
    endAt: day(6),
    leadLimit: 12,
  })
  await client.ok('PATCH', `/api/workflows/${id}`, { status: 'active' })
  const look = () => client.ok('GET', `/api/workflows/${id}`)
  expect(await look()).toMatchObject({ status: 'active', nextRunAt: day(1), lastRunAt: null })
  await forward(2)
  expect(await look()).toMatchObject({ status: 'active', nextRunAt: day(3), lastRunAt: day(1) })
  expect(await contactsOf(list)).toHaveLength(12)
  await forward(10)
  expect(await look()).toMatchObject({ status: 'completed', nextRunAt: null, lastRunAt: day(5) })
  const people = await contactsOf(list)
  expect(people).toHaveLength(36)
  expect(new Set(people.map((one) => one.apolloId)).size).toBe(36)
  const runs = await server.database.sql`
    select status, metadata -> 'added' as added from workflow_runs where workflow_id = ${id}`
  expect([...runs]).toEqual([1, 2, 3].map(() => ({ status: 'completed', added: 12 })))
})

test('runs at once when it starts immediately', async () => {
  const { id, list } = await make({ leadLimit: 3 })
  await client.ok('PATCH', `/api/workflows/${id}`, { status: 'active' })
  await forward(0.01)
  expect(await contactsOf(list)).toHaveLength(3)
  expect(await client.ok('GET', `/api/workflows/${id}`)).toMatchObject({ status: 'completed' })
})

test('ends the run with a notification when credits run out', async () => {
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: 'sandbox-credits-25' })
  const { id, list } = await make({ frequencyType: 'months' })
  await client.ok('PATCH', `/api/workflows/${id}`, { status: 'active' })
  await forward(0.01)
  const found = (await contactsOf(list)).length
  expect(found).toBeGreaterThan(0)
  expect(found).toBeLessThanOrEqual(25)
  const [notice] = await client.ok('GET', '/api/notifications')
  expect(notice.title).toBe('Workflow run failed')
  expect(await client.ok('GET', `/api/workflows/${id}`)).toMatchObject({ status: 'active' })
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: 'sandbox-plenty' })
})

test('cannot be activated without an email list, by call or screen', async () => {
  const { id } = await client.ok('POST', '/api/workflows', { name: 'No list', criteria: {} })
  const message = 'Choose an email list for its contacts first, then activate the workflow'
  expect(await client.json('PATCH', `/api/workflows/${id}`, { status: 'active' })).toMatchObject({
    status: 409,
    body: { message },
  })
  const screen = await (await client.request('GET', `/workflows/${id}/activate`)).text()
  expect(screen).toContain('>Choose an email list</a>')
  expect(screen).not.toContain('>Activate</button>')
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  await client.request('POST', `/workflows/${id}/activate`, { ...form, body: '' })
  await client.request('POST', `/workflows/${id}/status`, { ...form, body: 'status=active' })
  expect(await client.ok('GET', `/api/workflows/${id}`)).toMatchObject({ status: 'draft' })
})

test('responds with 409 to an impossible status change', async () => {
  const { id } = await make()
  const response = await client.json('PATCH', `/api/workflows/${id}`, { name: 'Other', status: 'paused' })
  expect([response.status, response.body.message]).toEqual([
    409,
    'A workflow that is draft cannot become paused',
  ])
  expect(await client.ok('GET', `/api/workflows/${id}`)).toMatchObject({
    name: 'Find people',
    status: 'draft',
  })
})

test('uses the specification’s messages', async () => {
  const { id } = await make()
  const message = async (method: string, at: string, body: unknown) => {
    const response = await client.json(method, at, body)
    return [response.status, response.body.message]
  }
  expect(await message('POST', '/api/workflows', { name: ' ', criteria: {} })).toEqual([
    400,
    'Please enter a workflow name',
  ])
  expect(await message('POST', `/api/workflows/${id}/steps`, { emailListIds: [] })).toEqual([
    400,
    'Please select at least one email list',
  ])
  expect(await message('GET', `/api/workflows/${crypto.randomUUID()}`, undefined)).toEqual([
    404,
    'Workflow not found',
  ])
})

test('refuses missing dates, numbers out of range and other statuses', async () => {
  const { id } = await make({ leadLimit: 5 })
  const wrong: [object, string, string][] = [
    [{ startStrategy: 'scheduled' }, 'startAt', 'Please choose a start date and time'],
    [{ isEndless: false }, 'endAt', 'Please choose an end date and time'],
    [{ leadLimit: 501 }, 'leadLimit', 'Lead limit must be a whole number from 1 to 500'],
    [{ leadLimit: 0 }, 'leadLimit', 'Lead limit must be a whole number from 1 to 500'],
    [{ frequencyInterval: 0 }, 'frequencyInterval', 'Interval must be a whole number from 1 to 1000'],
  ]
  for (const [fields, path, message] of wrong) {
    const body = { message, code: 'INVALID', issues: [{ path, message }] }
    const post = { name: 'W', criteria: {}, ...fields }
    expect(await client.json('POST', '/api/workflows', post)).toMatchObject({ status: 400, body })
    expect(await client.json('PATCH', `/api/workflows/${id}`, fields)).toMatchObject({ status: 400, body })
  }
  const status = (given: string) =>
    client.json('POST', '/api/workflows', { name: 'W', criteria: {}, status: given })
  expect(await status('draft')).toMatchObject({ status: 201, body: { status: 'draft' } })
  for (const given of ['active', 'paused', 'completed', 'x']) expect((await status(given)).status).toBe(400)
  expect(await client.ok('GET', `/api/workflows/${id}`)).toMatchObject({
    ...{ startStrategy: 'immediately', isEndless: true, leadLimit: 5, frequencyInterval: 1 },
  })
})

test('the status switch accepts only active and paused', async () => {
  const { id } = await make()
  const press = async (status: string) => {
    const response = await client.request('POST', `/workflows/${id}/status`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ status }).toString(),
    })
    const { status: after } = await client.ok('GET', `/api/workflows/${id}`)
    return [response.status === 302 || (await response.text()).includes('Unknown status'), after]
  }
  for (const other of ['', 'draft', 'completed', 'x']) expect(await press(other)).toEqual([true, 'draft'])
  await server.database.sql`update workflows set start_strategy = 'scheduled' where id = ${id}`
  expect(await press('active')).toEqual([true, 'draft'])
  await server.database.sql`update workflows set start_at = '2030-01-01' where id = ${id}`
  expect(await press('active')).toEqual([true, 'active'])
  expect(await press('paused')).toEqual([true, 'paused'])
})

test('accepts no column beyond its fields', async () => {
  const { id } = await make()
  const own = {
    timezone: 'Asia/Tokyo',
    lastRunAt: '2026-01-01T00:00:00Z',
    nextRunAt: '2026-01-01T00:00:00Z',
  }
  for (const [name, value] of Object.entries(own))
    expect(await client.json('PATCH', `/api/workflows/${id}`, { [name]: value })).toMatchObject({
      status: 400,
      body: { message: `${name} cannot be changed here` },
    })
  const planted = {
    searchPage: 7,
    anchorAt: '2026-01-01T00:00:00Z',
    userId: crypto.randomUUID(),
  }
  for (const [name, value] of Object.entries(planted))
    expect(await client.json('PATCH', `/api/workflows/${id}`, { [name]: value })).toMatchObject({
      status: 400,
      body: { message: `Unknown field ${name}` },
    })
  const [row] = await server.database.sql`select search_page, anchor_at from workflows where id = ${id}`
  expect(row).toEqual({ search_page: 1, anchor_at: null })
})
