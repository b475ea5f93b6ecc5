import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, startServer, type TestServer } from '../../support/server'
import { startReplies } from './support/replies'

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

const form = (path: string, fields: Record<string, string> = {}, as = client) =>
  as.request('POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

/** A conversation after this reply. */
async function replied(text: string) {
  const { ann, sequenceId } = await startReplies(client)
  const [first] = await client.ok('GET', `/sandbox/messages?to=${ann}`)
  await client.ok('POST', `/sandbox/messages/${first.id}/reply`, { text })
  const { conversations } = await client.ok('GET', '/api/conversations')
  return {
    sequenceId,
    conversation: conversations[0],
    reply: (more: string) => client.ok('POST', `/sandbox/messages/${first.id}/reply`, { text: more }),
  }
}
const labelOf = async (id: string) => (await client.ok('GET', `/api/conversations/${id}`)).label

describe('AI labels in the sandbox', () => {
  test('label what the rules do not understand, once the user allows it', async () => {
    const { conversation, reply } = await replied('We are curious, it may be worth a look.')
    expect(conversation.label).toBeNull()
    expect((await form('/settings/inbox', { intent: 'aiLabels', aiLabels: 'on' })).status).toBe(302)
    await reply('As I wrote: we are curious.')
    await expect.poll(() => labelOf(conversation.id)).toBe('Interested')
    await reply('Please check back next year.')
    expect(await labelOf(conversation.id)).toBe('Not now')
  })

  test('are counted as positive replies in the report', async () => {
    const { sequenceId } = await replied('Yes, we are interested.')
    expect(await (await client.request('GET', `/sequences/${sequenceId}/report`)).text()).toContain(
      '1 positive reply',
    )
  })
})

describe('a proposed answer', () => {
  const draftOf = (id: string) =>
    server.database.sql`select text, html from drafts where conversation_id = ${id}`

  test('becomes the draft without scripts, and is never sent', async () => {
    const { conversation } = await replied('What does it cost?')
    const suggest = (text = '') => form(`/inbox/${conversation.id}`, { intent: 'suggest', text })
    const response = await suggest()
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `/inbox/${conversation.id}#answer`,
    ])
    const [draft] = await draftOf(conversation.id)
    expect(draft!.text).toContain('“What does it cost”')
    // A second proposal does not replace what is written.
    const refused = await suggest('Mine')
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain('The answer has a text already')
    expect(await draftOf(conversation.id)).toMatchObject([{ text: 'Mine' }])
    const { messages } = await client.ok('GET', `/api/conversations/${conversation.id}`)
    expect(messages.map(({ kind }: { kind: string }) => kind)).toEqual(['sequence', 'reply'])
  })

  test('is data for scripts, and stores nothing', async () => {
    const { conversation } = await replied('What does it cost?')
    const response = await form(`/inbox/${conversation.id}/propose.data`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('Would a short call this week suit you?')
    expect(await draftOf(conversation.id)).toEqual([])
  })

  test('is refused for another user’s conversation, and leads back when opened', async () => {
    const { conversation } = await replied('What does it cost?')
    const stranger = server.client()
    await stranger.signUp()
    expect((await form(`/inbox/${conversation.id}`, { intent: 'suggest' }, stranger)).status).toBe(404)
    expect((await form(`/inbox/${conversation.id}/propose.data`, {}, stranger)).status).toBe(404)
    const shown = await client.request('GET', `/inbox/${conversation.id}/propose`)
    expect([shown.status, shown.headers.get('location')]).toEqual([302, `/inbox/${conversation.id}`])
  })
})

test('without an AI service nothing offers one', async () => {
  const { conversation } = await replied('What does it cost?')
  const offers = async () => {
    const shown = await (await client.request('GET', `/inbox/${conversation.id}`)).text()
    const settings = await (await client.request('GET', '/settings/inbox')).text()
    return [
      shown.includes('What does it cost?'),
      shown.includes('Suggest an answer'),
      settings.includes('Let the AI service propose labels'),
      settings.includes('No AI service is configured'),
    ]
  }
  expect(await offers()).toEqual([true, true, true, false])
  await server.restart('SIGTERM', { SANDBOX: 'off', WORKER: 'off' })
  try {
    expect(await offers()).toEqual([true, false, false, true])
    // A form that was open when the service was removed.
    const asked = await form(`/inbox/${conversation.id}`, { intent: 'suggest', text: '' })
    expect([asked.status, await asked.text()]).toEqual([503, expect.stringContaining('AI_BASE_URL')])
    await form('/settings/inbox', { intent: 'aiLabels', aiLabels: 'on' })
    const [row] = await server.database.sql`
      select count(*)::int as n from inbox_settings where ai_labels and user_id = (
        select user_id from conversations where id = ${conversation.id})`
    expect(row!.n).toBe(0)
  } finally {
    await server.restart('SIGTERM', { SANDBOX: 'on', WORKER: 'in-process' })
  }
})
