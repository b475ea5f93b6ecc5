import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../support/server'

const TOKEN = 'a token for metrics'
let server: TestServer
beforeAll(async () => {
  server = await startServer({ METRICS_TOKEN: TOKEN })
})
afterAll(() => server?.close())

const read = (headers: Record<string, string> = {}) => server.client().request('GET', '/metrics', { headers })

test('programs on this machine read the metrics', async () => {
  const client = server.client()
  await client.signUp()
  await client.connectMailbox('sender@coldframe.example')
  const response = await read()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  const text = await response.text()
  expect(text).toContain('coldframe_mailboxes{status="connected"} 1')
  expect(text).toContain('coldframe_mails_open{state="scheduled"} 0')
  expect(text).toMatch(/^coldframe_due_seconds 0$/m)
  expect(text).toMatch(/^coldframe_process_resident_memory_bytes \d+/m)
  // A second request shows current values, without repeats.
  expect((await (await read()).text()).match(/coldframe_mailboxes\{/g)).toHaveLength(1)
})

test('other machines need the token', async () => {
  const elsewhere = { 'x-forwarded-for': '192.0.2.1' }
  expect((await read(elsewhere)).status).toBe(404)
  expect((await read({ ...elsewhere, authorization: `Bearer ${TOKEN}` })).status).toBe(200)
  expect((await read({ ...elsewhere, authorization: 'Bearer another token for me' })).status).toBe(404)
  expect((await read({ authorization: 'Bearer another token for me' })).status).toBe(404)
})
