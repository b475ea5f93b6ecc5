import { beforeAll, describe, expect, test } from 'vitest'
import { API_ROWS, apiRoutes, fillPath, type Method } from '../../support/api-rows'
import { fillAccount, stateOf } from '../../support/fill'
import { type Client, sharedServer, type TestServer } from '../../support/server'

let server: TestServer
/** Owns everything that the ids below name. */
let owner: Client
let stranger: Client
let ids: Record<string, string>
let ownerId: string

beforeAll(async () => {
  // Without a worker: a job of its own would change the rows that are compared.
  server = await sharedServer({ worker: false })
  owner = server.client()
  stranger = server.client()
  ownerId = (await owner.signUp()).id
  await stranger.signUp()
  ids = await fillAccount(server, owner)
})

const paths = apiRoutes()
const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

test('every call of the route table has a row', () => {
  expect(paths.filter((path) => !API_ROWS[path])).toEqual([])
})

describe.each(paths)('%s', (path) => {
  const row = API_ROWS[path] ?? { methods: {} }

  test('responds with 401 when signed out, unless public', async () => {
    for (const method of methods) {
      const body = row.methods[method]?.(ids)
      const response = await server
        .client()
        .json(method, fillPath(path, row, ids), method === 'GET' ? undefined : (body ?? {}))
      if (!row.signedOut) expect([method, response.status]).toEqual([method, 401])
      else expect([method, response.status]).toEqual([method, row.methods[method] ? 400 : 405])
      expect(response.body).toHaveProperty('message')
    }
  })

  test('responds with the same 404 for foreign and unknown ids', async () => {
    const before = await stateOf(server, ownerId)
    for (const method of Object.keys(row.methods) as Method[]) {
      if (!row.params) continue
      const body = method === 'GET' ? undefined : (row.methods[method]!(ids) ?? {})
      const foreign = await stranger.json(method, fillPath(path, row, ids), body)
      const unknown = await stranger.json(method, fillPath(path, row, {}), body)
      const malformed = await stranger.json(method, path.replace(/:\w+/g, "1'--"), body)
      expect([method, foreign.status, unknown.status, malformed.status]).toEqual([method, 404, 404, 404])
      expect(foreign.body).toEqual({ ...unknown.body, requestId: foreign.body.requestId })
    }
    for (const { method, path: at, body } of row.foreign ?? []) {
      strangerIds ??= await fillAccount(server, stranger)
      const own = strangerIds
      const response = await stranger.json(method, at(own, ids), method === 'GET' ? undefined : body(ids))
      expect([method, at(own, ids), response.status]).toEqual([method, at(own, ids), 404])
    }
    expect(await stateOf(server, ownerId)).toBe(before)
  })

  test('responds with 405 and Allow for other methods', async () => {
    for (const method of methods.filter((one) => !row.methods[one])) {
      const response = await stranger.json(
        method,
        fillPath(path, row, ids),
        method === 'GET' ? undefined : {},
      )
      expect([method, response.status]).toEqual([method, 405])
      expect(response.headers.get('allow')).toBeTruthy()
    }
  })

  test('refuses changes with a foreign or missing origin', async () => {
    const before = await stateOf(server, ownerId)
    for (const method of methods.filter((one) => one !== 'GET' && row.methods[one])) {
      const at = fillPath(path, row, ids)
      const body = JSON.stringify(row.methods[method]!(ids) ?? {})
      const send = async (headers: Record<string, string>) =>
        (await owner.request(method, at, { headers, body })).status
      expect(await send({ origin: 'https://evil.example', 'content-type': 'application/json' })).toBe(403)
      expect(await send({ origin: 'null', 'content-type': 'text/plain' })).toBe(403)
      expect(
        await send({
          origin: 'none',
          'sec-fetch-site': 'cross-site',
          'content-type': 'application/x-www-form-urlencoded',
        }),
      ).toBe(403)
      if (!row.signedOut) expect(await send({ origin: 'none', 'content-type': 'text/plain' })).toBe(403)
    }
    expect(await stateOf(server, ownerId)).toBe(before)
  })

  test('responds with 400 to malformed bodies and 415 to other media types', async () => {
    const caller = server.client()
    await caller.signUp()
    for (const method of methods.filter((one) => one !== 'GET' && row.methods[one])) {
      const at = fillPath(path, row, {})
      const send = async (body: string, type = 'application/json') =>
        (await caller.request(method, at, { headers: { 'content-type': type }, body })).status
      const statuses = [
        await send('{'),
        await send('[]'),
        await send('"text"'),
        await send('{"name":"\\u0000"}'),
        await send('{"name":"\\ud800","email":{"a":1},"page":1e400}'),
        await send(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`),
        await send('a=b', 'application/x-www-form-urlencoded'),
        await send('<a/>', 'application/xml'),
      ]
      expect([method, statuses.filter((status) => status >= 500)]).toEqual([method, []])
      expect(statuses.slice(0, 3).every((status) => status >= 400)).toBe(true)
    }
  })
})

let strangerIds: Record<string, string> | undefined
