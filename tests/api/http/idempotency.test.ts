import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, sharedServer, type TestServer } from '../../support/server'

let server: TestServer
let client: Client
let userId: string
let email: string
let password: string

beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  client = server.client()
  const user = await client.signUp()
  userId = user.id
  email = user.email
  password = user.password
})

const once = (key: string, method: string, at: string, body?: unknown, by = client) =>
  by.json(method, at, body, { 'idempotency-key': key })
const LIST = { name: 'L', industry: 'I', jobTitle: 'J', location: 'P' }

describe('a request that is sent again with its key', () => {
  test('gets the first response, and changes nothing more', async () => {
    const first = await once('a', 'POST', '/api/personas', LIST)
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null])
    const again = await once('a', 'POST', '/api/personas', LIST)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
    const other = await once('b', 'POST', '/api/personas', LIST)
    expect(other.body.id).not.toBe(first.body.id)
    expect(await client.ok('GET', '/api/personas')).toHaveLength(2)
  })

  test('is answered alike when all come at once', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => once('a', 'POST', '/api/personas', LIST)))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(all.map(({ body }) => body.id)).size).toBe(1)
    expect(all.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(11)
    expect(await client.ok('GET', '/api/personas')).toHaveLength(1)
  })

  test('stays deleted or changed', async () => {
    const { id } = await client.ok('POST', '/api/personas', LIST)
    for (let turn = 0; turn < 2; turn++) {
      expect((await once('p', 'PATCH', `/api/personas/${id}`, { name: 'M' })).status).toBe(200)
      await client.ok('PATCH', `/api/personas/${id}`, { name: 'N' })
    }
    expect(await client.ok('GET', `/api/personas/${id}`)).toMatchObject({ name: 'N' })
    for (let turn = 0; turn < 2; turn++)
      expect((await once('d', 'DELETE', `/api/personas/${id}`)).status).toBe(200)
    expect((await once('e', 'DELETE', `/api/personas/${id}`)).status).toBe(404)
  })

  test('is refused with 422 if it differs', async () => {
    await once('a', 'POST', '/api/personas', LIST)
    for (const [at, body] of [
      ['/api/personas', { ...LIST, name: 'M' }],
      ['/api/sequences', { name: LIST.name }],
    ] as const) {
      const { status, body: said } = await once('a', 'POST', at, body)
      expect([status, said.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    }
    expect(await client.ok('GET', '/api/sequences')).toEqual([])
  })

  test('runs after it was refused for its input', async () => {
    expect((await once('a', 'POST', '/api/personas', { name: '' })).status).toBe(400)
    expect((await once('a', 'POST', '/api/personas', LIST)).status).toBe(201)
  })

  test('keeps a refusal that is final', async () => {
    const gone = `/api/personas/${crypto.randomUUID()}`
    const first = await once('a', 'DELETE', gone)
    const again = await once('a', 'DELETE', gone)
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([404, 404, 'true'])
  })

  test('runs again after 24 hours', async () => {
    await once('a', 'POST', '/api/personas', LIST)
    await server.database
      .sql`update idempotency_keys set created_at = now() - interval '25 hours' where user_id = ${userId}`
    expect((await once('a', 'POST', '/api/personas', LIST)).headers.get('idempotent-replayed')).toBeNull()
    expect(await client.ok('GET', '/api/personas')).toHaveLength(2)
  })
})

test('keys belong to one user, and must be printable', async () => {
  const stranger = server.client()
  await stranger.signUp()
  const own = await once('a', 'POST', '/api/personas', LIST)
  const foreign = await once('a', 'POST', '/api/personas', LIST, stranger)
  expect(foreign.status).toBe(201)
  expect(foreign.body.id).not.toBe(own.body.id)
  for (const key of ['a b', 'x'.repeat(201)])
    expect([key, (await once(key, 'POST', '/api/personas', LIST)).status]).toEqual([key, 400])
})

test('signing in takes no notice of a key', async () => {
  const visitor = server.client()
  const body = { email, password }
  for (let turn = 0; turn < 2; turn++) {
    const { status, headers } = await once('a', 'POST', '/api/auth/login', body, visitor)
    expect([status, headers.get('idempotent-replayed')]).toEqual([200, null])
  }
})

test('a refused attempt stays counted', async () => {
  const attempt = (key: string) =>
    once(key, 'POST', '/api/auth/change-password', {
      currentPassword: 'wrong one',
      newPassword: 'another one',
    })
  const statuses: number[] = []
  for (let turn = 0; turn < 30 && statuses.at(-1) !== 429; turn++)
    statuses.push((await attempt(`k${turn}`)).status)
  expect(statuses.at(-1)).toBe(429)
})

test('a GET takes no notice of a key', async () => {
  await once('a', 'GET', '/api/personas')
  await client.ok('POST', '/api/personas', LIST)
  expect((await once('a', 'GET', '/api/personas')).body).toHaveLength(1)
})

test('the stored response is sealed', async () => {
  const { body } = await once('a', 'POST', '/api/keys', { name: 'K', scope: 'read' })
  const [row] = await server.database.sql`select answer from idempotency_keys where user_id = ${userId}`
  expect(row!.answer).not.toContain(body.key)
  expect((await once('a', 'POST', '/api/keys', { name: 'K', scope: 'read' })).body).toEqual(body)
})

describe('a request that calls another server', () => {
  const sendTest = async (key: string) => {
    const at = `/api/templates/${template}/send-test`
    return once(key, 'POST', at, { email })
  }
  let template: string
  beforeEach(async () => {
    await client.connectMailbox(`${crypto.randomUUID()}@coldframe.example`)
    template = (await client.ok('POST', '/api/templates', { name: 'T', subject: 'S', htmlBody: '<p>B</p>' }))
      .id
  })
  const received = async () => (await client.ok('GET', `/sandbox/messages?to=${email}`)).length

  test('calls it once, also when all come at once', async () => {
    const all = await Promise.all([sendTest('a'), sendTest('a'), sendTest('a')])
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await sendTest('a')).headers.get('idempotent-replayed')).toBe('true')
    expect(await received()).toBe(1)
    await sendTest('b')
    expect(await received()).toBe(2)
  })

  test('is not run again after its process died', async () => {
    await sendTest('a')
    await server.database.sql`
      update idempotency_keys set answer = null, created_at = now() - interval '11 minutes' where user_id = ${userId}`
    const { status, body } = await sendTest('a')
    expect([status, body.message]).toEqual([409, expect.stringContaining('was cut off')])
    expect(await received()).toBe(1)
  })
})
