import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endWebhooksOfExpiredKeys } from '~/models/webhooks/endpoints.server'
import { type Client, sharedServer, type TestServer } from '../../support/server'

let server: TestServer
let owner: Client
let ownerId: string

beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  owner = server.client()
  ownerId = (await owner.signUp()).id
})

const create = (more: object = {}) => owner.ok('POST', '/api/keys', { name: 'CRM', scope: 'write', ...more })
const by = (key: string, method: string, at: string, body?: unknown, headers: Record<string, string> = {}) =>
  server.client().json(method, at, body, { origin: 'none', authorization: `Bearer ${key}`, ...headers })
const events = () =>
  server.database
    .sql`select kind, subject, reason, count from security_events where user_id = ${ownerId} order by id`

describe('keys', () => {
  test('shows a key once, and stores only its hash', async () => {
    const { key, ...created } = await create()
    expect(key).toMatch(/^cf_[\w-]{43}$/)
    expect(created).toEqual({
      ...{ id: expect.any(String), name: 'CRM', scope: 'write', prefix: key.slice(0, 11) },
      ...{ maySend: true, mayDelete: true },
      ...{ sequenceIds: null, personaIds: null, lastUsedAt: null, expiresAt: null },
    })
    expect(await owner.ok('GET', '/api/keys')).toEqual([created])
    const [row] = await server.database
      .sql`select to_jsonb(k)::text as text from api_keys k where id = ${created.id}`
    expect(row!.text).not.toContain(key.slice(12))
  })

  test('lists a use, to the minute', async () => {
    const { id, key } = await create()
    await by(key, 'GET', '/api/personas')
    const [{ lastUsedAt }] = await owner.ok('GET', '/api/keys')
    expect(Date.parse(lastUsedAt)).toBeGreaterThan(0)
    await by(key, 'GET', '/api/personas')
    expect((await owner.ok('GET', '/api/keys'))[0]).toMatchObject({ id, lastUsedAt })
  })

  test('revokes a key at once', async () => {
    const { id, key } = await create()
    expect((await by(key, 'GET', '/api/personas')).status).toBe(200)
    await owner.ok('DELETE', `/api/keys/${id}`)
    const refused = await by(key, 'GET', '/api/personas')
    expect(refused).toMatchObject({ status: 401, body: { message: 'This API key was revoked' } })
    expect(await owner.ok('GET', '/api/keys')).toEqual([])
    expect((await owner.json('DELETE', `/api/keys/${id}`)).status).toBe(404)
  })

  test('refuses an expiry in the past, and one that is no time', async () => {
    const tooFar = ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59']
    for (const expiresAt of ['2020-01-01T00:00:00Z', 'tomorrow', 5, ...tooFar]) {
      const { status, body } = await owner.json('POST', '/api/keys', { name: 'K', scope: 'read', expiresAt })
      expect([expiresAt, status, body.issues?.[0]?.path]).toEqual([expiresAt, 400, 'expiresAt'])
    }
    expect(await owner.ok('GET', '/api/keys')).toEqual([])
  })
})

describe('calls with a key', () => {
  test('need no cookie and no Origin, and ignore both', async () => {
    const { key } = await create()
    const list = { name: 'L', industry: 'I', jobTitle: 'J', location: 'P' }
    const sources: Record<string, string>[] = [
      {},
      { origin: 'https://elsewhere.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of sources) {
      const { status, body } = await by(key, 'POST', '/api/personas', list, headers)
      expect([headers, status, body.name]).toEqual([headers, 201, 'L'])
    }
    const stranger = server.client()
    await stranger.signUp()
    const { body } = await stranger.json('GET', '/api/personas', undefined, {
      authorization: `Bearer ${key}`,
    })
    expect(body).toHaveLength(3)
  })

  test('never fall back to the session of the browser', async () => {
    for (const authorization of ['Bearer cf_wrong', 'bearer  cf_', `Bearer cf_${'x'.repeat(5_000)}`])
      expect([
        authorization,
        (await owner.json('GET', '/api/personas', undefined, { authorization: authorization })).status,
      ]).toEqual([authorization, 401])
    const foreign = { authorization: 'Bearer cf_wrong', origin: 'https://evil.example' }
    expect((await owner.json('POST', '/api/sequences', { name: 'S' }, foreign)).status).toBe(401)
    expect(await owner.ok('GET', '/api/sequences')).toEqual([])
  })

  test("a proxy's Authorization header is not taken for an API key, and the session and origin checks still apply", async () => {
    for (const authorization of ['Basic dTpw', 'Bearer eyJhbGciOi.e30.x', 'cf_key', 'Bearer']) {
      const call = async (headers: Record<string, string>) =>
        (await owner.json('POST', '/api/sequences', { name: 'S' }, { authorization, ...headers })).status
      expect([authorization, await call({})]).toEqual([authorization, 201])
      expect([authorization, await call({ origin: 'https://evil.example' })]).toEqual([authorization, 403])
      const visitor = await server.client().json('GET', '/api/sequences', undefined, { authorization })
      expect([authorization, visitor.status]).toEqual([authorization, 401])
    }
  })

  test('do not open screens', async () => {
    const { key } = await create()
    const response = await server.client().request('GET', '/sequences', {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(response.status).toBe(302)
    const change = await server.client().request('POST', '/sequences/new', {
      headers: { authorization: `Bearer ${key}`, origin: 'https://evil.example' },
    })
    expect(change.status).toBe(403)
  })

  test('are limited to 600 a minute for each key', async () => {
    const { id, key } = await create()
    const { headers } = await by(key, 'GET', '/api/personas')
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual(['600', '599'])
    expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0)
    await server.database.sql`update rate_limits set points = 600 where key = ${`api-key:${id}`}`
    const refused = await by(key, 'GET', '/api/personas')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('ratelimit-remaining')).toBe('0')
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'))
    const other = await create()
    expect((await by(other.key, 'GET', '/api/personas')).status).toBe(200)
  })
})

describe('a key for some sequences and lists', () => {
  test('allows calls to them that name no others', async () => {
    const [mine, other] = [await sequence(), await sequence()]
    const [list, otherList] = [await persona(), await persona()]
    const step = { stepType: 'add_to_persona', personaId: list }
    const foreignStep = await owner.ok('POST', `/api/sequences/${other}/steps`, step)
    const { key } = await create({ sequenceIds: [mine], personaIds: [list] })
    const status = async (method: string, at: string, body?: unknown) =>
      (await by(key, method, at, body)).status
    const own = await by(key, 'POST', `/api/sequences/${mine}/steps`, step)
    expect(own.status).toBe(201)
    expect(await status('PATCH', `/api/steps/${own.body.id}`, { name: 'Renamed' })).toBe(200)
    expect(await status('GET', `/api/personas/${list}/contacts`)).toBe(200)
    expect(await status('POST', `/api/sequences/${mine}/add-email-list`, { personaId: list })).toBe(200)

    expect(await status('GET', `/api/sequences/${other}`)).toBe(403)
    expect(await status('PATCH', `/api/steps/${foreignStep.id}`, { name: 'Renamed' })).toBe(403)
    expect(await status('PATCH', `/api/steps/${crypto.randomUUID()}`, { name: 'Renamed' })).toBe(403)
    expect(await status('PATCH', `/api/steps/${own.body.id}`, { personaId: otherList })).toBe(403)
    expect(await status('POST', `/api/sequences/${mine}/add-email-list`, { personaId: otherList })).toBe(403)
    expect(await status('DELETE', `/api/sequences/${mine}/email-lists/${otherList}`)).toBe(403)
    expect(await status('GET', '/api/sequences')).toBe(403)
    expect(await status('GET', '/api/contacts')).toBe(403)
  })

  const sequence = async () => (await owner.ok('POST', '/api/sequences', { name: 'S' })).id as string
  const persona = async () =>
    (await owner.ok('POST', '/api/personas', { name: 'L', industry: 'I', jobTitle: 'J', location: 'P' }))
      .id as string
})

describe('the security log', () => {
  test('has each change of a key, and each refusal with its reason', async () => {
    const { id, key, prefix } = await create({ scope: 'read' })
    const subject = `CRM (${prefix}…)`
    await by(key, 'POST', '/api/sequences', { name: 'S' })
    await by(key, 'GET', '/api/auth/me')
    await owner.ok('DELETE', `/api/keys/${id}`)
    await by(key, 'GET', '/api/personas')
    expect(await events()).toEqual([
      { kind: 'key_created', subject, reason: '', count: 1 },
      { kind: 'key_refused', subject, reason: 'This API key may only read', count: 1 },
      {
        ...{ kind: 'key_refused', subject, count: 1 },
        reason: 'API keys do not work for calls about the account itself. Sign in instead.',
      },
      { kind: 'key_revoked', subject, reason: '', count: 1 },
      { kind: 'key_refused', subject, reason: 'This API key was revoked', count: 1 },
    ])
  })

  test('counts equal refusals of an hour in one row', async () => {
    const { key } = await create({ scope: 'read' })
    for (let at = 0; at < 3; at++) await by(key, 'POST', '/api/sequences', { name: 'S' })
    const rows = await events()
    const refusals = rows.filter(({ kind }) => kind === 'key_refused')
    expect(refusals.reduce((sum, { count }) => sum + Number(count), 0)).toBe(3)
    // Two if the hour ended in between.
    expect(refusals.length).toBeLessThanOrEqual(2)
  })
})

describe('what a key reaches', () => {
  const makeSequence = async (subject: string) => {
    const template = await owner.ok('POST', '/api/templates', { name: 'T', subject, htmlBody: '<p>B</p>' })
    const { id } = await owner.ok('POST', '/api/sequences', { name: 'S' })
    await owner.ok('POST', `/api/sequences/${id}/steps`, { templateId: template.id, delayDays: 30 })
    await owner.ok('POST', `/api/sequences/${id}/activate`)
    return id as string
  }
  const makeContact = async () =>
    owner.ok('POST', '/api/contacts', { email: `${crypto.randomUUID()}@people.example`, title: 'CTO' })

  test('without sending: no change of whom or what a waiting email says', async () => {
    const id = await makeSequence('{{ title }} of {{ plan | default: "x" }}')
    const contact = await makeContact()
    const at = `/api/contacts/${contact.id}`
    for (const name of ['Plan', 'Seats'])
      await owner.ok('POST', '/api/contact-fields', { name, type: 'text' })
    const { key } = await create({ maySend: false })
    const change = async (body: object) => (await by(key, 'PATCH', at, body)).status
    const moved = { email: `${crypto.randomUUID()}@people.example` }
    // Not in a sequence yet.
    expect([await change({ title: 'COO' }), await change(moved)]).toEqual([200, 200])
    await owner.ok('POST', `/api/sequences/${id}/contacts`, { contactIds: [contact.id] })
    expect(await change({ email: contact.email })).toBe(403)
    expect(await change({ title: 'CFO' })).toBe(403)
    expect(await change({ custom: { plan: 'pro' } })).toBe(403)
    const fields = await owner.ok('GET', '/api/contact-fields')
    const plan = fields.find((field: { key: string }) => field.key === 'plan')
    expect((await by(key, 'DELETE', `/api/contact-fields/${plan.id}?force=true`)).status).toBe(403)
    // What no email says, and what does not change.
    expect(await change({ ...moved, title: 'COO', headline: 'Hi', custom: { seats: '5' } })).toBe(200)
    await owner.ok('POST', `/api/sequences/${id}/pause`)
    expect(await change({ title: 'CFO' })).toBe(200)
  })

  test('without sending: no other time zone where the sequence follows it', async () => {
    const id = await makeSequence('Hi')
    const contact = await makeContact()
    await owner.ok('POST', `/api/sequences/${id}/contacts`, { contactIds: [contact.id] })
    const { key } = await create({ maySend: false })
    const move = async (timezone: string) =>
      (await by(key, 'PATCH', `/api/contacts/${contact.id}`, { timezone })).status
    expect(await move('Asia/Tokyo')).toBe(200)
    await owner.ok('PATCH', `/api/sequences/${id}`, { useContactTimezone: true })
    expect(await move('Europe/Berlin')).toBe(403)
  })

  test('with limits: only contacts that are in its sequences and lists already', async () => {
    const list = { name: 'L', industry: 'I', jobTitle: 'J', location: 'P' }
    const persona = await owner.ok('POST', '/api/personas', list)
    const id = await makeSequence('Hi')
    const [member, other] = [await makeContact(), await makeContact()]
    await owner.ok('POST', `/api/personas/${persona.id}/contacts`, { contactId: member.id })
    const { key } = await create({ sequenceIds: [id], personaIds: [persona.id] })
    const enroll = (...contactIds: string[]) =>
      by(key, 'POST', `/api/sequences/${id}/contacts`, { contactIds })
    const refusal = { message: expect.stringContaining('contacts that are in its sequences') }
    expect(await enroll(other.id)).toMatchObject({ status: 403, body: refusal })
    expect((await enroll(member.id, other.id)).status).toBe(403)
    expect(
      (await by(key, 'POST', `/api/personas/${persona.id}/contacts`, { contactId: other.id })).status,
    ).toBe(403)
    expect((await by(key, 'GET', `/api/sequences/${id}/contacts/${other.id}`)).status).toBe(403)
    expect(await enroll(member.id)).toMatchObject({ status: 200, body: { enrolled: 1 } })
    expect((await by(key, 'GET', `/api/sequences/${id}/contacts/${member.id}`)).status).toBe(200)
  })

  test('an Idempotency-Key belongs to the key that used it', async () => {
    const [first, second] = [await create(), await create()]
    const body = { name: 'L', industry: 'I', jobTitle: 'J', location: 'P' }
    const ask = (key: string) => by(key, 'POST', '/api/personas', body, { 'idempotency-key': 'same' })
    const made = await ask(first.key)
    expect((await ask(first.key)).body).toEqual(made.body)
    const other = await ask(second.key)
    expect([other.status, other.body.id === made.body.id]).toEqual([201, false])
    const { id } = await owner
      .json('POST', '/api/personas', body, { 'idempotency-key': 'same' })
      .then((r) => r.body)
    expect([made.body.id, other.body.id]).not.toContain(id)
  })

  test('a webhook ends with the key that made it', async () => {
    const { id, key } = await create()
    const url = 'http://127.0.0.1:9/hooks'
    const hook = (await by(key, 'POST', '/api/webhooks', { url, events: ['mailbox.expired'] })).body
    expect(hook).toMatchObject({ active: true, apiKeyId: id })
    const own = await owner.ok('POST', '/api/webhooks', { url, events: ['mailbox.expired'] })
    expect(own.apiKeyId).toBeNull()
    await owner.ok('DELETE', `/api/keys/${id}`)
    const [off, on] = await Promise.all([hook, own].map((one) => owner.ok('GET', `/api/webhooks/${one.id}`)))
    expect([off.active, on.active]).toEqual([false, true])
    // Switched on by its owner, it is theirs.
    const kept = await owner.ok('PATCH', `/api/webhooks/${hook.id}`, { active: true })
    expect(kept).toMatchObject({ active: true, apiKeyId: null })
  })

  test('a webhook that a key changed ends when the key expires', async () => {
    const { id, key } = await create({ expiresAt: '2199-01-01T00:00:00Z' })
    const url = 'http://127.0.0.1:9/hooks'
    const hook = await owner.ok('POST', '/api/webhooks', { url, events: ['mailbox.expired'] })
    expect((await by(key, 'PATCH', `/api/webhooks/${hook.id}`, { url: `${url}/2` })).body.apiKeyId).toBe(id)
    const { sql } = server.database
    await sql`update api_keys set expires_at = now() - interval '1 second' where id = ${id}`
    await endWebhooksOfExpiredKeys(server.database.db)
    expect(await owner.ok('GET', `/api/webhooks/${hook.id}`)).toMatchObject({ active: false })
  })
})
