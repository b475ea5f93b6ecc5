import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sandboxFaults } from '#drizzle/schema/sandbox'
import { createApolloDatabase } from '~/providers/leads/apollo'
import type { ApolloConfig } from '~/providers/leads/call'
import type { LeadCriteria, LeadTeaser } from '~/providers/leads/types'
import { createFaults, type Faults } from '~/simulators/faults'
import { createLeadSimulator } from '~/simulators/leads'
import { allPeople, personById } from '~/simulators/leads/world'
import { createTestDatabase, type TestDatabase } from '../support/db'

/** The lead database over a real socket: the simulated service, its oddities and its faults. */

let database: TestDatabase
let faults: Faults
let base: string
const servers: Server[] = []

async function listen(respond: RequestListener): Promise<string> {
  const server = createServer(respond)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  database = await createTestDatabase()
  faults = createFaults(database.db)
  const simulator = createLeadSimulator({ db: database.db, faults })
  base = await listen((req, res) => void simulator.handler(req, res))
})
afterEach(() => database.db.delete(sandboxFaults))
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await database?.drop()
})

const NEVER = new AbortController().signal
const ALL: LeadCriteria = {
  jobTitles: [],
  locations: [],
  locationType: 'contact',
  industries: [],
  industryNames: [],
  employeeCounts: [],
}
const PAGE = { page: 1, perPage: 50 }

/** A client whose delays are recorded, not waited for. */
function open(apiKey = 'sandbox-key', config: Partial<ApolloConfig> = {}) {
  const waits: number[] = []
  const wait = async (ms: number) => void waits.push(ms)
  return { waits, leads: createApolloDatabase({ baseUrl: base, apiKey, wait, ...config }) }
}

/** The value of a successful result. */
function value<T>(result: { ok: true; value: T } | { ok: false; detail: string }): T {
  if (!result.ok) throw new Error(result.detail)
  return result.value
}

const search = async (criteria: Partial<LeadCriteria>, page = PAGE) =>
  value(await open().leads.search({ ...ALL, ...criteria }, page, NEVER))

/** Raw calls, as a careless client makes them. */
const call = (
  path: string,
  body: unknown,
  headers: Record<string, string> = { 'x-api-key': 'sandbox-raw' },
) =>
  fetch(`${base}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const peopleOf = (leads: LeadTeaser[]) => leads.map(({ id }) => personById(id)!)

test('lists all 20,000 leads without filters, in pages and without addresses', async () => {
  const first = await search({})
  expect(first).toMatchObject({ totalEntries: 20_000, totalPages: 400 })
  expect(first.leads).toHaveLength(50)
  for (const lead of first.leads)
    expect(lead).toMatchObject({ email: null, linkedinUrl: null, city: null, logoUrl: null })
  expect(first.leads.every((lead) => /\*\*\*/.test(lead.lastName))).toBe(true)
  expect(first.leads.some((lead) => lead.hasEmail)).toBe(true)
  const second = await search({}, { page: 2, perPage: 50 })
  expect(new Set([...first.leads, ...second.leads].map(({ id }) => id)).size).toBe(100)
  expect(first.leads.every(({ id }) => /^[0-9a-f]{24}$/.test(id))).toBe(true)
})

test('filters by title, location, industry, keyword and company size', async () => {
  const titles = await search({ jobTitles: ['head of sales', 'Owner'] })
  expect(titles.totalEntries).toBeGreaterThan(100)
  expect(new Set(titles.leads.map(({ title }) => title))).toEqual(new Set(['Head of Sales', 'Owner']))
  const here = await search({ locations: ['germany'] })
  expect(peopleOf(here.leads).every(({ place }) => place.country === 'Germany')).toBe(true)
  const seat = await search({ locations: ['Austin, Texas, United States'], locationType: 'account' })
  expect(peopleOf(seat.leads).every(({ company }) => company.place.city === 'Austin')).toBe(true)
  expect(peopleOf(seat.leads).some(({ place }) => place.city !== 'Austin')).toBe(true)
  const { industry } = allPeople()[0]!.company
  const tagged = await search({ industries: [industry.id] })
  expect(peopleOf(tagged.leads).every(({ company }) => company.industry.id === industry.id)).toBe(true)
  const words = await search({ industryNames: ['fintech'] })
  expect(
    peopleOf(words.leads).every(({ company }) =>
      [...company.keywords, company.industry.name].some((word) => word.includes('fintech')),
    ),
  ).toBe(true)
  const sizes = await search({ employeeCounts: ['11-20', '10001+'] })
  expect(
    peopleOf(sizes.leads).every(
      ({ company: { employees } }) => (employees >= 11 && employees <= 20) || employees > 10_000,
    ),
  ).toBe(true)
  const none = await search({ jobTitles: ['keeper of the lighthouse'] })
  expect(none).toEqual({ leads: [], totalEntries: 0, totalPages: 0 })
})

test('sends an industry without a vendor id as a keyword', async () => {
  const found = await search({ industries: ['not an id'] })
  expect(found.totalEntries).toBe(0)
  const refused = await call('/mixed_people/api_search', {
    organization_industry_tag_ids: ['software'],
    page: 1,
    per_page: 10,
  })
  expect(refused.status).toBe(422)
})

test('matches leads by id when the vendor reorders or drops some', async () => {
  const all = allPeople()
  const gone = all.find((person) => person.gone)!
  const locked = all.find((person) => person.locked)!
  const bare = all.find((person) => person.email === null && !person.gone)!
  const good = all.filter((person) => person.email && !person.locked && !person.gone).slice(0, 6)
  const ids = [gone, ...good, locked, bare].map(({ id }) => id)
  const { leads } = open('sandbox-reveal')
  const { people, credits } = value(await leads.reveal([...ids, 'f'.repeat(24)], NEVER))
  expect(credits).toBe(8)
  expect(people.has(gone.id)).toBe(false)
  expect(people.get(locked.id)).toMatchObject({ email: null })
  expect(people.get(bare.id)).toMatchObject({ email: null })
  for (const { id, email, firstName, company, place } of good)
    expect(people.get(id)).toMatchObject({
      id,
      email,
      firstName,
      organizationName: company.name,
      city: place.city,
      organization: { industry: company.industry.name },
      employmentHistory: [{ current: true }],
    })
  // A paid lead is not charged again.
  expect(value(await leads.reveal(ids, NEVER)).credits).toBe(0)
  expect(value(await leads.check(NEVER)).creditsLeft).toBe(100_000 - 8)
})

test('reveals a single lead, and charges nothing for an unknown one', async () => {
  const all = allPeople()
  const good = all.find((person) => person.email && !person.locked && !person.gone)!
  const gone = all.find((person) => person.gone)!
  const { leads } = open('sandbox-one')
  expect(value(await leads.reveal([good.id], NEVER)).people.get(good.id)?.email).toBe(good.email)
  expect(value(await leads.reveal([gone.id], NEVER))).toEqual({ people: new Map(), credits: 0 })
  expect(value(await leads.reveal([], NEVER))).toEqual({ people: new Map(), credits: 0 })
  await expect(leads.reveal(Array(11).fill(good.id), NEVER)).rejects.toThrow('at most 10')
})

test('reports exhausted credits and charges nothing for that call', async () => {
  const ids = allPeople()
    .filter((person) => !person.gone)
    .slice(0, 10)
    .map(({ id }) => id)
  const { leads } = open('sandbox-credits-12')
  expect(value(await leads.reveal(ids.slice(0, 5), NEVER)).credits).toBe(5)
  expect(value(await leads.reveal(ids, NEVER)).credits).toBe(5)
  const more = allPeople()
    .filter((person) => !person.gone)
    .slice(10, 13)
    .map(({ id }) => id)
  expect(await leads.reveal(more, NEVER)).toMatchObject({
    ok: false,
    why: 'credits',
    detail: expect.stringContaining('insufficient credits'),
  })
  const stats = await call('/usage_stats/credit_usage_stats', {}, { 'x-api-key': 'sandbox-credits-12' })
  expect(await stats.json()).toMatchObject({
    credit_usage_stats: { lead_credit: { limit: 12, consumed: 10, left_over: 2 } },
  })
})

test('reports an invalid key and a key without permission in the vendor’s words', async () => {
  for (const key of ['wrong', 'schlüssel', 'two\nlines']) {
    const { leads, waits } = open(key)
    expect(await leads.search(ALL, PAGE, NEVER)).toMatchObject({ ok: false, why: 'key' })
    expect(await leads.suggest('location', 'ber', NEVER)).toMatchObject({ ok: false, why: 'key' })
    expect(waits).toEqual([])
  }
  expect(await open('wrong').leads.check(NEVER)).toMatchObject({
    detail: expect.stringContaining('Invalid API key'),
  })
  const { leads } = open('sandbox-search-only')
  expect(await leads.reveal([allPeople()[0]!.id], NEVER)).toMatchObject({
    ok: false,
    why: 'scope',
    detail: 'This API key is not authorized to access api/v1/people/match',
  })
  expect(await leads.check(NEVER)).toEqual({ ok: true, value: { creditsLeft: null } })
})

test('reports the vendor’s rate limit with its wait and stops calling', async () => {
  const { leads, waits } = open('sandbox-limit-2')
  await leads.search(ALL, PAGE, NEVER)
  await leads.search(ALL, PAGE, NEVER)
  const third = await leads.search(ALL, PAGE, NEVER)
  expect(third).toMatchObject({
    ok: false,
    why: 'limited',
    detail: expect.stringMatching(/^The maximum number of api calls allowed/),
  })
  expect(third.ok === false && third.retryAfter).toBeGreaterThan(0)
  expect(third.ok === false && third.retryAfter).toBeLessThanOrEqual(60)
  expect(waits).toEqual([])
  await faults.add({ service: 'leads', kind: 'http429', times: 1 })
  expect(await open().leads.search(ALL, PAGE, NEVER)).toMatchObject({ why: 'limited', retryAfter: 1 })
})

test('retries a failing service after 1, 2 and 4 seconds', async () => {
  await faults.add({ service: 'leads', kind: 'http500', times: 2 })
  await faults.add({ service: 'leads', kind: 'reset', times: 1 })
  const { leads, waits } = open()
  expect((await leads.search(ALL, PAGE, NEVER)).ok).toBe(true)
  expect(waits).toEqual([1000, 2000, 4000])
  await faults.add({ service: 'leads', kind: 'http500', times: 4 })
  const down = open()
  expect(await down.leads.search(ALL, PAGE, NEVER)).toMatchObject({ ok: false, why: 'unreachable' })
  expect(down.waits).toHaveLength(3)
})

test('retries a lost response without paying twice', async () => {
  const ids = allPeople()
    .filter((person) => !person.gone)
    .slice(20, 25)
    .map(({ id }) => id)
  await faults.add({ service: 'leads', kind: 'acceptThenDrop', times: 1 })
  const { leads, waits } = open('sandbox-credits-5')
  expect(value(await leads.reveal(ids, NEVER)).people.size).toBe(5)
  expect(waits).toEqual([1000])
  expect(value(await leads.check(NEVER)).creditsLeft).toBe(0)
})

test('abandons a silent service after one try, and reports a cancellation', async () => {
  await faults.add({ service: 'leads', kind: 'timeout', times: 1 })
  const { leads, waits } = open('sandbox-key', { timeoutMs: 50 })
  expect(await leads.search(ALL, PAGE, NEVER)).toMatchObject({ ok: false, why: 'timeout' })
  expect(waits).toEqual([])
  expect(await open().leads.search(ALL, PAGE, AbortSignal.abort())).toMatchObject({ why: 'aborted' })
  const stop = new AbortController()
  await faults.add({ service: 'leads', kind: 'http500', times: 1 })
  const cancelled = open('sandbox-key', {
    wait: async () => {
      stop.abort()
      throw new Error('stopped')
    },
  })
  expect(await cancelled.leads.search(ALL, PAGE, stop.signal)).toMatchObject({ why: 'aborted' })
})

test('takes suggestions from the vendor, else from our own lists', async () => {
  const { leads } = open()
  const industries = value(await leads.suggest('industry', 'software', NEVER))
  expect(industries).toContainEqual({
    name: 'computer software',
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
  })
  expect(value(await leads.suggest('person_title', 'head of s', NEVER))[0]).toEqual({
    name: 'head of sales',
    id: null,
  })
  for (const kind of ['http500', 'http429', 'reset'] as const) {
    await faults.add({ service: 'leads', kind, times: 1 })
    const { leads: away, waits } = open()
    expect(value(await away.suggest('location', 'berl', NEVER))).toEqual([
      { name: 'Berlin, Germany', id: null },
    ])
    expect(waits).toEqual([])
  }
  expect(value(await open('sandbox-search-only').leads.suggest('industry', 'accounting', NEVER))).toEqual([
    { name: 'accounting', id: '5567ce1f7369643b78570000' },
  ])
})

test('accepts older forms of the search', async () => {
  const old = await listen((_req, res) => {
    res.setHeader('content-type', 'application/json')
    res.end(
      JSON.stringify({
        pagination: { total_entries: 120_000, total_pages: 2400 },
        people: [
          { id: 'a1', first_name: 'Ada', last_name: 'North', email: 'email_not_unlocked@domain.com' },
          {
            id: 'a2',
            email: 'Ada@North.example',
            organization: { name: 'North\0\uD800 Ltd', logo_url: 'javascript:1' },
          },
          { first_name: 'without an id' },
          null,
        ],
        contacts: [
          { id: 'a1', first_name: 'again' },
          { id: 'c1', has_email: true, title: 7 },
        ],
      }),
    )
  })
  const { leads } = open('sandbox-key', { baseUrl: old })
  const page = value(await leads.search(ALL, { page: 1, perPage: 100 }, NEVER))
  expect(page).toMatchObject({ totalEntries: 120_000, totalPages: 500 })
  expect(page.leads).toMatchObject([
    { id: 'a1', lastName: 'North', email: null, hasEmail: true },
    { id: 'a2', email: 'Ada@North.example', organizationName: 'North Ltd', logoUrl: null, hasEmail: true },
    { id: 'c1', hasEmail: true, title: null },
  ])
})

test.each([
  [422, 'text/plain', 'no longer here', { why: 'refused', detail: 'no longer here' }],
  [
    400,
    'application/json',
    '{"error_message":"missing details"}',
    { why: 'refused', detail: 'missing details' },
  ],
  [402, 'application/json', '{}', { why: 'credits' }],
  [429, 'application/json', '{"retry_after_seconds":7}', { why: 'limited', retryAfter: 7 }],
  [429, 'text/plain', '', { why: 'limited', retryAfter: 60 }],
  [404, 'text/html', '<h1>nothing</h1>', { why: 'refused', detail: 'Apollo refused the request (404).' }],
  [200, 'text/html', '<h1>log in</h1>', { why: 'refused' }],
])('distinguishes the response %i %s', async (status, type, body, expected) => {
  const odd = await listen((_req, res) => {
    res.writeHead(status, { 'content-type': type })
    res.end(body)
  })
  const { leads } = open('sandbox-key', { baseUrl: odd })
  expect(await leads.search(ALL, PAGE, NEVER)).toMatchObject({ ok: false, ...expected })
})

test('the simulated service fails as the vendor’s does', async () => {
  expect((await call('/mixed_people/api_search', { page: 1, per_page: 101 })).status).toBe(422)
  expect((await call('/mixed_people/api_search', { page: 501, per_page: 1 })).status).toBe(422)
  const legacy = await call('/mixed_people/search', { page: 1 })
  expect([legacy.status, await legacy.text()]).toEqual([422, expect.stringContaining('deprecated')])
  const unknown = await call('/mixed_people/api_search', {}, { 'x-api-key': 'other' })
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([
    401,
    expect.stringContaining('text/plain'),
  ])
  const inBody = await call('/mixed_people/api_search', { api_key: 'sandbox-raw' })
  expect(await inBody.json()).toMatchObject({ error_code: 'INVALID_API_KEY_LOCATION' })
  expect((await call('/people/bulk_match', {})).status).toBe(400)
  expect(
    await (await call('/people/bulk_match', { details: Array(11).fill({ id: 'x' }) })).json(),
  ).toMatchObject({
    error_code: 'RECORD_LIMIT_EXCEEDED',
  })
  expect(await (await call('/people/match', { id: 'nobody' })).json()).toMatchObject({ person: null })
  const limited = await call('/people/match', { id: 'x' }, { 'x-api-key': 'sandbox-limit-0' })
  expect(limited.status).toBe(429)
  expect(limited.headers.get('x-minute-requests-left')).toBe('0')
  expect(limited.headers.get('x-rate-limit-24-hour')).toBe('')
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  const query = await fetch(
    `${base}/api/v1/mixed_people/api_search?person_titles[]=owner&organization_num_employees_ranges[]=1,10&page=1&per_page=5`,
    { method: 'POST', headers: { 'x-api-key': 'sandbox-raw' } },
  )
  const { people } = (await query.json()) as { people: { title: string }[] }
  expect(people.map(({ title }) => title)).toEqual(Array(5).fill('Owner'))
})
