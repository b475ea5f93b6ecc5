import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_ROWS, apiRoutes, fillPath } from '../../support/api-rows'
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
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}

/** Lists within an object that are whole by what they are. */
const WHOLE = new Set([
  '/api/sequences/:id/analytics stepStats',
  '/api/conversations/:id messages',
  '/api/steps/:id variants',
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
  // Repeated, so that every paged list has two rows; a domain is suppressed only once.
  await server.database.sql`delete from suppressions where user_id = ${user.id}`
  await fillAccount(server, client)
  for (const email of ['a@people.example', 'b@people.example'])
    await client.ok('POST', '/api/contacts', { email, personaId: ids.persona })
  await server.database.sql`
    insert into webhook_deliveries (user_id, endpoint_id, event_id, object_id, n, state)
    select user_id, endpoint_id, event_id, object_id, n, 'failed' from webhook_deliveries where endpoint_id = ${ids.webhook!}`
  // Rows of the same millisecond, too.
  const tables = ['sequences', 'personas', 'templates', 'workflows', 'email_logs', 'notifications']
  for (const table of [...tables, 'webhook_deliveries'])
    await server.database
      .sql`update ${server.database.sql(table)} set created_at = '2026-01-01' where user_id = ${user.id}`
  described = (await client.ok('GET', '/api/openapi.json')).paths
})
afterAll(() => server?.close())

const describedAs = (path: string) => described[path.replace(/:(\w+)/g, '{$1}')]!.get!
const answerOf = (path: string) => describedAs(path).responses[200]!.content['application/json']!.schema
const takes = (path: string, name: string) =>
  describedAs(path).parameters.some((parameter) => parameter.name === name)
const gets = apiRoutes().filter((path) => API_ROWS[path]!.methods.GET)
const ask = (path: string, query: Record<string, string> = {}) =>
  client.json('GET', `${fillPath(path, API_ROWS[path]!, ids)}?${new URLSearchParams(query)}`)

test('a bare list returns its total and every row once', async () => {
  const lists = gets.filter((path) => answerOf(path).type === 'array')
  expect(lists.length).toBeGreaterThan(10)
  for (const path of lists) {
    const whole = await ask(path)
    expect([path, whole.status, whole.headers.get('x-total-count')]).toEqual([
      ...[path, 200, String(whole.body.length)],
    ])
    expect(whole.headers.get('x-next-cursor')).toBeNull()
    // A list without rows to cut proves nothing: add some above.
    if (!takes(path, 'limit')) continue
    expect([path, whole.body.length > 1]).toEqual([path, true])
    const rows: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await ask(path, { limit: '1', ...(cursor && { cursor }) })
      expect([path, page.headers.get('x-total-count')]).toEqual([path, String(whole.body.length)])
      expect(page.body.length).toBeLessThanOrEqual(1)
      rows.push(...page.body)
      cursor = page.headers.get('x-next-cursor')
    }
    expect([path, rows]).toEqual([path, whole.body])
  }
})

test('a nested list returns its total and every row once', async () => {
  const within = gets.flatMap((path) =>
    Object.entries(answerOf(path).properties ?? {})
      .filter(([name, part]) => part.items?.type === 'object' && !WHOLE.has(`${path} ${name}`))
      .filter(() => !('nextCursor' in answerOf(path).properties!))
      .map(([name]) => ({ path, name })),
  )
  expect(within).toEqual([{ path: '/api/contacts', name: 'contacts' }])
  for (const { path, name } of within) {
    const { body: whole, headers } = await ask(path)
    expect([path, whole[name].length > 1, headers.get('x-next-cursor')]).toEqual([path, true, null])
    const rows: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await ask(path, { limit: '1', ...(cursor && { cursor }) })
      const total = page.headers.get('x-total-count')
      expect([path, page.body.total, total]).toEqual([path, whole.total, String(whole.total)])
      rows.push(...page.body[name])
      cursor = page.headers.get('x-next-cursor')
    }
    expect([path, rows]).toEqual([path, whole[name]])
  }
})

test('a list with its cursor in the answer returns every row once', async () => {
  const found = gets.flatMap((path) => {
    const { nextCursor, ...lists } = answerOf(path).properties ?? {}
    return nextCursor ? Object.keys(lists).map((name) => ({ path, name })) : []
  })
  expect(found).toEqual([
    { path: '/api/webhooks/:id/deliveries', name: 'deliveries' },
    { path: '/api/conversations', name: 'conversations' },
  ])
  for (const { path, name } of found) {
    const whole = (await ask(path)).body
    expect([path, whole[name].length > 1, whole.nextCursor]).toEqual([path, true, null])
    const rows: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await ask(path, { limit: '1', ...(cursor && { cursor }) })
      rows.push(...body[name])
      cursor = body.nextCursor
    }
    expect([path, rows]).toEqual([path, whole[name]])
  }
})

test('refuses an invalid limit', async () => {
  const limited = gets.filter((path) => takes(path, 'limit'))
  expect(limited.length).toBeGreaterThan(6)
  for (const path of limited)
    for (const limit of ['0', '-1', '1.5', 'x', '100000'])
      expect([path, limit, (await ask(path, { limit })).status]).toEqual([path, limit, 400])
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
