import { beforeAll, describe, expect, test } from 'vitest'
import { API_ROWS, apiRoutes, fillPath, type Method } from '../../support/api-rows'
import type { JsonResponse } from '../../support/client'
import { fillAccount, stateOf } from '../../support/fill'
import { SENDS } from '../../support/sending-calls'
import { type Client, sharedServer, type TestServer } from '../../support/server'

/** Every call with an API key: which keys it takes, and how the others are refused. */

let server: TestServer
let ownerId: string
let ids: Record<string, string>
type Kind = 'read' | 'write' | 'foreign' | 'revoked' | 'expired' | 'limited' | 'keeping' | 'quiet'
let keys: Record<Kind, string>

beforeAll(async () => {
  // Without a worker: a job of its own would change the rows that are compared.
  server = await sharedServer({ worker: false })
  const owner = server.client()
  const stranger = server.client()
  ownerId = (await owner.signUp()).id
  await stranger.signUp()
  ids = await fillAccount(server, owner)
  const create = async (client: Client, more: object) =>
    client.ok('POST', '/api/keys', { name: crypto.randomUUID(), scope: 'write', ...more })
  const other = await owner.ok('POST', '/api/sequences', { name: 'Other' })
  const revoked = await create(owner, {})
  await owner.ok('DELETE', `/api/keys/${revoked.id}`)
  const expired = await create(owner, { expiresAt: '2199-01-01T00:00:00Z' })
  await server.database
    .sql`update api_keys set expires_at = now() - interval '1 second' where id = ${expired.id}`
  keys = {
    read: (await create(owner, { scope: 'read' })).key,
    write: (await create(owner, {})).key,
    foreign: (await create(stranger, {})).key,
    limited: (await create(owner, { sequenceIds: [other.id] })).key,
    keeping: (await create(owner, { mayDelete: false })).key,
    quiet: (await create(owner, { maySend: false })).key,
    revoked: revoked.key,
    expired: expired.key,
  }
})

const paths = apiRoutes().filter((path) => !API_ROWS[path]!.signedOut)

/** Refusals are recorded here. */
const LOG = ['security_events']

/** A call without a cookie and without an Origin, as programs make it. */
const callWith = (key: string, method: string, at: string, body?: unknown): Promise<JsonResponse<unknown>> =>
  server.client().json(method, at, method === 'GET' ? undefined : (body ?? {}), {
    ...{ origin: 'none', authorization: `Bearer ${key}` },
  })
const call = (kind: keyof typeof keys, method: string, at: string, body?: unknown) =>
  callWith(keys[kind], method, at, body)

test('refuses revoked, expired and unknown keys everywhere, and changes nothing', async () => {
  const before = await stateOf(server, ownerId, LOG)
  for (const path of paths)
    for (const [method, body] of Object.entries(API_ROWS[path]!.methods))
      for (const key of [keys.revoked, keys.expired, 'cf_unknown']) {
        const response = await callWith(key, method, fillPath(path, API_ROWS[path]!, ids), body(ids))
        expect([method, path, response.status]).toEqual([method, path, 401])
      }
  expect(await stateOf(server, ownerId, LOG)).toBe(before)
})

describe.each(paths)('%s', (path) => {
  const row = API_ROWS[path]!
  const calls = Object.entries(row.methods) as [Method, (all: typeof ids) => unknown][]

  test('lets a read key only read', async () => {
    for (const [method, body] of calls.filter(([one]) => one !== 'GET')) {
      const response = await call('read', method, fillPath(path, row, ids), body(ids))
      expect([method, response.status]).toEqual([method, 403])
    }
  })

  test('does not show or change what belongs to another user', async () => {
    if (!row.params || row.accountOnly) return
    for (const [method, body] of calls) {
      const response = await call('foreign', method, fillPath(path, row, ids), body(ids))
      expect([method, response.status]).toEqual([method, 404])
    }
  })

  test('refuses to delete for a key that may not', async () => {
    for (const [method, body] of calls.filter(([one]) => one === 'DELETE')) {
      const response = await call('keeping', method, fillPath(path, row, ids), body(ids))
      expect([method, response.status]).toEqual([method, 403])
    }
  })

  test('refuses to send for a key that may not', async () => {
    for (const [method, body] of calls.filter(([one]) => SENDS.always.includes(`${one} ${path}`))) {
      const response = await call('quiet', method, fillPath(path, row, ids), body(ids))
      expect([method, response.status]).toEqual([method, 403])
    }
  })

  test('refuses what a limited key is not limited to', async () => {
    for (const [method, body] of calls) {
      const response = await call('limited', method, fillPath(path, row, ids), body(ids))
      expect([method, response.status]).toEqual([method, row.everyKey ? 200 : 403])
    }
  })

  test(row.accountOnly ? 'refuses keys' : 'takes a key instead of a session', async () => {
    for (const [method] of calls.filter(([one]) => one === 'GET')) {
      const response = await call('read', method, fillPath(path, row, ids))
      if (row.accountOnly) expect([method, response.status]).toEqual([method, 403])
      else expect([method, response.status]).not.toEqual([method, 401])
      if (!row.accountOnly) expect(response.status).not.toBe(403)
      expect(response.headers.get('ratelimit-remaining')).toMatch(/^\d+$/)
    }
    for (const [method] of calls.filter(([one]) => one !== 'GET')) {
      // An unknown object or an empty body: refused, but not for the key.
      const response = await call('write', method, fillPath(path, row, {}), {})
      if (row.accountOnly) expect([method, response.status]).toEqual([method, 403])
      else expect([401, 403]).not.toContain(response.status)
    }
  })
})
