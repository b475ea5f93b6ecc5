import { beforeAll, expect, test } from 'vitest'
import { type Client, sharedServer, type TestServer } from '../../support/server'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await sharedServer({ worker: false })
  client = server.client()
  await client.signUp()
})

/** A page without what differs with each response: nonces, ids and the address itself. */
const plain = (page: string, id: string) =>
  page
    .replaceAll(id, 'id')
    .replace(/nonce="[^"]*"/g, '')
    .replace(/<script[\s\S]*?<\/script>/g, '')

test.each([
  '/personas/',
  '/contacts/',
  '/sequences/',
  '/workflows/',
  '/campaign-builder/email-sending/emails/',
  '/campaign-builder/email-sending/exports/',
  '/connection/gmail/',
])('%s with a malformed id shows the not-found screen with navigation and a way back', async (path) => {
  const unknown = crypto.randomUUID()
  const at = (id: string) =>
    client.request('GET', path === '/connection/gmail/' ? `${path}${id}/edit` : path + id)
  const [malformed, missing] = [await at('bogus'), await at(unknown)]
  expect([malformed.status, missing.status]).toEqual([404, 404])
  const page = await malformed.text()
  expect(page).toMatch(/not found/i)
  expect(page).toContain('<nav')
  expect(page).toMatch(/>Back to [A-Z]/)
  expect(plain(page, 'bogus')).toBe(plain(await missing.text(), unknown))
})
