import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAutomatic } from '~/providers/mail/inbound/auto-reply'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import { readOwnWords } from '~/providers/mail/inbound/own-words'
import { readReport } from '~/providers/mail/inbound/report'
import { splitParts } from '~/providers/mail/message/mime-parts'
import { readMessage } from '~/providers/mail/message/readable'
import { EXPECTED } from '../fixtures/inbound/expected'
import { runSeed, seeded, sized } from '../load/random'
import { API_ROWS, apiRoutes, fillPath, type Method } from '../support/api-rows'
import { fillAccount } from '../support/fill'
import { type Client, startServer, type TestServer } from '../support/server'
import { growMail, mutateBytes, mutateJson, pick, TYPES } from './support/malformed'
import { keptMemory } from './support/memory'

const BODIES = sized(100, 10_000)
const MAILS = sized(100, 10_000)
/** MiB that a process may hold more at the end than after the first half. */
const GROWTH = 64

let server: TestServer
let client: Client
let ids: Record<string, string>
beforeAll(async () => {
  server = await startServer()
  client = await newcomer()
  ids = await fillAccount(server, client)
})
afterAll(() => server?.close())

async function newcomer(): Promise<Client> {
  const caller = server.client()
  await caller.signUp()
  return caller
}

/** Every call of the route table that takes a body, and one that it takes. */
const CALLS = apiRoutes().flatMap((route) =>
  (['POST', 'PATCH', 'PUT'] as const satisfies Method[]).flatMap((method) => {
    const body = API_ROWS[route]?.methods[method]
    return body ? [{ route, method, body }] : []
  }),
)

/** An external service refused, because an earlier body may have changed its key. */
const OUTSIDE = 502

test(`${BODIES} malformed request bodies cause no 5xx and leak no memory (R12)`, async () => {
  const random = seeded(runSeed('malformed-json'))
  const statuses: Record<number, number> = {}
  let base = 0
  for (let n = 0; n < BODIES; n++) {
    const { route, method, body } = CALLS[n % CALLS.length]!
    const json = mutateJson(random, body(ids) ?? {}, Object.values(ids))
    const bytes = random() < 0.4 ? mutateBytes(random, Buffer.from(json)) : Buffer.from(json)
    const at = fillPath(route, API_ROWS[route]!, ids)
    const about = `body ${n}: ${method} ${at} ${bytes.subarray(0, 600).toString('base64')}`
    const response = await client.request(method, at, {
      headers: { 'content-type': pick(random, TYPES) },
      body: new Uint8Array(bytes),
    })
    const text = await response.text()
    expect([about, response.status < 500 || response.status === OUTSIDE, text.slice(0, 300)]).toEqual([
      about,
      true,
      expect.anything(),
    ])
    if (response.status >= 400)
      expect([about, JSON.parse(text)]).toEqual([
        about,
        expect.objectContaining({ message: expect.any(String) }),
      ])
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
    // Some bodies are good after all, and log out or change the password.
    if (response.status === 401) client = await newcomer()
    if (n === BODIES >> 1) base = server.memory()
  }
  const growth = server.memory() - base
  process.stdout.write(`malformed-json: ${JSON.stringify({ ...statuses, growthMb: Math.round(growth) })}\n`)
  expect(statuses[400]).toBeGreaterThan(BODIES / 4)
  expect(growth).toBeLessThan(GROWTH)
  expect(server.output()).not.toMatch(/"level":(50|60)/)
})

test(`${MAILS} malformed messages: each is read and none stops the sync (R12)`, async () => {
  const random = seeded(runSeed('malformed-mime'))
  const folder = path.resolve(import.meta.dirname, '../fixtures/inbound')
  const known = EXPECTED.map(([file]) => readFileSync(path.join(folder, `${file}.eml`)))
  const kinds: Record<string, number> = {}
  let base = 0
  for (let n = 0; n < MAILS; n++) {
    const source = random() < 0.5 ? pick(random, known) : Buffer.from(growMail(random), 'latin1')
    const bytes = mutateBytes(random, source)
    const about = `message ${n}: ${bytes.subarray(0, 600).toString('base64')}`
    // Each part separately: together they would catch each other's errors and hide a defect.
    const read = async () => {
      const message = splitParts(bytes.toString('latin1'))
      const readable = await readMessage(message)
      const { own, quotes } = readOwnWords(readable.text)
      readReport(message, readable)
      isAutomatic(message, { fromName: '', from: readable.from, subject: readable.subject, own, quotes })
      return 'read'
    }
    expect([about, await read().catch(String)]).toEqual([about, 'read'])
    const { kind } = await classifyInbound(bytes)
    kinds[kind] = (kinds[kind] ?? 0) + 1
    if (n === MAILS >> 1) base = keptMemory()
  }
  const growth = keptMemory() - base
  process.stdout.write(`malformed-mime: ${JSON.stringify({ ...kinds, growthMb: Math.round(growth) })}\n`)
  expect(Object.keys(kinds).length).toBeGreaterThan(3)
  expect(growth).toBeLessThan(GROWTH)
})
