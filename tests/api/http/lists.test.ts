import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_ROWS, apiRoutes, fillPath } from '../../support/api-rows'
import { readPaths } from '../../support/description'
import { fillAccount } from '../../support/fill'
import { type Client, startServer, type TestServer } from '../../support/server'

/** Every list call of the route table returns its total, so no list is cut silently. */

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
}
interface Described {
  parameters: { name: string }[]
  responses: Record<string, { headers: object; content: Record<string, { schema: Schema }> }>
}

/** Lists within an object that are whole by what they are. */
const WHOLE = new Set([
  '/api/sequences/:id/analytics stepStats',
  '/api/sequences/:id/analytics/daily days',
  '/api/sequences/:id/forecast days',
  '/api/conversations/:id messages',
  '/api/conversations/:id related',
  '/api/steps/:id variants',
  '/api/workflows/:id/estimate sequences',
])

let server: TestServer
let client: Client
let ids: Record<string, string>
let described: Record<string, { get?: Described }>
beforeAll(async () => {
  server = await startServer({ WORKER: 'off' })
  client = server.client()
  const user = await client.signUp()
  ids = await fillAccount(server, client)
  // Repeated, so that every paged list has two rows.
  await fillAccount(server, client)
  for (const email of ['a@people.example', 'b@people.example'])
    await client.ok('POST', '/api/contacts', { email, personaId: ids.persona })
  const { sequence, persona, workflow, template } = ids
  await client.ok('POST', `/api/sequences/${sequence}/steps`, { templateId: template, delayDays: 2 })
  const list = { name: 'Q', industry: 'I', jobTitle: 'J', location: 'L' }
  const other = await client.ok('POST', '/api/personas', list)
  await client.ok('POST', `/api/sequences/${sequence}/add-email-list`, { personaId: other.id })
  await client.ok('POST', `/api/workflows/${workflow}/steps`, { emailListIds: [persona], order: 2 })
  const another = await client.ok('POST', '/api/sequences', { name: 'T' })
  await client.ok('POST', `/api/sequences/${another.id}/add-email-list`, { personaId: persona })
  await server.database.sql`
    insert into webhook_deliveries (user_id, endpoint_id, event_id, object_id, n, state, created_at)
    select user_id, endpoint_id, event_id, object_id, n, state, created_at from webhook_deliveries where id = ${ids.delivery!}`
  await server.database.sql`
    insert into sequence_versions (sequence_id, number, user_id, content)
    select sequence_id, 2, user_id, content from sequence_versions where sequence_id = ${sequence!}`
  await server.database.sql`
    insert into sequence_contacts (user_id, sequence_id, contact_id, address_hash, enrolled_at, hold_reason)
    select user_id, ${sequence!}, id, id::text, now(), 'not_activated' from contacts where email = 'a@people.example' and user_id = ${user.id}`
  // Rows of the same millisecond, too.
  const tables = ['sequences', 'personas', 'templates', 'workflows', 'email_logs', 'notifications']
  for (const table of [...tables, 'webhook_deliveries'])
    await server.database
      .sql`update ${server.database.sql(table)} set created_at = '2026-01-01' where user_id = ${user.id}`
  described = await readPaths(client)
})
afterAll(() => server?.close())

const describedAs = (path: string) => described[path.replace(/:(\w+)/g, '{$1}')]!.get!
const responseSchemaOf = (path: string) =>
  describedAs(path).responses[200]!.content['application/json']!.schema
const takes = (path: string, name: string) =>
  describedAs(path).parameters.some((parameter) => parameter.name === name)
const gets = apiRoutes().filter((path) => API_ROWS[path]!.methods.GET)
const ask = (path: string, query: Record<string, string> = {}) =>
  client.json('GET', `${fillPath(path, API_ROWS[path]!, ids)}?${new URLSearchParams(query)}`)

test('a bare list takes limit and cursor, and returns its total and every row once', async () => {
  const lists = gets.filter((path) => responseSchemaOf(path).type === 'array')
  expect(lists.length).toBeGreaterThan(10)
  expect(lists.filter((path) => !takes(path, 'limit') || !takes(path, 'cursor'))).toEqual([])
  for (const path of lists) {
    const whole = await ask(path)
    expect([path, whole.status, whole.headers.get('x-total-count')]).toEqual([
      ...[path, 200, String(whole.body.length)],
    ])
    expect(whole.headers.get('x-next-cursor')).toBeNull()
    // A list without rows to cut proves nothing: add some above.
    expect([path, whole.body.length > 1]).toEqual([path, true])
    const rows: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await ask(path, { limit: '1', ...(cursor && { cursor }) })
      expect([path, page.headers.get('x-total-count')]).toEqual([path, String(whole.body.length)])
      expect(page.body.length).toBeLessThanOrEqual(1)
      rows.push(...page.body)
      cursor = page.headers.get('x-next-cursor')
      expect([path, page.headers.get('x-has-more')]).toEqual([path, String(cursor !== null)])
      const [, next] = /^<(.*)>; rel="next"$/.exec(page.headers.get('link') ?? '') ?? []
      expect([path, next && new URL(next, server.url).searchParams.get('cursor')]).toEqual([
        ...[path, cursor ?? undefined],
      ])
    }
    expect([path, rows]).toEqual([path, whole.body])
    expect([path, rows.length]).toEqual([path, whole.body.length])
  }
})

test('a list inside an object says where the next page starts, and returns every row once', async () => {
  const within = gets.flatMap((path) =>
    Object.entries(responseSchemaOf(path).properties ?? {})
      .filter(([name, part]) => part.items?.type === 'object' && !WHOLE.has(`${path} ${name}`))
      .map(([name]) => ({ path, name })),
  )
  expect(within).toEqual([
    { path: '/api/sequences/:id/contacts', name: 'contacts' },
    { path: '/api/contacts', name: 'contacts' },
    { path: '/api/webhooks/:id/deliveries', name: 'deliveries' },
    { path: '/api/conversations', name: 'conversations' },
  ])
  for (const { path, name } of within) {
    const { body: whole } = await ask(path)
    expect([path, whole[name].length > 1, whole.nextCursor, whole.hasMore]).toEqual([path, true, null, false])
    const rows: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await ask(path, { limit: '1', ...(cursor && { cursor }) })
      expect([path, body.total]).toEqual([path, whole.total])
      rows.push(...body[name])
      cursor = body.nextCursor
      expect([path, body.hasMore]).toEqual([path, cursor !== null])
    }
    expect([path, rows]).toEqual([path, whole[name]])
  }
})

test('the headers of a page are described where they are sent', async () => {
  const names = ['X-Has-More', 'X-Next-Cursor', 'Link', 'X-Total-Count']
  const lists = gets.filter((path) => takes(path, 'cursor'))
  for (const path of lists) {
    const { headers } = await ask(path, { limit: '1' })
    const told = Object.keys(describedAs(path).responses[200]!.headers)
    expect([path, names.filter((name) => told.includes(name))]).toEqual([
      path,
      names.filter((name) => headers.has(name)),
    ])
  }
})

test('a list in memory says that the row at its cursor is gone', async () => {
  const { status, body } = await ask('/api/mail-accounts', { cursor: crypto.randomUUID() })
  expect([status, body.message]).toEqual([
    400,
    'The row at this cursor no longer exists. Start from the first page.',
  ])
})

test('a page of an email list has a next one only if rows remain', async () => {
  const list = await client.ok('POST', '/api/personas', {
    name: 'P',
    industry: 'I',
    jobTitle: 'J',
    location: 'L',
  })
  for (const email of ['c@people.example', 'd@people.example', 'e@people.example'])
    await client.ok('POST', '/api/contacts', { email, personaId: list.id })
  // As if some had left after they were counted.
  await server.database.sql`update personas set contact_count = contact_count + 2 where id = ${list.id}`
  const more = async (query: string) =>
    (await client.json('GET', `/api/personas/${list.id}/contacts?${query}`)).headers.get('x-has-more')
  expect([await more('limit=2'), await more('limit=3'), await more('limit=2&offset=2')]).toEqual([
    'true',
    'false',
    'false',
  ])
})

const rowsOf = (body: { contacts?: unknown[]; conversations?: unknown[] } | unknown[]) =>
  (Array.isArray(body) ? body : (body.contacts ?? body.conversations)) as { id: string }[]

test('lists of objects return those that changed since a moment', async () => {
  /** What changes one object of each list. */
  const changes: Record<string, [method: string, path: string, body: object | undefined, id: string]> = {
    '/api/contacts': ['PATCH', `/api/contacts/${ids.contact}`, { title: 'Buyer' }, ids.contact!],
    '/api/personas/:id/contacts': ['PATCH', `/api/contacts/${ids.contact}`, { title: 'CEO' }, ids.contact!],
    '/api/personas': ['PATCH', `/api/personas/${ids.persona}`, { name: 'New' }, ids.persona!],
    '/api/sequences': ['PATCH', `/api/sequences/${ids.sequence}`, { name: 'New' }, ids.sequence!],
    '/api/templates': ['PATCH', `/api/templates/${ids.template}`, { name: 'New' }, ids.template!],
    '/api/workflows': ['PATCH', `/api/workflows/${ids.workflow}`, { name: 'New' }, ids.workflow!],
    '/api/notifications': [
      'PATCH',
      `/api/notifications/${ids.notification}/read`,
      undefined,
      ids.notification!,
    ],
    '/api/conversations': [
      'PATCH',
      `/api/conversations/${ids.conversation}`,
      { state: 'done' },
      ids.conversation!,
    ],
    '/api/mail-accounts': ['PATCH', `/api/mail-accounts/${ids.mailbox}`, { dailyLimit: 7 }, ids.mailbox!],
    '/api/gmail/accounts': ['PATCH', `/api/mail-accounts/${ids.mailbox}`, { dailyLimit: 8 }, ids.mailbox!],
  }
  const { sql } = server.database
  expect(gets.filter((path) => takes(path, 'updatedSince')).sort()).toEqual(
    [...Object.keys(changes), '/api/email-sends'].sort(),
  )
  for (const [path, [method, address, body, id]] of Object.entries(changes)) {
    const before = rowsOf((await ask(path)).body).map((row) => row.id)
    const [{ now } = { now: '' }] = await sql<
      { now: string }[]
    >`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`
    expect([path, before.includes(id)]).toEqual([path, true])
    await client.ok(method, address, body)
    const since = async (updatedSince: string) =>
      rowsOf((await ask(path, { updatedSince })).body).map((row) => row.id)
    expect([path, await since(now)]).toEqual([path, [id]])
    expect([path, await since('2020-01-01T00:00:00Z')]).toEqual([path, before])
    expect([path, (await ask(path, { updatedSince: 'yesterday' })).status]).toEqual([path, 400])
  }
})

test('the log returns the emails whose outcome changed since a moment', async () => {
  const { sql } = server.database
  const since = '2026-06-01T00:00:00Z'
  await sql`alter table email_logs disable trigger email_logs_updated`
  await sql`update email_logs set updated_at = '2026-01-01', status = 'not_open'`
  await sql`alter table email_logs enable trigger email_logs_updated`
  const changed = async () => rowsOf((await ask('/api/email-sends', { updatedSince: since })).body)
  expect(await changed()).toEqual([])
  expect(rowsOf((await ask('/api/email-sends', { updatedSince: '1970-01-01T00:00:00Z' })).body)).not.toEqual(
    [],
  )
  await sql`update email_logs set status = 'open', opened_at = now() where id = ${ids.log!}`
  expect((await changed()).map(({ id }) => id)).toEqual([ids.log])
})

test('lists return the objects that pass their filters', async () => {
  const one = { industry: 'Fish', jobTitle: 'J', location: 'L' }
  const harbour = await client.ok('POST', '/api/personas', { ...one, name: 'Harbour 100%' })
  const given = { email: 'Ada@harbour.example', firstName: 'Ada', tags: ['met'], personaId: harbour.id }
  const ada = await client.ok('POST', '/api/contacts', given)
  const out = await client.ok('POST', '/api/contacts', {
    email: 'out@harbour.example',
    personaId: harbour.id,
    unsubscribed: true,
  })
  const letter = { name: 'Harbour', subject: 'About fish', htmlBody: '<p>B</p>' }
  const template = await client.ok('POST', '/api/templates', letter)
  const sequence = await client.ok('POST', '/api/sequences', { name: 'Harbour' })
  const workflow = await client.ok('POST', '/api/workflows', { name: 'Harbour', criteria: {} })
  const inList = `/api/personas/${harbour.id}/contacts`
  const cases: [path: string, query: Record<string, string>, ids: string[]][] = [
    ['/api/contacts', { email: 'ADA@harbour.example' }, [ada.id]],
    ['/api/contacts', { q: 'harbour' }, [out.id, ada.id]],
    ['/api/contacts', { q: 'harbour', sortOrder: 'asc', limit: '1' }, [ada.id]],
    ['/api/contacts', { q: 'harbour', statusFilter: 'unsubscribed' }, [out.id]],
    ['/api/contacts', { tag: 'met' }, [ada.id]],
    [inList, {}, [out.id, ada.id]],
    [inList, { statusFilter: 'active' }, [ada.id]],
    ['/api/personas', { q: '100%' }, [harbour.id]],
    ['/api/templates', { q: 'about FISH' }, [template.id]],
    ['/api/sequences', { q: 'harb', status: 'draft' }, [sequence.id]],
    ['/api/sequences', { q: 'harb', status: 'running' }, []],
    ['/api/workflows', { q: 'harb' }, [workflow.id]],
    ['/api/workflows', { q: 'harb', status: 'active' }, []],
    ['/api/email-sends', { contactId: ada.id }, []],
    ['/api/mail-accounts', { provider: 'smtp' }, []],
    ['/api/mail-accounts', { status: 'paused' }, []],
  ]
  for (const [path, query, expected] of cases) {
    const { body, headers } = await client.json('GET', `${path}?${new URLSearchParams(query)}`)
    expect([path, query, rowsOf(body).map(({ id }) => id)]).toEqual([path, query, expected])
    if (!query.limit)
      expect([path, query, headers.get('x-total-count')]).toEqual([path, query, String(expected.length)])
  }
  for (const path of ['/api/sequences', '/api/workflows', '/api/mail-accounts'])
    expect((await ask(path, { status: 'odd' })).status).toBe(400)
})

test('refuses an invalid limit', async () => {
  const limited = gets.filter((path) => takes(path, 'limit'))
  expect(limited.length).toBeGreaterThan(6)
  for (const path of limited)
    for (const limit of ['0', '-1', '1.5', 'x', '100000'])
      expect([path, limit, (await ask(path, { limit })).status]).toEqual([path, limit, 400])
})

test('refuses an invalid cursor', async () => {
  const id = '01985c1e-7a30-7c52-9b1e-3f6d2a8c4e02'
  const hostile = [
    ...['x', '%00', '-'.repeat(36), 'ü'],
    ...[`2026-01-01T00:00:00.000Z ${'-'.repeat(36)}`, `2026-01-01T00:00:00.000Z ${id.replace('-', 'a')}`].map(
      btoa,
    ),
    ...[`0000-01-01T00:00:00.000Z ${id}`, `-000001-01-01T00:00:00.000Z ${id}`].map(btoa),
    ...[`+010000-01-01T00:00:00.000Z ${id}`, `9999-12-31T23:59:59-23:59 ${id}`, `yesterday ${id}`, id].map(
      btoa,
    ),
  ]
  const lists = gets.filter((path) => takes(path, 'cursor'))
  expect(lists.length).toBeGreaterThan(20)
  for (const path of lists)
    for (const cursor of hostile)
      expect([path, cursor, (await ask(path, { cursor })).status]).toEqual([path, cursor, 400])
})

test('refuses a moment that PostgreSQL cannot store', async () => {
  for (const path of gets.filter((path) => takes(path, 'updatedSince')))
    for (const updatedSince of [
      ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '0001-01-01T00:00:00+23:59'],
    ])
      expect([path, updatedSince, (await ask(path, { updatedSince })).status]).toEqual([
        path,
        updatedSince,
        400,
      ])
})

test('counts the log up to 10,000', async () => {
  const busy = server.client()
  const { id: userId } = await busy.signUp()
  const { id } = await busy.ok('POST', '/api/sequences', { name: 'S' })
  const { sql } = server.database
  const add = (n: number, status: string) => sql`
    insert into email_logs (user_id, sequence_id, recipient_email, sender_email, subject, status)
    select ${userId}, ${id}, 'p@people.example', 's@sender.example', 'S', ${status} from generate_series(1, ${n})`
  const total = async (query = '') =>
    (await busy.json('GET', `/api/email-sends?limit=1${query}`)).headers.get('x-total-count')
  await add(9_999, 'not_open')
  await add(1, 'reply')
  expect([await total(), await total(`&sequenceId=${id}`)]).toEqual(['10000', '10000'])
  await add(1, 'not_open')
  expect([await total(), await total(`&sequenceId=${id}`)]).toEqual(['10000+', '10000+'])
  expect([
    await total('&status=Reply'),
    await total('&status=Not+Open'),
    await total('&status=Open'),
  ]).toEqual([...['1', '10000', '0']])
  expect(await total(`&sequenceId=${id}&status=Reply`)).toBe('1')
})
