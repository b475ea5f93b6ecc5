import { beforeAll, describe, expect, test } from 'vitest'
import { fillAccount } from '../../support/fill'
import { type Client, sharedServer, type TestServer } from '../../support/server'

/** What programs do with one contact in a sequence, and with one email. */

let server: TestServer
let client: Client
let ids: Record<string, string>
beforeAll(async () => {
  server = await sharedServer()
  client = server.client()
  await client.signUp()
  ids = await fillAccount(server, client)
  await client.ok('POST', `/api/sequences/${ids.sequence}/activate`)
})

const createKey = async (more: object) =>
  (await client.ok('POST', '/api/keys', { name: 'CRM', scope: 'write', ...more })).key as string
const by = (key: string, method: string, at: string, body?: unknown) =>
  server.client().json(method, at, body, { origin: 'none', authorization: `Bearer ${key}` })

describe('one contact in a sequence', () => {
  const at = () => `/api/sequences/${ids.sequence}/contacts/${ids.contact}`
  const act = async (action: string) => client.json('PATCH', at(), { action })

  test('is paused, resumed and stopped', async () => {
    const before = await client.ok('GET', at())
    expect(before).toMatchObject({ contactId: ids.contact, status: 'active' })
    expect((await act('pause')).body).toMatchObject({ status: 'active', holdReason: 'paused_by_user' })
    expect((await act('resume')).body).toMatchObject({ status: 'active', stepId: ids.step })
    expect(await act('resume')).toMatchObject({
      ...{ status: 409, body: { message: 'This contact is not paused' } },
    })
    expect(await act('throw out')).toMatchObject({
      ...{ status: 400, body: { message: expect.stringContaining('Choose pause, resume, skip or stop') } },
    })
    expect((await client.json('DELETE', at())).body).toMatchObject({ status: 'stopped', nextActionAt: null })
    expect((await act('stop')).status).toBe(409)
  })

  test('is listed by status, page by page', async () => {
    const { id } = await client.ok('POST', '/api/sequences', { name: 'Listed' })
    const list = `/api/sequences/${id}/contacts`
    const added = []
    for (const name of ['a', 'b', 'c'])
      added.push((await client.ok('POST', '/api/contacts', { email: `${name}@list.example` })).id)
    await client.ok('POST', list, { contactIds: added })
    await client.ok('DELETE', `${list}/${added[0]}`)
    const found: string[] = []
    let cursor = ''
    do {
      const page = await client.ok('GET', `${list}?status=active&limit=1${cursor && `&cursor=${cursor}`}`)
      expect(page.contacts.map(({ status }: { status: string }) => status)).toEqual(['active'])
      found.push(...page.contacts.map(({ email }: { email: string }) => email))
      cursor = page.nextCursor
    } while (cursor)
    expect(found.sort()).toEqual(['b@list.example', 'c@list.example'])
    const all = await client.ok('GET', list)
    expect(all.contacts.length).toBeGreaterThan(found.length)
    expect((await client.json('GET', `${list}?status=gone`)).status).toBe(400)
  })

  test('a key that may not send can pause and stop it, but not let it go on', async () => {
    const { id } = await client.ok('POST', '/api/contacts', { email: 'calm@list.example' })
    await client.ok('POST', `/api/sequences/${ids.sequence}/contacts`, { contactIds: [id] })
    const key = await createKey({ maySend: false, sequenceIds: [ids.sequence] })
    const own = `/api/sequences/${ids.sequence}/contacts/${id}`
    expect((await by(key, 'PATCH', own, { action: 'pause' })).status).toBe(200)
    for (const action of ['resume', 'skip'])
      expect([action, (await by(key, 'PATCH', own, { action })).status]).toEqual([action, 403])
    expect((await by(key, 'DELETE', own)).body).toMatchObject({ status: 'stopped' })
  })
})

test('a key tells whose it is and what it may do, also if it is limited', async () => {
  const user = expect.objectContaining({ fullName: expect.any(String), email: expect.any(String) })
  expect(await client.ok('GET', '/api/me')).toEqual({ user, key: null })
  const key = await createKey({ scope: 'read', personaIds: [ids.persona], expiresAt: '2100-01-01T00:00:00Z' })
  expect((await by(key, 'GET', '/api/me')).body).toEqual({
    user,
    key: {
      ...{ id: expect.any(String), name: 'CRM', scope: 'read', maySend: true, mayDelete: true },
      ...{ sequenceIds: null, personaIds: [ids.persona], expiresAt: '2100-01-01T00:00:00.000Z' },
    },
  })
})

test('one email has its ids and its text, by the id of the log and of the send', async () => {
  const { sql } = server.database
  const [send] = await sql`
    insert into email_sends (user_id, sender_account_id, contact_id, sequence_id, step_id, template_id, recipient_email, sender_email,
      state, sent_at, plain_text_body, tracking_token, unsubscribe_token, planned_at, scheduled_for)
    select user_id, id, ${ids.contact!}, ${ids.sequence!}, ${ids.step!}, ${ids.template!}, 'a@b.example', email, 'sent', now(),
      'Hello', ${crypto.randomUUID()}, ${crypto.randomUUID()}, now(), now() from mail_accounts where id = ${ids.mailbox!} returning id`
  const [log] = await sql`
    insert into email_logs (user_id, email_send_id, contact_id, sequence_id, step_id, template_id, recipient_email, sender_email, subject,
      sent_at)
    select user_id, id, contact_id, sequence_id, step_id, template_id, recipient_email, sender_email, 'S', sent_at
    from email_sends where id = ${send!.id} returning id`
  const email = await client.ok('GET', `/api/email-sends/${log!.id}`)
  expect(email).toMatchObject({
    ...{ id: log!.id, contactId: ids.contact, sequenceId: ids.sequence, stepId: ids.step },
    ...{ variantTemplateId: ids.template, mailboxId: ids.mailbox, conversationId: null },
    ...{ subject: 'S', text: 'Hello' },
  })
  expect(await client.ok('GET', `/api/email-sends/${send!.id}`)).toEqual(email)
  const { text: _, ...row } = email
  expect(await client.ok('GET', '/api/email-sends')).toContainEqual(row)
})

test('the do-not-contact list takes one address or domain, with a reason', async () => {
  const add = (body: object) => client.json('POST', '/api/do-not-contact', body)
  const { status, body: first } = await add({ value: ' Ann@Rival.example ', reason: 'Asked by phone' })
  expect([status, first]).toEqual([
    201,
    {
      ...{ id: expect.any(String), value: 'ann@rival.example', kind: 'address', reason: 'Asked by phone' },
      createdAt: expect.any(String),
    },
  ])
  expect((await add({ value: 'ann@rival.example' })).body).toEqual(first)
  expect((await add({ value: 'ann@rival.example', reason: 'Wrote again' })).body).toEqual({
    ...first,
    reason: 'Wrote again',
  })
  expect((await add({ value: '@rival.example' })).body).toMatchObject({
    ...{ value: 'rival.example', kind: 'domain', reason: null },
  })
  for (const value of ['a@b.example c@d.example', 'nothing', '', undefined, 5])
    expect([value, (await add({ value })).status]).toEqual([value, 400])
  expect((await client.json('DELETE', `/api/do-not-contact/${first.id}`)).status).toBe(200)
  expect((await client.json('DELETE', `/api/do-not-contact/${first.id}`)).status).toBe(404)
})

test('the report by day has every day of the range, in the zone of the sequence', async () => {
  const { id } = await client.ok('POST', '/api/sequences', { name: 'Z', timezone: 'Asia/Tokyo' })
  const { sql } = server.database
  await sql`
    insert into email_logs (user_id, sequence_id, recipient_email, sender_email, subject, sent_at, opened_at)
    select user_id, id, 'a@b.example', 's@b.example', 'S', '2026-01-31T16:00:00Z', '2026-02-02T10:00:00Z' from sequences where id = ${id}`
  const ask = (query: string) => client.json('GET', `/api/sequences/${id}/analytics/daily?${query}`)
  const nothing = { sent: 0, opened: 0, replied: 0, bounced: 0, unsubscribed: 0 }
  expect((await ask('from=2026-01-31&to=2026-02-02')).body).toEqual({
    days: [
      { date: '2026-01-31', ...nothing },
      { date: '2026-02-01', ...nothing, sent: 1 },
      { date: '2026-02-02', ...nothing, opened: 1 },
    ],
  })
  expect((await ask('to=2026-03-31')).body.days).toHaveLength(90)
  for (const [query, message] of [
    ['from=2026-02-02&to=2026-02-01', 'The first day is after the last one'],
    ['from=2024-01-01&to=2026-02-01', 'At most 366 days'],
    ['from=2026-02-30', 'Must be a day such as 2026-01-31'],
    ['to=9999-12-31', 'Must be between 2000 and 2999'],
  ])
    expect([query, await ask(query!)]).toMatchObject([query, { status: 400, body: { message } }])
})
