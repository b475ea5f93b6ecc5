import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken } from '~/secrets.server'
import { startServer, type TestServer } from '../../support/server'
import { Visitor } from '../../support/visitor'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

test('every screen says that the address is to be confirmed, until the link is used', async () => {
  const client = server.client()
  const { id, email } = await client.signUp()
  await server.database.sql`update users set confirmation_hash = ${hashToken('the token')} where id = ${id}`
  const visitor = new Visitor(client)
  await visitor.open('/personas')
  expect(visitor.text).toContain(`open the link that we emailed to ${email}`)
  await visitor.press('Send it again')
  expect([visitor.path, visitor.text.includes(`was sent to ${email}`)]).toEqual(['/personas', true])

  await visitor.open('/confirm-address?token=unknown')
  await visitor.press('Confirm this address')
  expect(visitor.text).toContain('This link is invalid or was used.')

  await server.database.sql`update users set confirmation_hash = ${hashToken('the token')} where id = ${id}`
  await visitor.open('/confirm-address?token=the token')
  // Opening the link changes nothing: scanners do that too.
  const [row] = await server.database.sql`select confirmation_hash from users where id = ${id}`
  expect(row!.confirmation_hash).not.toBeNull()
  await visitor.press('Confirm this address')
  expect(visitor.text).toContain(`${email} is confirmed.`)
  expect(visitor.text).not.toContain('Confirm your email address to connect')
})
