import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sandboxFaults } from '#drizzle/schema/sandbox'
import { createOpenAiProvider } from '~/providers/ai/openai'
import type { AiConfig, AiRequest } from '~/providers/ai/types'
import { createAiSimulator } from '~/simulators/ai'
import { createFaults, type Faults } from '~/simulators/faults'
import { createTestDatabase, type TestDatabase } from '../support/db'

/** The text generator over a real socket: the simulated service, its oddities and its faults. */

let database: TestDatabase
let faults: Faults
let base: string
const servers: Server[] = []

/** @returns the address of a server that responds like this */
async function listen(respond: RequestListener): Promise<string> {
  const server = createServer(respond)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  database = await createTestDatabase()
  faults = createFaults(database.db)
  const simulator = createAiSimulator({ faults })
  base = `${await listen((req, res) => void simulator.handler(req, res))}/v1`
})
afterEach(() => database.db.delete(sandboxFaults))
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await database?.drop()
})

const REQUEST: AiRequest = {
  system: 'Write a mail.',
  user: 'Language: German\n<outline>\nWe build bridges\nAsk for a call\n</outline>',
  maxTokens: 500,
}
const NEVER = new AbortController().signal
const ask = (config: Partial<AiConfig> = {}, signal = NEVER) =>
  createOpenAiProvider({ baseUrl: base, model: 'sandbox-writer', ...config }).generate(REQUEST, signal)

test.each(['sandbox-writer', 'sandbox-stream', 'sandbox-reasoning', 'sandbox-think'])(
  'returns only the written text of %s',
  async (model) => {
    const result = await ask({ model })
    expect(result).toMatchObject({ ok: true, text: expect.stringContaining('Guten Tag') })
    expect(result.ok && result.text).not.toMatch(/think|data:|max_tokens/)
  },
)

test.each([
  ['sandbox-empty', 'empty'],
  ['sandbox-cut', 'cut'],
  ['sandbox-filter', 'refused'],
  ['no-such-model', 'not_found'],
] as const)('reports %s as %s', async (model, why) => {
  expect(await ask({ model })).toMatchObject({ ok: false, why, detail: expect.stringMatching(/\w{4}/) })
})

test('reports a wrong key without repeating it', async () => {
  const result = await ask({ apiKey: 'wrong' })
  expect(result).toMatchObject({ ok: false, why: 'auth' })
  const other = await ask({ apiKey: 'a-very-secret-key', model: 'no-such-model' })
  expect(JSON.stringify([result, other])).not.toContain('a-very-secret-key')
})

test.each(['http500', 'reset', 'acceptThenDrop'] as const)('retries after %s', async (kind) => {
  await faults.add({ service: 'ai', kind, times: 1 })
  expect(await ask()).toMatchObject({ ok: true })
})

test('waits as long as a busy service asks, up to a limit', async () => {
  await faults.add({ service: 'ai', kind: 'http429', times: 1 })
  expect(await ask()).toMatchObject({ ok: true })
  const busy = await listen((_, res) => {
    res.writeHead(429, { 'Retry-After': '60' })
    res.end(JSON.stringify({ error: { message: 'Slow down.' } }))
  })
  expect(await ask({ baseUrl: busy })).toMatchObject({ ok: false, why: 'quota', retryAfter: 60 })
})

test('abandons a silent service at the deadline, and at once when aborted', async () => {
  await faults.add({ service: 'ai', kind: 'timeout', times: 2 })
  expect(await ask({ timeoutMs: 50 })).toMatchObject({ ok: false, why: 'timeout' })
  const leaving = new AbortController()
  const asked = ask({}, leaving.signal)
  leaving.abort()
  expect(await asked).toMatchObject({ ok: false, why: 'aborted' })
})

test('recognizes addresses that are not the service', async () => {
  expect(await ask({ baseUrl: 'http://127.0.0.1:9' })).toMatchObject({ ok: false, why: 'unreachable' })
  const page = await listen((_, res) => res.end('<html>Welcome</html>'))
  expect(await ask({ baseUrl: page })).toMatchObject({ ok: false, why: 'refused' })
  let followed = 0
  const away = await listen((req, res) => {
    if (req.url?.includes('stolen')) followed += 1
    res.writeHead(302, { location: '/stolen' })
    res.end()
  })
  expect(await ask({ baseUrl: away, apiKey: 'secret' })).toMatchObject({ ok: false, why: 'unreachable' })
  expect(followed).toBe(0)
})
