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

/** A conversation whose reply has a file. @returns its id, and the address of the file */
async function receiveFile(name: string) {
  const { ann } = await startReplies(client)
  const [first] = await client.ok('GET', `/sandbox/messages?to=${ann}`)
  await client.ok('POST', `/sandbox/messages/${first.id}/reply`, {
    text: 'See the file',
    files: [{ name, text: '<script>alert(1)</script>' }],
  })
  const { conversations } = await client.ok('GET', '/api/conversations')
  const id = conversations[0].id as string
  const page = await (await client.request('GET', `/inbox/${id}`)).text()
  return { id, address: /href="(\/inbox\/[^"]+\/messages\/[^"]+\/files\/[^"]+)"/.exec(page)![1]! }
}

const post = (path: string, fields: Record<string, string>) =>
  client.request('POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

describe('the file of a received message', () => {
  test('is fetched from the mailbox, and never shown by the browser', async () => {
    const { id, address } = await receiveFile('ünvoice "1".html')
    const response = await client.request('GET', address)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('alert(1)')
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''%C3%BCnvoice/,
    )
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; sandbox")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const other = address.replace(/files\/.*/, 'files/99')
    expect((await client.request('GET', other)).status).toBe(404)
    const stranger = server.client()
    await stranger.signUp()
    expect((await stranger.request('GET', address)).status).toBe(404)
    expect(id).toBeTruthy()
  })

  test('says why if the mailbox cannot be read', async () => {
    const { id, address } = await receiveFile('a.txt')
    await server.database
      .sql`update mail_accounts set refresh_token = null, token_expires_at = now() - interval '1 day'`
    const response = await client.request('GET', address)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`/inbox/${id}`)
    expect(await (await client.request('GET', `/inbox/${id}`)).text()).toContain(
      'The file could not be fetched',
    )
  })
})

describe('a saved reply', () => {
  test('is read by its owner alone', async () => {
    await post('/settings/inbox/replies/new', { name: 'Prices', text: 'Ten a month' })
    const [reply] = await server.database.sql`select id from saved_replies where text = 'Ten a month'`
    const address = `/inbox/saved-replies/${reply!.id}`
    expect(await (await client.request('GET', address)).json()).toEqual({ text: 'Ten a month' })
    const stranger = server.client()
    await stranger.signUp()
    expect((await stranger.request('GET', address)).status).toBe(404)
  })
})

describe('the answer form', () => {
  test('sends once if its button is pressed twice', async () => {
    const { ann } = await startReplies(client)
    const [first] = await client.ok('GET', `/sandbox/messages?to=${ann}`)
    await client.ok('POST', `/sandbox/messages/${first.id}/reply`, { text: 'Hi' })
    const [{ id }] = (await client.ok('GET', '/api/conversations')).conversations
    const fields = { text: 'Only once', answerId: crypto.randomUUID() }
    const pressed = await Promise.all([1, 2, 3].map(() => post(`/inbox/${id}`, fields)))
    expect(pressed.map(({ status }) => status)).toEqual([302, 302, 302])
    await client.ok('POST', '/sandbox/clock', { advanceMinutes: 1 })
    expect(await client.ok('GET', `/sandbox/messages?to=${ann}`)).toHaveLength(2)
  })

  test('brings back both texts if another was begun before the first was undone', async () => {
    const { ann } = await startReplies(client)
    const [first] = await client.ok('GET', `/sandbox/messages?to=${ann}`)
    await client.ok('POST', `/sandbox/messages/${first.id}/reply`, { text: 'Hi' })
    const [{ id }] = (await client.ok('GET', '/api/conversations')).conversations
    const { sendId } = await client.ok('POST', `/api/conversations/${id}/reply`, { text: 'First' })
    await post(`/inbox/${id}/draft`, { text: 'Second' })
    await post(`/inbox/${id}/sends/${sendId}`, { intent: 'undo' })
    const drafts = await server.database.sql`select text from drafts where conversation_id = ${id}`
    expect(drafts[0]!.text).toBe('First\n\nSecond')
  })

  test('refuses files beyond 10 MB in all, and keeps the text', async () => {
    const { ann } = await startReplies(client)
    const [first] = await client.ok('GET', `/sandbox/messages?to=${ann}`)
    await client.ok('POST', `/sandbox/messages/${first.id}/reply`, { text: 'Hi' })
    const [{ id }] = (await client.ok('GET', '/api/conversations')).conversations
    const form = new FormData()
    form.append('text', 'Kept')
    form.append('files', new File([new Uint8Array(6_000_000)], 'a.bin'))
    form.append('files', new File([new Uint8Array(6_000_000)], 'b.bin'))
    const response = await client.request('POST', `/inbox/${id}`, { body: form as never })
    expect(response.status).toBe(400)
    expect(await response.text()).toMatch(/10 MB in all[\s\S]*Kept/)
    const [files] = await server.database
      .sql`select count(*)::int as n from attachments where conversation_id = ${id}`
    expect(files!.n).toBe(0)
  })
})
