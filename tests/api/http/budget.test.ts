import { beforeAll, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../support/server'

/** Calls that take long take of a budget of their user, on screens and over `/api` alike. */

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

test('beyond the budget calls that take long are refused, and all others served', async () => {
  const [client, other] = [server.client(), server.client()]
  const { id } = await client.signUp()
  await other.signUp()
  const preview = { subject: 'S', htmlBody: 'B' }
  expect((await client.json('POST', '/api/templates/preview', preview)).status).toBe(200)
  await server.database.sql`update rate_limits set points = 1_995 where key = ${`budget:${id}`}`
  const refused = await client.json('POST', '/api/templates/preview', preview)
  expect(refused).toMatchObject({
    ...{ status: 429, body: { message: expect.stringContaining('too much work within a minute') } },
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const screen = await client.request('GET', '/search?q=ann', { headers: { accept: 'text/html' } })
  expect([screen.status, await screen.text()]).toEqual([429, expect.stringContaining('too much work')])
  expect((await client.json('GET', '/api/templates')).status).toBe(200)
  expect((await other.json('POST', '/api/templates/preview', preview)).status).toBe(200)
})
