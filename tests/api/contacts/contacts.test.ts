import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonResponse } from '../../support/client'
import { type Client, startServer, type TestServer } from '../../support/server'

let server: TestServer
let client: Client
let listId: string
beforeAll(async () => {
  server = await startServer()
  client = server.client()
  await client.signUp()
  const list = { name: 'P', industry: 'Software', jobTitle: 'J', location: 'L' }
  listId = (await client.ok('POST', '/api/personas', list)).id
  for (let i = 0; i < 25; i++)
    await client.ok('POST', '/api/contacts', { email: `p${i}@people.example`, personaId: listId })
})
afterAll(() => server?.close())

test('Apollo IDs are unique per user (S3)', async () => {
  const lead = { email: 'lead@people.example', apolloId: '5f1a2b3c' }
  const other = server.client()
  await other.signUp()
  const mine = await client.json('POST', '/api/contacts', lead)
  const theirs = await other.json('POST', '/api/contacts', lead)
  expect([mine.status, theirs.status]).toEqual([201, 201])
  expect(mine.body.id).not.toBe(theirs.body.id)
  const again = await client.json('POST', '/api/contacts', { ...lead, email: 'another@people.example' })
  expect([again.status, again.body.message]).toEqual([409, 'Contact already exists'])
  const same = await client.json('POST', '/api/contacts', { email: 'LEAD@people.example' })
  expect(same.status).toBe(409)
  expect(same.body).toMatchObject({
    code: 'DUPLICATE_EMAIL',
    message: 'This email address already exists',
    contactId: mine.body.id,
  })
})

test('an import refuses unknown fields and wrong choices by name, and knows what becomes of existing contacts', async () => {
  const own = server.client()
  await own.signUp()
  const list = { name: 'L', industry: 'I', jobTitle: 'J', location: 'L' }
  const { id: personaId } = await own.ok('POST', '/api/personas', list)
  const start = (fields: Record<string, string>, otherFile?: string) => {
    const form = new FormData()
    const text = 'Email;City;Seats;Until\nfilled@people.example;Bonn;1.234;04.05.2026\n'
    form.set('file', new Blob([text], { type: 'text/csv' }), 'a.csv')
    for (const [name, value] of Object.entries({ personaId, ...fields })) form.set(name, value)
    if (otherFile) form.set(otherFile, new Blob(['x']), 'b.csv')
    return own.request('POST', '/api/contacts/import', { body: form })
  }
  const refusals = [
    [await start({ colums: '[]' }), 'colums'],
    [await start({}, 'second'), 'second'],
    [await start({ existing: 'merge' }), 'existing'],
    [await start({ encoding: 'utf-7' }), 'encoding'],
    [await start({ headerRow: '0' }), 'headerRow'],
    [await start({ dates: 'toString' }), 'dates'],
    [await start({ numbers: 'dot' }), 'numbers'],
    [await start({ columns: '["email"]' }), 'columns'],
  ] as const
  for (const [response, field] of refusals) {
    const { issues } = await response.json()
    expect([response.status, JSON.stringify(issues)]).toEqual([400, expect.stringContaining(`"${field}"`)])
  }
  await own.ok('POST', '/api/contacts', { email: 'filled@people.example', firstName: 'Fay' })
  const columns = JSON.stringify(['email', 'city', 'new:number', 'new:date'])
  const choices = { existing: 'fill', encoding: 'utf-8', headerRow: '1', columns }
  const { jobId } = await (await start({ ...choices, dates: 'day-first', numbers: 'comma' })).json()
  await expect
    .poll(async () => (await own.ok('GET', `/api/jobs/${jobId}`)).progress, { timeout: 20_000 })
    .toMatchObject({ current: 1, added: 0, updated: 1, skipped: 0, failed: 0, empty: 0 })
  const { contacts } = await own.ok('GET', '/api/contacts?email=filled@people.example')
  const custom = { seats: 1234, until: '2026-05-04' }
  expect(contacts[0]).toMatchObject({ firstName: 'Fay', city: 'Bonn', custom })
})

/** Typical injection attempts (S17). */
const HOSTILE = [
  "'",
  '"',
  '%',
  '_',
  '\\',
  "'; drop table contacts; --",
  "' or '1'='1",
  'createdAt; select pg_sleep(9)',
  'createdAt desc, (select 1)',
  '$1',
  '{"$gt":""}',
  '[]',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  'a'.repeat(5000),
  '١',
]
const NUMBERS = [
  '-1',
  '0',
  '1e9',
  '1e6',
  'NaN',
  'Infinity',
  '-Infinity',
  '1.5',
  '0x10',
  '',
  ' ',
  '9'.repeat(400),
  'null',
]

describe('hostile queries are refused or clamped without database errors (S17)', () => {
  const look = async (path: string) => {
    const { status, body } = await client.json('GET', path)
    expect([path.slice(0, 200), status < 500 && status !== 404, status]).toEqual([
      path.slice(0, 200),
      true,
      status,
    ])
    return { status, body }
  }

  test.each(['sortBy', 'sortOrder', 'statusFilter', 'industryFilter', 'page', 'limit', 'search', 'q'])(
    'GET /api/contacts?%s=',
    async (name) => {
      for (const value of [...HOSTILE, ...NUMBERS]) {
        const { status, body } = await look(`/api/contacts?${new URLSearchParams({ [name]: value })}`)
        if (status === 200) expect(body.contacts.length).toBeLessThanOrEqual(1000)
        else expect([name, status]).toEqual([name, 400])
        if (name === 'sortBy' || name === 'sortOrder') expect([value, status]).toEqual([value, 400])
        if (name === 'page' && NUMBERS.includes(value)) expect([value, status]).toEqual([value, 200])
      }
    },
  )

  test('the screens', async () => {
    const names = ['q', 'page', 'status', 'industry', 'order', 'cursor', 'all', 'contactId']
    for (const value of [...HOSTILE, ...NUMBERS]) {
      const search = new URLSearchParams(names.map((name) => [name, value]))
      for (const path of [
        `/contacts?${search}`,
        `/contacts?q=p&${search}`,
        `/contacts/add-to-sequence?${search}`,
        `/personas?${search}`,
        `/personas/${listId}?${search}`,
        `/personas/${listId}/contacts/add?${search}`,
        `/personas/${listId}/imports?${search}`,
        `/settings/do-not-contact?${search}`,
      ])
        await look(path)
    }
    expect((await client.ok('GET', '/api/contacts')).total).toBe(26)
  })
})

test('a bounced contact has a status of its own, and the counters add up', async () => {
  const other = server.client()
  await other.signUp()
  const add = async (name: string) =>
    (await other.ok('POST', '/api/contacts', { email: `${name}@people.example` })).id
  const [bounced, both] = [await add('bounced'), await add('both'), await add('active')]
  await server.database.sql`update contacts set hard_bounced = true where id in (${bounced}, ${both})`
  await other.ok('PATCH', `/api/contacts/${both}`, { unsubscribed: true })
  const all = await other.ok('GET', '/api/contacts')
  expect(all.stats).toEqual({ active: 1, bounced: 1, unsubscribed: 1, suppressed: 0 })
  expect(all.total).toBe(3)
  const found = await other.ok('GET', '/api/contacts?statusFilter=bounced')
  expect([found.total, found.contacts.map(({ id }: { id: string }) => id)]).toEqual([1, [bounced]])
  expect(await (await other.request('GET', '/contacts?status=bounced')).text()).toContain('Bounced')
})

test('lists 20 contacts by Added, filtered by status and industry', async () => {
  const first = await client.ok('GET', '/api/contacts?page=1&limit=20&sortBy=createdAt&sortOrder=desc')
  expect(first.contacts).toHaveLength(20)
  expect(first).toMatchObject({
    total: 26,
    stats: { active: 26, bounced: 0, suppressed: 0, unsubscribed: 0 },
  })
  const asc = await client.ok('GET', '/api/contacts?page=2&limit=20&sortBy=createdAt&sortOrder=asc')
  expect(asc.contacts.map(({ email }: { email: string }) => email)).toEqual(
    first.contacts
      .slice(0, 6)
      .map(({ email }: { email: string }) => email)
      .reverse(),
  )
  const industry = await client.ok('GET', '/api/contacts?industryFilter=Software&statusFilter=active')
  expect(industry.total).toBe(25)
})

test('lists return their total and next cursor, or refuse the limit', async () => {
  const list = await client.ok('POST', '/api/personas', {
    name: 'L',
    industry: 'I',
    jobTitle: 'J',
    location: 'L',
  })
  const emails = ['1', '2', '3'].map((name) => `${name}-of-list@people.example`)
  for (const email of emails) await client.ok('POST', '/api/contacts', { email, personaId: list.id })
  const at = `/api/personas/${list.id}/contacts`
  const read: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: JsonResponse<{ email: string }[]> = await client.json('GET', `${at}?limit=2&cursor=${cursor}`)
    expect(page.headers.get('x-total-count')).toBe('3')
    read.push(...page.body.map(({ email }) => email))
    cursor = page.headers.get('x-next-cursor')
  }
  expect(read.sort()).toEqual(emails)
  expect(await client.json('GET', '/api/contacts?limit=100000')).toMatchObject({
    status: 400,
    body: { message: 'The limit is at most 1000' },
  })
  expect((await client.json('GET', `${at}?limit=100000`)).status).toBe(400)
  expect((await client.json('GET', '/api/sequences?limit=100000')).status).toBe(400)
})

test('enrolling reports why contacts were skipped', async () => {
  const { id } = await client.ok('POST', '/api/sequences', { name: 'S' })
  const make = (name: string, more: object = {}) =>
    client.ok('POST', '/api/contacts', { email: `${name}@skipped.example`, ...more })
  const people = [
    await make('fine'),
    await make('left', { unsubscribed: true }),
    await make('stopped', { suppressed: true }),
    await make('gone'),
  ]
  await server.database.sql`update contacts set hard_bounced = true where email = 'gone@skipped.example'`
  const contactIds = people.map((contact) => contact.id)
  expect(await client.ok('POST', `/api/sequences/${id}/contacts`, { contactIds })).toEqual({
    enrolled: 1,
    already: 0,
    skipped: 3,
    reasons: { unsubscribed: 1, suppressed: 1, hardBounced: 1 },
    overLimit: 0,
  })
})

test('a new sequence is a draft, and other statuses are refused', async () => {
  const make = (status: string) => client.json('POST', '/api/sequences', { name: 'S', status })
  expect(await make('draft')).toMatchObject({ status: 201, body: { status: 'draft' } })
  for (const status of ['running', 'paused', 'x']) expect((await make(status)).status).toBe(400)
})
