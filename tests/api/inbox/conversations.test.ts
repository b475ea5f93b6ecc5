import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, startServer, type TestServer } from '../../support/server'
import { startReplies } from './support/replies'

const DAY = 24 * 60

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  client = server.client()
  await client.signUp()
})

const pass = (minutes: number) => client.ok('POST', '/sandbox/clock', { advanceMinutes: minutes })
const list = async (query = '') => (await client.ok('GET', `/api/conversations${query}`)).conversations
const mailsTo = (to: string) => client.ok('GET', `/sandbox/messages?to=${to}`)

describe('a conversation', () => {
  test('starts with a reply, is answered in its thread, and goes on', async () => {
    const { ann, sequenceId, mailboxId } = await startReplies(client)
    expect(await list()).toEqual([])
    const [first] = await mailsTo(ann)
    await client.ok('POST', `/sandbox/messages/${first.id}/reply`, { text: 'Tell me more, please' })

    const [conversation] = await list('?state=open&unread=true')
    expect(conversation).toMatchObject({
      contactEmail: ann,
      subject: 'Hello Ann',
      snippet: 'Tell me more, please',
      unread: true,
      state: 'open',
      sequenceId,
      mailboxId,
      snoozedUntil: null,
    })
    const answered = await client.ok('POST', `/api/conversations/${conversation.id}/reply`, {
      text: 'Dear {{first_name}}, here it is.',
      markDone: true,
    })
    expect(answered.sendId).toMatch(/^[0-9a-f-]{36}$/)
    await pass(1)
    const [, answer, ...others] = await mailsTo(ann)
    expect(others).toEqual([])
    expect(answer).toMatchObject({
      subject: 'Re: Hello Ann',
      text: expect.stringContaining('Dear Ann, here it is.'),
    })
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value as string]),
    )
    expect(headers['list-unsubscribe']).toBeUndefined()
    expect(answer.text).not.toContain('Unsubscribe')
    expect(headers.references).toContain(first.headers['Message-ID'] ?? first.headers['Message-Id'])

    await client.ok('POST', `/sandbox/messages/${answer.id}/reply`, { text: 'Thank you!' })
    const [again] = await list('?unread=true')
    expect(again).toMatchObject({ id: conversation.id, state: 'open', snippet: 'Thank you!' })
    const { messages } = await client.ok('GET', `/api/conversations/${conversation.id}`)
    expect(
      messages.map((one: { direction: string; kind: string }) => `${one.direction} ${one.kind}`),
    ).toEqual(['out sequence', 'in reply', 'out manual', 'in reply'])
    expect(messages[2]).toMatchObject({ sendId: answered.sendId, to: [ann] })
  })

  test('is labelled, snoozed until its time, and found by words', async () => {
    const { ann } = await startReplies(client)
    const [first] = await mailsTo(ann)
    await client.ok('POST', `/sandbox/messages/${first.id}/reply`, {
      text: 'Büro geschlossen? Call me about Größe 42.',
    })
    const [{ id }] = await list()
    const { now } = await client.ok('GET', '/sandbox/clock')
    const until = new Date(Date.parse(now) + 2 * DAY * 60_000).toISOString()
    const changed = await client.ok('PATCH', `/api/conversations/${id}`, {
      label: 'Not now',
      snoozedUntil: until,
      unread: false,
    })
    expect(changed).toMatchObject({ state: 'snoozed', label: 'Not now', unread: false, snoozedUntil: until })
    expect(await list('?state=open')).toEqual([])
    await pass(3 * DAY)
    expect(await list('?state=open&unread=true&label=Not%20now')).toMatchObject([{ id, snoozedUntil: null }])
    for (const q of ['buro', 'GRÖSSE', 'call me', ann, 'hello ann'])
      expect([q, (await list(`?q=${encodeURIComponent(q)}`)).length]).toEqual([q, 1])
    for (const q of ['nothing', '!!!']) expect([q, await list(`?q=${q}`)]).toEqual([q, []])
  })

  test('sends at a chosen time, once', async () => {
    const { ann } = await startReplies(client)
    const [first] = await mailsTo(ann)
    await client.ok('POST', `/sandbox/messages/${first.id}/reply`, { text: 'Write on Friday' })
    const [{ id }] = await list()
    const { now } = await client.ok('GET', '/sandbox/clock')
    const sendAt = new Date(Date.parse(now) + 2 * DAY * 60_000).toISOString()
    await client.ok('POST', `/api/conversations/${id}/reply`, { text: 'It is Friday', sendAt })
    await pass(DAY)
    expect(await mailsTo(ann)).toHaveLength(1)
    await pass(2 * DAY)
    expect((await mailsTo(ann)).map((mail: { text: string }) => mail.text.trim())).toEqual([
      expect.anything(),
      'It is Friday',
    ])
  })
})

describe('HTML that is nested too deeply', () => {
  test('is replaced by a note, in the API as in the frame', async () => {
    const { ann } = await startReplies(client)
    const [first] = await mailsTo(ann)
    await client.ok('POST', `/sandbox/messages/${first.id}/reply`, { text: 'Deep' })
    const [{ id }] = await list()
    await server.database.sql`
      update inbound_messages set html = ${'<div>'.repeat(5_000)} where conversation_id = ${id}`
    const { messages } = await client.ok('GET', `/api/conversations/${id}`)
    expect(messages.at(-1)).toMatchObject({
      text: expect.stringMatching(/^Deep/),
      html: '<p>This message cannot be shown as HTML. Read its text instead.</p>',
    })
    const frame = await client.request('GET', `/inbox/${id}/messages/${messages.at(-1).id}/html`)
    expect(await frame.text()).toContain('cannot be shown as HTML')
  })
})

describe('bad input', () => {
  test('gets a clear message', async () => {
    const { ann } = await startReplies(client)
    const [first] = await mailsTo(ann)
    await client.ok('POST', `/sandbox/messages/${first.id}/reply`, { text: 'Hi' })
    const [{ id }] = await list()
    const reply = (body: unknown) => client.json('POST', `/api/conversations/${id}/reply`, body)
    const change = (body: unknown) => client.json('PATCH', `/api/conversations/${id}`, body)
    const past = '2020-01-01T00:00:00.000Z'
    expect(
      await Promise.all(
        [
          reply({}),
          reply({ text: ' ' }),
          reply({ text: 'Dear {{shoe_size}}' }),
          reply({ text: '{{' }),
          reply({ text: 'a', html: '<p>b</p>' }),
          reply({ text: 'a', sendAt: past }),
          change({ label: 'Unheard of' }),
          change({ state: 'snoozed' }),
          change({ snoozedUntil: past }),
        ].map(async (response) => (await response).status),
      ),
    ).toEqual(Array(9).fill(400))
    const stranger = server.client()
    await stranger.signUp()
    expect((await stranger.json('GET', `/api/conversations/${id}`)).status).toBe(404)
    expect((await stranger.json('POST', `/api/conversations/${id}/reply`, { text: 'a' })).status).toBe(404)
    expect(
      (await stranger.json('POST', '/api/conversations/bulk', { ids: [id], state: 'done' })).status,
    ).toBe(404)
  })
})

describe('what the user says about messages', () => {
  /** A conversation whose contact Ann wrote this. */
  async function receive(text: string) {
    const started = await startReplies(client)
    const [first] = await mailsTo(started.ann)
    await client.ok('POST', `/sandbox/messages/${first.id}/reply`, { text })
    const [{ id }] = await list()
    return { ...started, id: id as string }
  }
  const read = (id: string) => client.ok('GET', `/api/conversations/${id}`)
  const replied = async (sequenceId: string) =>
    (await client.ok('GET', `/api/sequences/${sequenceId}/analytics`)).totalReplied

  test('a message is automatic, and a reply again', async () => {
    const { id, sequenceId } = await receive('Tell me more, please')
    const [, message] = (await read(id)).messages
    expect(message).toMatchObject({ kind: 'reply', kindBy: null, optOut: null, isUnreadable: false })
    const say = (kind: string) =>
      client.ok('POST', `/api/conversations/${id}/messages/${message.id}/kind`, { kind })
    const before = await replied(sequenceId)
    expect(await say('auto_reply')).toEqual({
      id: message.id,
      kind: 'auto_reply',
      kindBy: 'user',
      optOut: null,
      effect: 'It counts as an automatic answer, and the sequence goes on.',
    })
    const between = await replied(sequenceId)
    expect(await say('reply')).toMatchObject({ kind: 'reply', effect: expect.stringContaining('as a reply') })
    expect([before, between, await replied(sequenceId)]).toEqual([1, 0, 1])
    const refused = await client.json('POST', `/api/conversations/${id}/messages/${message.id}/kind`, {
      kind: 'bounce',
    })
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { message: expect.stringContaining('auto_reply') },
    ])
  })

  test('a probable opt-out is decided once', async () => {
    const { id, contactId } = await receive('No need to follow up again, thanks.')
    const message = (await read(id)).messages.at(-1)
    expect(message).toMatchObject({ kind: 'reply', optOut: 'asked' })
    const at = `/api/conversations/${id}/messages/${message.id}/opt-out`
    expect(await client.ok('POST', at, { decision: 'unsubscribe' })).toMatchObject({
      optOut: 'unsubscribed',
      effect: 'The contact is unsubscribed, and their sequences have ended.',
    })
    expect((await client.ok('GET', `/api/contacts/${contactId}`)).unsubscribed).toBe(true)
    expect((await read(id)).label).toBe('Opted out')
    expect(await client.ok('POST', at, { decision: 'unsubscribe' })).toMatchObject({
      effect: 'The contact was unsubscribed already.',
    })
    const other = await client.json('POST', at, { decision: 'keep' })
    expect([other.status, other.body]).toMatchObject([
      409,
      { message: 'The contact was unsubscribed already' },
    ])
  })
})
