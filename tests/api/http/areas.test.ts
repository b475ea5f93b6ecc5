import { beforeAll, expect, test } from 'vitest'
import { type Client, sharedServer, type TestServer } from '../../support/server'

/** Screens and calls are looked for among those of their area alone (app/http/edge/area-routes.server.ts). */

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await sharedServer()
  client = server.client()
  await client.signUp()
})

test.each([
  ['/contacts', 200, 'Contacts'],
  ['/contacts?page=1', 200, 'Contacts'],
  ['/Contacts', 200, 'Contacts'],
  ['/%63ontacts', 200, 'Contacts'],
  ['/contacts/', 200, 'Contacts'],
  ['/contacts/nowhere/at/all', 404, '404 Page Not Found'],
  ['/contactsss', 404, '404 Page Not Found'],
  ['/api', 404, ''],
  ['/sequences', 200, 'Sequences'],
  ['/nowhere', 404, '404 Page Not Found'],
])('GET %s answers %i', async (path, status, words) => {
  const response = await client.request('GET', path)
  const text = await response.text()
  expect([response.status, text.includes(words)]).toEqual([status, true])
})

test.each(['/contacts.data', '/personas.data'])(
  'GET %s returns the data of the layout and the screen',
  async (path) => {
    const response = await client.request('GET', path)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('routes/layout')
  },
)

test.each([
  ['/api/contacts', 200],
  ['/api/nowhere', 404],
  ['/api/contacts/nowhere/at/all', 404],
  ['/api/', 404],
])('the call %s answers %i, in JSON', async (path, status) => {
  const response = await client.request('GET', path)
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toContain('application/json')
})

test('resolves a link to another area on request', async () => {
  const page = await (await client.request('GET', '/contacts')).text()
  const [, version] = /"version": "(\w+)"/.exec(page)!
  const response = await client.request('GET', `/__manifest?p=/personas&p=/contacts&version=${version}`)
  expect(Object.keys((await response.json()) as object)).toEqual(
    expect.arrayContaining(['routes/personas/list', 'routes/contacts/list']),
  )
})
