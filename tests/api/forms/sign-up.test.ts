import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEnv } from '~/env.server'
import { invite } from '~/models/accounts/sign-up.server'
import { createSandboxClock } from '~/simulators/clock'
import { startServer, type TestServer } from '../../support/server'
import { Visitor } from '../../support/visitor'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ SIGNUP: 'invite', WORKER: 'off' })
})
afterAll(() => server?.close())

test('the sign-up screen follows SIGNUP, and a link lets its address in', async () => {
  const stranger = new Visitor(server.client())
  await stranger.open('/login')
  expect(stranger.text).toContain('Create Account')
  await stranger.open('/signup')
  expect(stranger.text).toContain('You need an invitation')
  await stranger.open('/signup?invitation=none')
  expect(stranger.text).toContain('This invitation is invalid')

  const env = parseEnv({ SIGNUP: 'invite' })
  const { db } = server.database
  const token = await invite(db, 'ann@acme.example', env, await createSandboxClock(db).now())
  await stranger.open(`/signup?invitation=${token}`)
  expect(stranger.text).toContain('The address that was invited.')
  stranger.fill('Full Name', 'Ann Lee')
  stranger.fill('Password', 'short')
  await stranger.press('Create Account')
  expect(stranger.text).toContain('Password must be at least 8 characters')
  stranger.fill('Password', 'correct horse battery')
  await stranger.press('Create Account')
  expect(stranger.text).toContain('Welcome!')

  await server.restart('SIGTERM', { SIGNUP: 'closed', WORKER: 'off' })
  const late = new Visitor(server.client())
  await late.open('/login')
  expect(late.text).not.toContain('Create Account')
  await late.open('/signup')
  expect(late.text).toContain('New accounts are closed here')
  expect(
    await server.client().json('POST', '/api/auth/register', {
      email: 'ben@acme.example',
      password: 'correct horse battery',
      fullName: 'Ben',
    }),
  ).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  })
})
