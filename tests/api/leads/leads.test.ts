import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allPeople, personById } from '~/simulators/leads/world'
import { hasAddress, peopleOf, SOME } from '../../support/leads'
import { type Client, startServer, type TestServer } from '../../support/server'

let server: TestServer
let client: Client
let key: string

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  client = server.client()
  await client.signUp()
  key = `sandbox-${crypto.randomUUID()}`
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: key })
  await server.database.sql`delete from sandbox.faults`
})

const post = (at: string, body: unknown) => client.json('POST', `/api/apollo/${at}`, body)

/** Credits that the key has spent, as the vendor counts them. */
async function spent(): Promise<number> {
  const response = await fetch(`${server.url}/sandbox/apollo/api/v1/usage_stats/credit_usage_stats`, {
    headers: { 'x-api-key': key },
  })
  return (await response.json()).credit_usage_stats.lead_credit.consumed
}

const makeList = async () =>
  (
    await client.ok('POST', '/api/personas', {
      name: 'Owners',
      industry: 'Software',
      jobTitle: 'Owner',
      location: 'Texas',
    })
  ).id

async function finished(jobId: string) {
  const get = () => client.ok('GET', `/api/jobs/${jobId}`)
  let job = await get()
  while (job.status === 'pending' || job.status === 'processing') job = await get()
  return job
}

test('masks the key, and switches it off and on', async () => {
  const mask = `••••${key.slice(-4)}`
  expect(await client.ok('PUT', '/api/integrations/apollo', { apiKey: ` ${key} ` })).toEqual({
    apolloApiKey: mask,
    apolloApiKeyEnabled: true,
  })
  expect(await client.ok('GET', '/api/auth/me')).toMatchObject({
    apolloApiKey: mask,
    apolloApiKeyEnabled: true,
  })
  expect(await client.ok('PATCH', '/api/integrations/apollo/toggle', { enabled: false })).toEqual({
    enabled: false,
  })
  expect(await post('leads-search', {})).toMatchObject({
    status: 400,
    body: { message: 'Apollo API Key Required' },
  })
  expect(await client.ok('PATCH', '/api/integrations/apollo/toggle', { enabled: true })).toEqual({
    enabled: true,
  })
  expect(await client.json('PUT', '/api/integrations/apollo', { apiKey: '  ' })).toMatchObject({
    status: 400,
    body: { message: 'Please enter an API key' },
  })
  expect(server.output()).not.toContain(key)
})

test('suggests texts, and industries with ids', async () => {
  expect(
    (await post('search', { query: 'head of s', filterType: 'person_title' })).body.suggestions,
  ).toContain('head of sales')
  expect((await post('search', { query: 'berl', filterType: 'location' })).body).toEqual({
    suggestions: ['Berlin, Germany'],
  })
  expect((await post('search', { query: 'accounting', filterType: 'industry' })).body).toEqual({
    suggestions: [{ name: 'accounting', id: '5567ce1f7369643b78570000' }],
  })
  expect(await post('search', { query: 'a', filterType: 'industry' })).toMatchObject({
    status: 400,
    body: { message: 'Type at least 2 characters to search.' },
  })
  expect((await post('search', { query: 'abc', filterType: 'moon' })).status).toBe(400)
})

test('searches 50 locked leads per page for free', async () => {
  const { jobTitles: personTitles, ...filters } = SOME
  const { body } = await post('leads-search', { personTitles, ...filters, page: 2 })
  const total = peopleOf(SOME).length
  expect(body.pagination).toEqual({
    page: 2,
    per_page: 50,
    total_entries: total,
    total_pages: Math.ceil(total / 50),
  })
  expect(body.people).toHaveLength(50)
  const [first] = body.people
  const person = personById(first.id)!
  expect(first).toEqual({
    id: person.id,
    name: `${person.firstName} ${first.last_name}`,
    first_name: person.firstName,
    last_name: expect.stringContaining('***'),
    title: person.title,
    email: person.email ? 'email_not_unlocked' : null,
    linkedin_url: null,
    city: null,
    state: null,
    country: null,
    organization: { name: person.company.name, logo_url: null },
    known: false,
  })
  expect(await spent()).toBe(0)
  for (const page of [-1, 1e9, 'NaN', null])
    expect((await post('leads-search', { personTitles: ['owner'], page })).status).toBe(200)
})

test('charges one credit for the first reveal of a lead', async () => {
  const person = allPeople().find(hasAddress)!
  expect((await post('reveal-email', { personId: person.id })).body).toEqual({ email: person.email })
  await post('reveal-email', { personId: person.id })
  expect(await spent()).toBe(1)
  const gone = allPeople().find((one) => one.gone)!
  expect(await post('reveal-email', { personId: gone.id })).toMatchObject({
    status: 200,
    body: { message: 'No email available' },
  })
  const locked = allPeople().find((one) => one.locked)!
  expect((await post('reveal-email', { personId: locked.id })).body).toEqual({
    message: 'No email available',
  })
  expect((await post('reveal-email', { personId: '../me' })).status).toBe(400)
})

test('keeps a revealed email revealed for its user', async () => {
  const page = await post('leads-search', { personTitles: ['owner'] })
  const locked = page.body.people.find((one: { email: string | null }) => one.email === 'email_not_unlocked')
  const { email } = (await post('reveal-email', { personId: locked.id })).body
  const again = async (as: Client) => {
    const { body } = await as.json('POST', '/api/apollo/leads-search', { personTitles: ['owner'] })
    return body.people.find((one: { id: string }) => one.id === locked.id)
  }
  // A search shows a part of the name only.
  expect(locked.name).toContain('*')
  const { firstName, lastName } = allPeople().find(({ id }) => id === locked.id)!
  expect(await again(client)).toEqual({ ...locked, email, name: `${firstName} ${lastName}` })
  const stranger = server.client()
  await stranger.signUp()
  await stranger.ok('PUT', '/api/integrations/apollo', { apiKey: `sandbox-${crypto.randomUUID()}` })
  expect((await again(stranger)).email).toBe('email_not_unlocked')
})

test('reports a reveal without an email, for free', async () => {
  const gone = allPeople().find((one) => one.gone)!
  const response = await client.request('POST', '/contacts-hub/leads-finder', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `reveal=${gone.id}`,
  })
  expect(await response.text()).toContain('No email available')
  expect(await spent()).toBe(0)
})

test('adds selected leads with a job and its progress', async () => {
  const [first, second] = allPeople().filter(hasAddress)
  const personaId = await makeList()
  const started = await post('add-to-persona', {
    personaId,
    leads: [
      {
        apolloId: first!.id,
        email: 'email_not_unlocked',
        name: 'X',
        organization: { name: 'Y', logo_url: null },
      },
      { apolloId: second!.id, email: second!.email, firstName: 'Ada', lastName: 'North' },
    ],
  })
  expect(started.status).toBe(202)
  expect(await finished(started.body.jobId)).toMatchObject({
    type: 'lead_import',
    status: 'completed',
    error: null,
    progress: { current: 2, total: 2, added: 2, skipped: 0, revealed: 1 },
  })
  const members = await client.ok('GET', `/api/personas/${personaId}/contacts`)
  expect(members.map(({ email }: { email: string }) => email).sort()).toEqual(
    [first!.email, second!.email].sort(),
  )
  expect(members[0]).toMatchObject({ metadata: { source: 'apollo' }, apolloId: expect.any(String) })
  // From now on a search knows them, and shows the address that is paid for.
  const again = await post('reveal-email', { personId: first!.id })
  expect(again.body).toEqual({ email: first!.email })
  expect(await spent()).toBe(1)
  expect(
    await post('add-to-persona', { personaId, leads: [{ email: 'email_not_unlocked@domain.com' }] }),
  ).toMatchObject({ status: 400, body: { message: 'No valid emails' } })
  expect(await post('add-to-persona', { leads: [] })).toMatchObject({
    status: 400,
    body: { message: 'Please select an email list' },
  })
})

test('adds all results with a job', async () => {
  const personaId = await makeList()
  const { body } = await post('add-all-to-persona', {
    personaId,
    personTitles: SOME.jobTitles,
    locations: SOME.locations,
  })
  const job = await finished(body.jobId)
  const expected = peopleOf(SOME).filter(hasAddress).length
  expect(job).toMatchObject({
    status: 'completed',
    progress: { added: expected, total: peopleOf(SOME).length },
  })
  expect((await client.ok('GET', `/api/personas/${personaId}`)).contactCount).toBe(expected)
})

test('searches by an email list’s attributes', async () => {
  const list = { name: 'L', industry: 'Accounting', jobTitle: 'Owner', location: 'United States' }
  const { id } = await client.ok('POST', '/api/personas', list)
  const found = await client.ok('POST', `/api/personas/${id}/search-apollo`, { page: 1, per_page: 10 })
  expect(found.pagination.per_page).toBe(10)
  for (const { id: personId } of found.people)
    expect(personById(personId)).toMatchObject({
      title: 'Owner',
      company: { industry: { name: 'accounting' } },
    })
})

test('reports the vendor’s refusals as an external failure', async () => {
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: 'not-a-sandbox-key' })
  expect(await post('leads-search', {})).toMatchObject({
    status: 502,
    body: { message: expect.stringMatching(/^Failed to connect to Apollo API: Invalid API key/) },
  })
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: 'sandbox-credits-0' })
  const person = allPeople().find(hasAddress)!
  expect(await post('reveal-email', { personId: person.id })).toMatchObject({
    status: 502,
    body: { message: 'You have insufficient credits. Please upgrade your plan.' },
  })
  await client.ok('POST', '/sandbox/faults', { service: 'leads', kind: 'http429', times: 1 })
  const limited = await post('leads-search', {})
  expect(limited.status).toBe(429)
  expect(limited.headers.get('retry-after')).toBe('1')
})
