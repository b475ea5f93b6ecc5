import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOSTILE_FORMS, HOSTILE_JSON, HOSTILE_QUERIES } from '../../support/hostile-bodies'
import { routeTable } from '../../support/route-table'
import { type Client, startServer, type TestServer } from '../../support/server'
import { sweeping } from '../../support/sizes'

/**
 * Processor time that one request may cost, in ms. What these requests once cost was seconds, up to minutes. Other programs on
 * the machine do not change it, as they change how long a response takes.
 */
const MOST = 400

let server: TestServer
let visitor: Client
let user: Client
beforeAll(async () => {
  server = await startServer({ WORKER: 'off' })
  visitor = server.client()
  user = server.client()
  await user.signUp()
})
afterAll(() => server?.close())

/** Every route, with unknown ids. Logging out would end the session. */
const addresses = routeTable()
  .map(({ path }) => path)
  .filter((path) => !/^\/(api\/auth\/)?logout$/.test(path))
  .map((path) => path.replace(/:\w+/g, crypto.randomUUID()).replace('*', 'nowhere'))
const calls = addresses.filter((path) => path.startsWith('/api/'))
const forms = addresses.filter((path) => !path.startsWith('/api/'))

/**
 * `npm test` sends each body to some addresses only, and the next body to the next ones, signed in for the first round of the addresses.
 */
const shareOf = (all: string[], nth: number, of: number) =>
  sweeping ? all : all.filter((_, index) => index % of === nth % of)
const SHARES = 10
const numbered = (bodies: typeof HOSTILE_FORMS) =>
  Object.entries(bodies).map(([name, body], nth) => ({ name, ...body, nth }))

test('there are enough bodies for every address', () => {
  for (const bodies of [HOSTILE_FORMS, HOSTILE_JSON])
    expect(Object.keys(bodies).length).toBeGreaterThanOrEqual(SHARES)
})

/** Sends a request, which must be served without a 500 and without much work. */
async function attack(client: Client, method: string, at: string, init: RequestInit = {}): Promise<void> {
  const first = await costOf(client, method, at, init)
  // A garbage collection of the whole process may fall into one request: the cheaper of two is what the request costs.
  const cost = first < MOST ? first : Math.min(first, await costOf(client, method, at, init))
  expect(cost, `${method} ${at} took ${cost} ms of processor time`).toBeLessThan(MOST)
}

/** Sends a request, which must not be answered with a 500. @returns the processor time in ms */
async function costOf(client: Client, method: string, at: string, init: RequestInit): Promise<number> {
  const before = server.processorTime()
  const response = await client.request(method, at, init)
  await response.arrayBuffer()
  const cost = server.processorTime() - before
  // 502 and 503 report external services.
  expect([at, response.status === 500]).toEqual([at, false])
  return cost
}

const callersOf = (nth: number) => {
  const both = ['signed in', 'signed out']
  return sweeping ? both : [both[Math.floor(nth / SHARES) % 2]!]
}

describe.each(numbered(HOSTILE_FORMS))('a form with $name', ({ type, body, nth }) => {
  test.each(callersOf(nth))('%s', async (who) => {
    const client = who === 'signed in' ? user : visitor
    for (const at of shareOf(forms, nth, SHARES))
      await attack(client, 'POST', at, { headers: { 'content-type': type }, body })
  })
})

describe.each(numbered(HOSTILE_JSON))('a call with $name', ({ type, body, nth }) => {
  test.each(callersOf(nth))('%s', async (who) => {
    const client = who === 'signed in' ? user : visitor
    for (const at of shareOf(calls, nth, SHARES))
      for (const method of ['POST', 'PATCH'])
        await attack(client, method, at, { headers: { 'content-type': type }, body })
  })
})

test.each(HOSTILE_QUERIES.map((query, nth) => ({ query, nth })))(
  'the query $query',
  async ({ query, nth }) => {
    for (const at of shareOf(addresses, nth, HOSTILE_QUERIES.length)) {
      await attack(visitor, 'GET', at + query)
      await attack(user, 'GET', at + query)
    }
  },
)

/** `fetch` would correct the address, and chooses the Host itself. */
const statusOf = (path: string, { method = 'GET', ...headers }: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    http
      .request(
        {
          host: '127.0.0.1',
          port: server.port,
          method,
          path,
          headers: { host: `localhost:${server.port}`, ...headers },
        },
        (response) => response.resume().once('end', () => resolve(response.statusCode)),
      )
      .once('error', reject)
      .end()
  })

test.each(['TRACE', 'PROPFIND', 'PURGE'])('the method %s is not supported', async (method) => {
  for (const at of addresses) expect([at, await statusOf(at, { method })]).toEqual([at, 405])
})

test.each(Object.entries(HOSTILE_FORMS))('an upload with %s', async (_, { type, body }) => {
  await attack(user, 'POST', '/api/contacts/import', { headers: { 'content-type': type }, body })
})

test.each([
  '/%',
  '/%ff',
  '/u/%ff',
  '/u/%00',
  '/t/o/%ff.gif',
  '/personas/%c0%af',
  '/api/contacts/%',
  '/api/%00',
  '/search?q=%00',
  '/search/results?q=%00',
  '/sandbox?to=%00',
  '/sandbox?text=?&to=%00',
  '/login?_data=routes/auth/login',
  'http://[/',
  '*',
  '//example.com/%2e%2e',
])('answers %s without a server error', async (path) => {
  expect([200, 302, 400, 404]).toContain(await statusOf(path))
})

test.each<Record<string, string>>([
  { host: '[' },
  { host: 'a b' },
  { host: '%00' },
  { host: 'localhost:99999999' },
  { host: 'localhost/sandbox/messages?' },
  { 'x-forwarded-host': 'localhost:99999999' },
  { method: 'OPTIONS', host: '[' },
])('refuses an address with %o without a server error', async (headers) => {
  expect(await statusOf('/login', headers)).toBe(400)
})

test.each(['localhost', 'LOCALHOST:80', '127.0.0.1:3000', '[::1]:3000', 'outreach.example'])(
  'accepts the host %s',
  async (host) => {
    expect(await statusOf('/login', { host })).toBe(200)
  },
)

test('logs no error', () => {
  expect(server.output()).not.toMatch(/request failed|render failed|RangeError|TypeError/)
})

test('forms still work afterwards', async () => {
  const response = await user.request('POST', '/personas/new', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'name=List&industry=I&jobTitle=J&location=L',
  })
  expect(response.status).toBe(302)
})
