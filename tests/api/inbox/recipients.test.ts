import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, startServer, type TestServer } from '../../support/server'
import { startReplies } from './support/replies'

let server: TestServer
let client: Client
let ann: string
let id: string
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  client = server.client()
  await client.signUp()
  ;({ ann } = await startReplies(client))
  const [first] = await mailsTo(ann)
  await client.ok('POST', `/sandbox/messages/${first.id}/reply`, {
    text: 'Tell me more',
    attachments: [{ name: 'plan.pdf', type: 'application/pdf', content: 'JVBERi0=' }],
  })
  ;[{ id }] = (await client.ok('GET', '/api/conversations')).conversations
})

const mailsTo = (to: string) => client.ok('GET', `/sandbox/messages?to=${to}`)
const pass = () => client.ok('POST', '/sandbox/clock', { advanceMinutes: 1 })
const answer = (body: object) => client.json('POST', `/api/conversations/${id}/reply`, body)

describe('POST /api/conversations/{id}/reply', () => {
  test('goes once to each of To, Cc and Bcc, and quotes the last message', async () => {
    const [to, cc, bcc] = ['to', 'cc', 'bcc'].map((name) => `${name}-${id.slice(0, 8)}@people.example`)
    await client.ok('POST', `/api/conversations/${id}/reply`, {
      text: 'Here it is',
      to: [ann, to],
      cc: [cc, ann.toUpperCase()],
      bcc: [bcc],
      quote: true,
    })
    await pass()
    for (const address of [to, cc, bcc] as string[]) {
      const mails = await mailsTo(address)
      expect(mails).toHaveLength(1)
      expect(JSON.stringify(mails[0].headers)).not.toContain(bcc)
      expect(mails[0].text).toMatch(/^Here it is\n\nOn .* wrote:\n> Tell me more/)
    }
    const { messages } = await client.ok('GET', `/api/conversations/${id}`)
    expect(messages.at(-1)).toMatchObject({ to: [ann, to], cc: [cc], bcc: [bcc], attachments: [] })
  })

  test.each([
    [{ cc: ['x@evil.example\r\nBcc: y@evil.example'] }],
    [{ cc: ['x@evil.example, y@evil.example'] }],
    [{ to: [] }],
    [{ to: 'x@evil.example' }],
    [{ bcc: Array.from({ length: 21 }, (_, n) => `n${n}@people.example`) }],
  ])('refuses %j', async (fields) => {
    const response = await answer({ text: 'Hello', ...fields })
    expect(response).toMatchObject({ status: 400, body: { issues: expect.anything() } })
    await pass()
    expect(await mailsTo('y@evil.example')).toEqual([])
  })

  test('refuses a suppressed address by name', async () => {
    const gone = `gone-${id.slice(0, 8)}@people.example`
    const contact = await client.ok('POST', '/api/contacts', { email: gone, unsubscribed: true })
    expect(contact.id).toBeTruthy()
    const response = await answer({ text: 'Hello', cc: [gone] })
    expect([response.status, response.body.message]).toEqual([
      400,
      expect.stringContaining(`${gone} has unsubscribed`),
    ])
  })
})

test('a conversation lists Cc and attachments', async () => {
  const { messages } = await client.ok('GET', `/api/conversations/${id}`)
  expect(messages.at(-1)).toMatchObject({
    direction: 'in',
    cc: [],
    bcc: [],
    attachments: expect.any(Array),
  })
})

test('a draft keeps its recipients', async () => {
  const at = `/api/conversations/${id}/draft`
  const given = { text: 'Later', cc: ['x@people.example'], quote: true }
  const saved = { ...given, html: null, to: [ann], bcc: [] }
  expect(await client.ok('PUT', at, given)).toEqual(saved)
  expect(await client.ok('GET', at)).toEqual(saved)
  // Written back unchanged.
  expect(await client.ok('PUT', at, saved)).toEqual(saved)
  expect(await client.ok('PUT', at, { text: 'Later', to: [ann] })).toEqual({
    ...{ text: 'Later', html: null, to: null, cc: null, bcc: null, quote: null },
  })
})
