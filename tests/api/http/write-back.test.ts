import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillAccount } from '../../support/fill'
import { type Client, startServer, type TestServer } from '../../support/server'

let server: TestServer
let client: Client
let ids: Record<string, string>
beforeAll(async () => {
  server = await startServer({ WORKER: 'off' })
  client = server.client()
  await client.signUp()
  ids = await fillAccount(server, client)
  const steps = `/api/sequences/${ids.sequence}/steps`
  const send = (more: object) => client.ok('POST', steps, { templateId: ids.template, delayDays: 1, ...more })
  const other = (more: object) => client.ok('POST', steps, more)
  ids.ends = (await send({ notOpenedStepId: null, openedNoReplyStepId: null, repliedStepId: null })).id
  ids.goesOn = (await send({ notOpenedStepId: ids.step, repliedStepId: ids.ends, sendHour: 17 })).id
  const second = await client.ok('POST', '/api/templates', {
    name: 'B',
    subject: 'Hi',
    htmlBody: '<p>Hi</p>',
  })
  const variants = [
    { templateId: ids.template, weight: 3, active: true },
    { templateId: second.id, active: false },
  ]
  ids.varies = (await send({ variants })).id
  ids.variesAlone = (await send({ variants: [{ templateId: second.id, weight: 9 }] })).id
  const wait = { stepType: 'wait', waitValue: 2, waitUnit: 'days' }
  ids.wait = (await other(wait)).id
  ids.waitEnds = (await other({ ...wait, nextActionType: 'end' })).id
  ids.waitGoesOn = (await other({ ...wait, nextActionStepId: ids.step })).id
  ids.addsToList = (await other({ stepType: 'add_to_persona', personaId: ids.persona })).id
  await client.ok('PATCH', `/api/sequences/${ids.sequence}`, {
    mailboxIds: [ids.mailbox],
    contactLimit: 5,
    maxEmailsPerContactPerWeek: 2,
    startDate: '2027-01-01T00:00:00.000Z',
  })
  ids.stopped = (
    await client.ok('POST', '/api/contacts', {
      email: 'stopped@people.example',
      personaId: ids.persona,
      tags: ['vip'],
      suppressed: true,
      unsubscribed: true,
    })
  ).id
  ids.smtp = (
    await client.ok('POST', '/api/mail-accounts', {
      email: `${crypto.randomUUID()}@sender.example`,
      smtpHost: '127.0.0.1',
      smtpPort: server.port + 25,
      smtpSecure: false,
      password: 'sandbox',
    })
  ).id
})
afterAll(() => server?.close())

/** Every row that the engine or a screen reads, without the time of its last change. */
async function rows(): Promise<unknown> {
  const tables = ['sequences', 'steps', 'contacts', 'persona_contacts', 'personas', 'templates', 'workflows']
  tables.push(
    'workflow_steps',
    'mail_accounts',
    'settings',
    'suppressions',
    'sequence_contacts',
    'step_variants',
  )
  const read = async (table: string) =>
    (await server.database.sql.unsafe(`select * from ${table}`))
      .map(({ updated_at: _, ...row }) => JSON.stringify(row))
      .sort()
  return Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await read(table)])))
}

const OBJECTS: [string, () => string][] = [
  ['a contact', () => `/api/contacts/${ids.contact}`],
  ['a stopped contact', () => `/api/contacts/${ids.stopped}`],
  ['an email list', () => `/api/personas/${ids.persona}`],
  ['a template', () => `/api/templates/${ids.template}`],
  ['a sequence', () => `/api/sequences/${ids.sequence}`],
  ['a step with default branches', () => `/api/steps/${ids.step}`],
  ['a step whose branches end', () => `/api/steps/${ids.ends}`],
  ['a step whose branches name steps', () => `/api/steps/${ids.goesOn}`],
  ['a step with variants', () => `/api/steps/${ids.varies}`],
  ['a step with a weight', () => `/api/steps/${ids.variesAlone}`],
  ['a Wait step', () => `/api/steps/${ids.wait}`],
  ['a Wait step that ends', () => `/api/steps/${ids.waitEnds}`],
  ['a Wait step that names a step', () => `/api/steps/${ids.waitGoesOn}`],
  ['a list step', () => `/api/steps/${ids.addsToList}`],
  ['a workflow', () => `/api/workflows/${ids.workflow}`],
]

test.each(OBJECTS)('writing back %s unchanged changes nothing', async (_, path) => {
  const before = await rows()
  const { updatedAt: _updated, ...read } = await client.ok('GET', path())
  const { updatedAt: _again, warnings: _warnings, ...written } = await client.ok('PATCH', path(), read)
  expect(written).toEqual(read)
  expect(await rows()).toEqual(before)
})

test.each(OBJECTS)('renaming %s keeps everything else', async (_, path) => {
  const { updatedAt: _updated, ...read } = await client.ok('GET', path())
  const changed = await client.ok('PATCH', path(), { name: 'Another name' })
  const { updatedAt: _again, warnings: _warnings, ...written } = changed
  expect(written).toEqual({ ...read, name: 'Another name' })
})

test('renaming a mailbox keeps everything else', async () => {
  for (const box of await client.ok('GET', '/api/mail-accounts'))
    expect(await client.ok('PATCH', `/api/mail-accounts/${box.id}`, { displayName: 'Ann' })).toEqual({
      ...box,
      displayName: 'Ann',
      updatedAt: expect.any(String),
    })
})

test('writing back a mailbox unchanged changes nothing', async () => {
  const before = await rows()
  for (const box of await client.ok('GET', '/api/mail-accounts'))
    expect(await client.ok('PATCH', `/api/mail-accounts/${box.id}`, box)).toEqual(box)
  expect(await rows()).toEqual(before)
})

test('writing back settings changes nothing, and absent fields stay', async () => {
  const at = '/api/settings/contacts'
  await client.ok('PUT', at, {
    maxContinuousNotOpens: 7,
    otherReplies: 'stop',
    maxEmailsPerContactPerWeek: 2,
  })
  const read = await client.ok('GET', at)
  expect(await client.ok('PUT', at, read)).toEqual(read)
  expect(await client.ok('PUT', at, {})).toEqual(read)
  expect(await client.ok('PUT', at, { otherReplies: 'hold' })).toEqual({ ...read, otherReplies: 'hold' })
  expect(await client.ok('PUT', at, { maxContinuousNotOpens: '' })).toMatchObject({
    maxContinuousNotOpens: 1,
  })
  expect((await client.json('PUT', at, { maxContinuousNotOpens: null })).status).toBe(400)
})

describe('a branch of a step', () => {
  const change = async (fields: object) => {
    const { notOpenedNext, notOpenedStepId } = await client.ok('PATCH', `/api/steps/${ids.step}`, fields)
    return [notOpenedNext, notOpenedStepId]
  }

  test('accepts words, and null as before', async () => {
    expect(await change({ notOpenedStepId: null })).toEqual(['default', null])
    expect(await change({ notOpenedNext: 'end' })).toEqual(['end', null])
    expect(await change({ notOpenedStepId: null })).toEqual(['end', null])
    expect(await change({ notOpenedStepId: null, notOpenedNext: 'default' })).toEqual(['default', null])
    expect(await change({ notOpenedStepId: ids.ends })).toEqual(['step', ids.ends])
    expect(await change({ notOpenedStepId: null })).toEqual(['end', null])
    expect(await change({ notOpenedStepId: 'default' })).toEqual(['default', null])
    expect(await change({ notOpenedStepId: 'end' })).toEqual(['end', null])
    expect(await change({ notOpenedStepId: ids.ends })).toEqual(['step', ids.ends])
    expect(await change({ notOpenedStepId: null, notOpenedNext: 'default' })).toEqual(['default', null])
  })
})

describe('a known field that a call cannot set', () => {
  test.each([
    ['contacts', 'contact', { hardBounced: true }],
    ['contacts', 'contact', { createdAt: '2020-01-01T00:00:00.000Z' }],
    ['contacts', 'stopped', { suppressed: false }],
    ['contacts', 'stopped', { unsubscribed: false }],
    ['sequences', 'sequence', { totalContacts: 99 }],
    ['personas', 'persona', { contactCount: 99 }],
    ['workflows', 'workflow', { nextRunAt: '2027-01-01T00:00:00.000Z' }],
    ['mail-accounts', 'mailbox', { isDefault: false }],
  ])('%s: refuses %s with %o by name', async (path, id, fields) => {
    const before = await rows()
    const response = await client.json('PATCH', `/api/${path}/${ids[id]}`, fields)
    expect(response.status).toBe(400)
    expect(response.body.message).toContain(Object.keys(fields)[0])
    expect(await rows()).toEqual(before)
  })
})

/** A step does not say when it was changed: `If-Match` protects it. */
const DATED = OBJECTS.filter(([what]) => !/step/.test(what))

test.each(DATED)(
  'writing back %s as it was read before another change is refused with a code',
  async (_, path) => {
    const read = await client.ok('GET', path())
    await client.ok('PATCH', path(), { name: `Changed ${crypto.randomUUID()}` })
    const before = await rows()
    const response = await client.json('PATCH', path(), read)
    expect([response.status, response.body.code]).toEqual([409, 'STALE'])
    expect(await rows()).toEqual(before)
  },
)

describe('If-Match', () => {
  const tagOf = async (path: string) => (await client.request('GET', path)).headers.get('etag')!
  const change = (
    path: string,
    tag: string,
    method = 'PATCH',
    body: object = { name: crypto.randomUUID() },
  ) =>
    client.request(method, path, {
      headers: { 'if-match': tag, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test.each(OBJECTS)('changes %s only if it is as it was read', async (_, path) => {
    const tag = await tagOf(path())
    expect(tag).toMatch(/^"[\w-]{27}"$/)
    const changed = await change(path(), `"other", ${tag}`)
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, await tagOf(path())])
    const before = await rows()
    const late = await change(path(), tag)
    expect([late.status, (await late.json()).code]).toEqual([412, 'PRECONDITION_FAILED'])
    const weak = await change(path(), `W/${await tagOf(path())}`)
    expect(weak.status).toBe(412)
    expect(await rows()).toEqual(before)
    expect((await change(path(), '*')).status).toBe(200)
  })

  test('of several changes at once lets one through', async () => {
    const path = `/api/contacts/${ids.contact}`
    const tag = await tagOf(path)
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, n) => change(path, tag, 'PATCH', { title: `T${n}` })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412])
  })

  test('works with an Idempotency-Key', async () => {
    const path = `/api/contacts/${ids.contact}`
    const headers = {
      'if-match': await tagOf(path),
      'idempotency-key': crypto.randomUUID(),
      'content-type': 'application/json',
    }
    const send = () => client.request('PATCH', path, { headers, body: JSON.stringify({ title: 'Once' }) })
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 200, 'true'])
  })

  test('keeps a deletion from what has changed', async () => {
    const { id } = await client.ok('POST', '/api/templates', {
      name: 'C',
      subject: 'S',
      htmlBody: '<p>B</p>',
    })
    const path = `/api/templates/${id}`
    expect((await change(path, '"old"', 'DELETE', {})).status).toBe(412)
    expect((await change(path, await tagOf(path), 'DELETE', {})).status).toBe(200)
  })

  test('is refused where nothing has a tag', async () => {
    const response = await change('/api/notifications/read', '"a"', 'PATCH', {})
    expect([response.status, (await response.json()).message]).toEqual([
      400,
      'If-Match is not supported by this call',
    ])
  })
})

test('a contact keeps the own fields that a change does not name', async () => {
  const types = { plan: 'text', seats: 'number', vip: 'boolean', score: 'number', open: 'boolean' }
  for (const [name, type] of Object.entries(types))
    await client.ok('POST', '/api/contact-fields', { name, type })
  const custom = { plan: 'trial', seats: 5, vip: true }
  const { id } = await client.ok('POST', '/api/contacts', { email: 'own@people.example', custom })
  const at = `/api/contacts/${id}`
  expect(await client.ok('GET', at)).toMatchObject({ custom })
  const change = async (fields: object) => (await client.ok('PATCH', at, { custom: fields })).custom
  expect(await change({ plan: 'paid' })).toEqual({ plan: 'paid', seats: 5, vip: true })
  expect(await change({ vip: null, score: 0, open: false })).toEqual({
    ...{ plan: 'paid', seats: 5 },
    ...{ score: 0, open: false },
  })
  expect(await change({})).toEqual({ plan: 'paid', seats: 5, score: 0, open: false })
  for (const wrong of [{ plan: {} }, { plan: [] }, { '': 'x' }, { plan: 'x'.repeat(2001) }])
    expect([wrong, (await client.json('PATCH', at, { custom: wrong })).status]).toEqual([wrong, 400])
})

test('two changes of own fields and tags at once are both kept', async () => {
  const { id } = await client.ok('POST', '/api/contacts', { email: 'both@people.example', tags: ['a'] })
  const names = ['b', 'c', 'd', 'e']
  await Promise.all(
    names.map((name) =>
      client.ok('PATCH', `/api/contacts/${id}?createFields=true`, { custom: { [name]: 1 }, addTags: [name] }),
    ),
  )
  const { custom, tags } = await client.ok('GET', `/api/contacts/${id}`)
  expect([custom, tags.sort()]).toEqual([{ b: '1', c: '1', d: '1', e: '1' }, ['a', ...names]])
})

test('tags are added and removed beside the whole list', async () => {
  const { id } = await client.ok('POST', '/api/contacts', { email: 'tags@people.example', tags: ['a', 'b'] })
  const at = `/api/contacts/${id}`
  const change = async (fields: object) => (await client.ok('PATCH', at, fields)).tags
  expect(await change({ addTags: ['c', 'a'], removeTags: ['b', 'none'] })).toEqual(['a', 'c'])
  expect(await change({ tags: ['z'] })).toEqual(['z'])
  expect((await client.json('PATCH', at, { tags: ['a'], addTags: ['b'] })).status).toBe(400)
  const many = Array.from({ length: 50 }, (_, n) => `t${n}`)
  expect((await client.json('PATCH', at, { addTags: many })).status).toBe(400)
  await server.database.sql`update contacts set hard_bounced = true, tags = '{blacklist}' where id = ${id}`
  expect((await client.json('PATCH', at, { removeTags: ['blacklist'] })).status).toBe(400)
})

test('a contact accepts tags and a list', async () => {
  const list = await client.ok('POST', '/api/personas', {
    name: 'L',
    industry: 'I',
    jobTitle: 'J',
    location: 'L',
  })
  const { id } = await client.ok('POST', '/api/contacts', {
    email: 'tagged@people.example',
    tags: ['a', 'a', 'b'],
  })
  const at = `/api/contacts/${id}`
  expect(await client.ok('GET', at)).toMatchObject({ tags: ['a', 'b'], personaId: null })
  expect(await client.ok('PATCH', at, { tags: ['c'], personaId: list.id })).toMatchObject({
    tags: ['c'],
    personaId: list.id,
  })
  expect((await client.json('PATCH', at, { personaId: crypto.randomUUID() })).status).toBe(404)
  await server.database.sql`update contacts set hard_bounced = true, tags = '{blacklist}' where id = ${id}`
  expect((await client.json('PATCH', at, { tags: [] })).status).toBe(400)
  expect(await client.ok('PATCH', at, { tags: ['blacklist', 'd'] })).toMatchObject({
    tags: ['blacklist', 'd'],
  })
})
