import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillAccount, stateOf } from '../support/fill'
import { routeTable } from '../support/route-table'
import { type Client, startServer, type TestServer } from '../support/server'

let server: TestServer
/** Owns everything that the ids below name. */
let owner: Client
let stranger: Client
let ids: Record<string, string>
let ownerId: string

beforeAll(async () => {
  server = await startServer()
  owner = server.client()
  stranger = server.client()
  ownerId = (await owner.signUp()).id
  await stranger.signUp()
  ids = await fillAccount(server, owner)
})
afterAll(() => server?.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
interface Row {
  /** What `:id` and the like name, in the words of `ids`. */
  params?: Record<string, string>
  /** The methods it takes, each with a body that would do. */
  methods: Partial<Record<Method, () => unknown>>
  /** Bodies that name something of somebody else's: 404 for the stranger even on their own path. */
  foreign?: { method: Method; path: (own: Record<string, string>) => string; body: () => unknown }[]
  signedOut?: boolean
}

const none = () => undefined

/** Access to every call: a route without a row here fails the first test. */
const ROWS: Record<string, Row> = {
  '/api/auth/me': { methods: { GET: none } },
  '/api/auth/login': { methods: { POST: () => ({}) }, signedOut: true },
  '/api/auth/register': { methods: { POST: () => ({}) }, signedOut: true },
  '/api/auth/logout': { methods: { POST: none } },
  '/api/auth/forgot-password': { methods: { POST: () => ({}) }, signedOut: true },
  '/api/auth/reset-password': { methods: { POST: () => ({}) }, signedOut: true },
  '/api/auth/change-password': { methods: { POST: () => ({}) } },
  '/api/notifications': { methods: { GET: none } },
  '/api/notifications/count': { methods: { GET: none } },
  '/api/notifications/:id': { params: { id: 'notification' }, methods: { DELETE: none } },
  '/api/notifications/:id/read': { params: { id: 'notification' }, methods: { PATCH: none } },
  '/api/sequences': {
    methods: { GET: none, POST: () => ({ name: 'Another' }) },
    foreign: [
      {
        method: 'POST',
        path: () => '/api/sequences',
        body: () => ({ name: 'X', senderAccountId: ids.mailbox }),
      },
      { method: 'POST', path: () => '/api/sequences', body: () => ({ name: 'X', personaId: ids.persona }) },
    ],
  },
  '/api/sequences/:id': {
    params: { id: 'sequence' },
    methods: { GET: none, PATCH: () => ({ name: 'Changed' }), DELETE: none },
    foreign: [
      {
        method: 'PATCH',
        path: (own) => `/api/sequences/${own.sequence}`,
        body: () => ({ senderAccountId: ids.mailbox }),
      },
      {
        method: 'PATCH',
        path: (own) => `/api/sequences/${own.sequence}`,
        body: () => ({ mailboxIds: [ids.mailbox] }),
      },
    ],
  },
  '/api/sequences/:id/clone': { params: { id: 'sequence' }, methods: { POST: none } },
  '/api/sequences/:id/activate': { params: { id: 'sequence' }, methods: { POST: none } },
  '/api/sequences/:id/pause': { params: { id: 'sequence' }, methods: { POST: none } },
  '/api/sequences/:id/launch': { params: { id: 'sequence' }, methods: { POST: none } },
  '/api/sequences/:id/analytics': { params: { id: 'sequence' }, methods: { GET: none } },
  '/api/sequences/:id/contacts': {
    params: { id: 'sequence' },
    methods: { POST: () => ({ contactIds: [ids.contact] }) },
    foreign: [
      {
        method: 'POST',
        path: (own) => `/api/sequences/${own.sequence}/contacts`,
        body: () => ({ contactIds: [ids.contact] }),
      },
    ],
  },
  '/api/sequences/:id/email-lists': { params: { id: 'sequence' }, methods: { GET: none } },
  '/api/sequences/:id/email-lists/:personaId': {
    params: { id: 'sequence', personaId: 'persona' },
    methods: { DELETE: none },
  },
  '/api/sequences/:id/add-email-list': {
    params: { id: 'sequence' },
    methods: { POST: () => ({ personaId: ids.persona }) },
    foreign: [
      {
        method: 'POST',
        path: (own) => `/api/sequences/${own.sequence}/add-email-list`,
        body: () => ({ personaId: ids.persona }),
      },
    ],
  },
  '/api/sequences/:id/steps': {
    params: { id: 'sequence' },
    methods: { GET: none, POST: () => ({ templateId: ids.template, delayDays: 1 }) },
    foreign: [
      {
        method: 'POST',
        path: (own) => `/api/sequences/${own.sequence}/steps`,
        body: () => ({ templateId: ids.template, delayDays: 1 }),
      },
      {
        method: 'POST',
        path: (own) => `/api/sequences/${own.sequence}/steps`,
        body: () => ({ stepType: 'add_to_persona', personaId: ids.persona }),
      },
    ],
  },
  '/api/steps/:id': {
    params: { id: 'step' },
    methods: { GET: none, PATCH: () => ({ name: 'Changed' }), DELETE: none },
    foreign: ['notOpenedStepId', 'openedNoReplyStepId', 'repliedStepId', 'nextActionStepId'].map((field) => ({
      method: 'PATCH' as const,
      path: (own) => `/api/steps/${own.step}`,
      body: () => ({ [field]: ids.step }),
    })),
  },
  '/api/templates': { methods: { GET: none, POST: () => ({ name: 'T', subject: 'S', htmlBody: 'B' }) } },
  '/api/templates/preview': { methods: { POST: () => ({ subject: 'S', htmlBody: 'B' }) } },
  '/api/templates/ai-generate': { methods: { POST: () => ({ subject: 'S', outline: 'O' }) } },
  '/api/templates/:id': {
    params: { id: 'template' },
    methods: { GET: none, PATCH: () => ({ name: 'Changed' }), DELETE: none },
  },
  '/api/templates/:id/send-test': {
    params: { id: 'template' },
    methods: { POST: () => ({ email: 'somebody@people.example' }) },
    foreign: [
      {
        method: 'POST',
        path: (own) => `/api/templates/${own.template}/send-test`,
        body: () => ({ email: 'somebody@people.example', senderAccountId: ids.mailbox }),
      },
    ],
  },
  '/api/senders': { methods: { GET: none } },
  '/api/queue/status': { methods: { GET: none } },
  '/api/personas': {
    methods: { GET: none, POST: () => ({ name: 'P', industry: 'I', jobTitle: 'J', location: 'L' }) },
  },
  '/api/personas/:id': {
    params: { id: 'persona' },
    methods: { GET: none, PUT: () => ({ name: 'X' }), PATCH: () => ({ name: 'X' }), DELETE: none },
  },
  '/api/personas/:id/contacts': {
    params: { id: 'persona' },
    methods: { GET: none, POST: () => ({ contactId: ids.contact }) },
    foreign: [
      {
        method: 'POST',
        path: (own) => `/api/personas/${own.persona}/contacts`,
        body: () => ({ contactId: ids.contact }),
      },
    ],
  },
  '/api/personas/:id/contacts/:contactId': {
    params: { id: 'persona', contactId: 'contact' },
    methods: { DELETE: none },
  },
  '/api/personas/:id/sequences': { params: { id: 'persona' }, methods: { GET: none } },
  '/api/personas/:id/move-contacts': {
    params: { id: 'persona' },
    methods: { POST: () => ({ contactIds: [ids.contact], sourcePersonaId: crypto.randomUUID() }) },
    foreign: [
      {
        method: 'POST',
        path: (own) => `/api/personas/${own.persona}/move-contacts`,
        body: () => ({ contactIds: [ids.contact], sourcePersonaId: ids.persona }),
      },
    ],
  },
  '/api/contacts': {
    methods: { GET: none, POST: () => ({ email: `${crypto.randomUUID()}@people.example` }) },
    foreign: [
      {
        method: 'POST',
        path: () => '/api/contacts',
        body: () => ({ email: 'foreign@people.example', personaId: ids.persona }),
      },
    ],
  },
  '/api/contacts/import': { methods: { POST: none } },
  '/api/contacts/:id': {
    params: { id: 'contact' },
    methods: { GET: none, PATCH: () => ({ firstName: 'X' }), DELETE: none },
  },
  '/api/jobs/:jobId': { params: { jobId: 'job' }, methods: { GET: none } },
  '/api/mail-accounts': { methods: { GET: none, POST: () => ({ email: 'no address' }) } },
  '/api/mail-accounts/:id': {
    params: { id: 'mailbox' },
    methods: { PATCH: () => ({ displayName: 'Changed' }), DELETE: none },
  },
  '/api/gmail/accounts': { methods: { GET: none } },
  '/api/gmail/accounts/:id': { params: { id: 'mailbox' }, methods: { DELETE: none } },
  '/api/gmail/accounts/:id/refresh-aliases': { params: { id: 'mailbox' }, methods: { POST: none } },
  '/api/gmail/quota': { methods: { GET: none } },
  '/api/gmail/connect': { methods: { GET: none } },
  '/api/gmail/set-default': {
    methods: { POST: () => ({ accountId: ids.mailbox }) },
    foreign: [
      { method: 'POST', path: () => '/api/gmail/set-default', body: () => ({ accountId: ids.mailbox }) },
    ],
  },
  '/api/email-sends': {
    methods: { GET: none },
    foreign: [{ method: 'GET', path: () => `/api/email-sends?sequenceId=${ids.sequence}`, body: none }],
  },
  '/api/email-sends/uncertain': { methods: { GET: none } },
  '/api/email-sends/:id/resend': { params: { id: 'uncertain' }, methods: { POST: none } },
  '/api/email-sends/:id/count-as-sent': { params: { id: 'uncertain' }, methods: { POST: none } },
  '/api/settings/contacts': { methods: { GET: none, PUT: () => ({ maxContinuousNotOpens: 4 }) } },
}

/** Answered to browsers, or to everybody, in their own way: tested where they are. */
const OTHERWISE = new Set(['/api/gmail/callback', '/api/openapi.json', '/api/*'])

const apiRoutes = routeTable().filter(({ path }) => path.startsWith('/api/') && !OTHERWISE.has(path))
const fillPath = (path: string, row: Row, chosen: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => chosen[row.params?.[name] ?? ''] ?? crypto.randomUUID())
const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

test('every call of the route table has its row', () => {
  expect(apiRoutes.map(({ path }) => path).filter((path) => !ROWS[path])).toEqual([])
})

describe.each(apiRoutes.map(({ path }) => path))('%s', (path) => {
  const row = ROWS[path] ?? { methods: {} }

  test('signed out: 401, or what it takes', async () => {
    for (const method of methods) {
      const body = row.methods[method]?.()
      const answer = await server
        .client()
        .json(method, fillPath(path, row, ids), method === 'GET' ? undefined : (body ?? {}))
      if (!row.signedOut) expect([method, answer.status]).toEqual([method, 401])
      else expect([method, answer.status]).toEqual([method, row.methods[method] ? 400 : 405])
      expect(answer.body).toHaveProperty('message')
    }
  })

  test("another user's ids and unknown ids are the same 404, and nothing changes", async () => {
    const before = await stateOf(server, ownerId)
    for (const method of Object.keys(row.methods) as Method[]) {
      if (!row.params) continue
      const body = method === 'GET' ? undefined : (row.methods[method]!() ?? {})
      const foreign = await stranger.json(method, fillPath(path, row, ids), body)
      const unknown = await stranger.json(method, fillPath(path, row, {}), body)
      const malformed = await stranger.json(method, path.replace(/:\w+/g, "1'--"), body)
      expect([method, foreign.status, unknown.status, malformed.status]).toEqual([method, 404, 404, 404])
      expect(foreign.body).toEqual(unknown.body)
    }
    for (const { method, path: at, body } of row.foreign ?? []) {
      strangerIds ??= await fillAccount(server, stranger)
      const own = strangerIds
      const answer = await stranger.json(method, at(own), method === 'GET' ? undefined : body())
      expect([method, at(own), answer.status]).toEqual([method, at(own), 404])
    }
    expect(await stateOf(server, ownerId)).toBe(before)
  })

  test('a method that it does not take is 405 with Allow', async () => {
    for (const method of methods.filter((one) => !row.methods[one])) {
      const answer = await stranger.json(method, fillPath(path, row, ids), method === 'GET' ? undefined : {})
      expect([method, answer.status]).toEqual([method, 405])
      expect(answer.headers.get('allow')).toBeTruthy()
    }
  })

  test('a state-changing request from elsewhere, or from nowhere, changes nothing', async () => {
    const before = await stateOf(server, ownerId)
    for (const method of methods.filter((one) => one !== 'GET' && row.methods[one])) {
      const at = fillPath(path, row, ids)
      const body = JSON.stringify(row.methods[method]!() ?? {})
      const send = async (headers: Record<string, string>) =>
        (await owner.request(method, at, { headers, body })).status
      expect(await send({ origin: 'https://evil.example', 'content-type': 'application/json' })).toBe(403)
      expect(await send({ origin: 'null', 'content-type': 'text/plain' })).toBe(403)
      expect(
        await send({
          origin: 'none',
          'sec-fetch-site': 'cross-site',
          'content-type': 'application/x-www-form-urlencoded',
        }),
      ).toBe(403)
      if (!row.signedOut) expect(await send({ origin: 'none', 'content-type': 'text/plain' })).toBe(403)
    }
    expect(await stateOf(server, ownerId)).toBe(before)
  })

  test('malformed bodies are 400, foreign media types 415, and nothing is a 500', async () => {
    const caller = server.client()
    await caller.signUp()
    for (const method of methods.filter((one) => one !== 'GET' && row.methods[one])) {
      const at = fillPath(path, row, {})
      const send = async (body: string, type = 'application/json') =>
        (await caller.request(method, at, { headers: { 'content-type': type }, body })).status
      const statuses = [
        await send('{'),
        await send('[]'),
        await send('"text"'),
        await send('{"name":"\\u0000"}'),
        await send('{"name":"\\ud800","email":{"a":1},"page":1e400}'),
        await send(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`),
        await send('a=b', 'application/x-www-form-urlencoded'),
        await send('<a/>', 'application/xml'),
      ]
      expect([method, statuses.filter((status) => status >= 500)]).toEqual([method, []])
      expect(statuses.slice(0, 3).every((status) => status >= 400)).toBe(true)
    }
  })
})

let strangerIds: Record<string, string> | undefined
