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
    const answer = await client.json('PATCH', `/api/${path}/${ids[id]}`, fields)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(Object.keys(fields)[0])
    expect(await rows()).toEqual(before)
  })
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
