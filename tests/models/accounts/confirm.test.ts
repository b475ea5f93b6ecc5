import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '~/app'
import { parseEnv } from '~/env.server'
import { runSendConfirmation } from '~/jobs/tasks/send-confirmation.server'
import { SignUp } from '~/models/accounts/account'
import { createResetToken, resetPassword } from '~/models/accounts/account.server'
import { confirmAddress, isUnconfirmed, requestConfirmation } from '~/models/accounts/confirm.server'
import { invite, signUp } from '~/models/accounts/sign-up.server'
import { startGoogleFlow } from '~/models/mailboxes/consent/google-connect.server'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { addSmtp, fakeServers } from '../../support/mailing'
import { refused, secrets } from '../../support/outreach'

const NOW = new Date()
const PUBLIC = {
  NODE_ENV: 'test',
  APP_URL: 'https://cold.example',
  APP_SECRET: 'x'.repeat(40),
  SIGNUP: 'open',
}
const MAIL = { SYSTEM_SMTP_URL: 'smtp://127.0.0.1:25', SYSTEM_MAIL_FROM: 'cold@acme.example' }
const CALLER = { address: '192.0.2.1' }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())
beforeEach(async () => {
  await database.sql`truncate users, invitations, rate_limits cascade`
})

/** Signs somebody up. @returns the id of the account */
async function join(settings: Record<string, string>, invitation?: string): Promise<string> {
  const input = { email: 'ann@acme.example', password: 'correct horse battery', fullName: 'Ann', invitation }
  return (await signUp(database.db, SignUp.parse(input), CALLER, parseEnv({ ...PUBLIC, ...settings }), NOW))
    .id
}

/** Runs the job. @returns the token of the link in its email; none if none was sent */
async function emailedToken(userId: string): Promise<string | undefined> {
  const sent: { to: string; text: string }[] = []
  const app = {
    ...{ db: database.db, env: { appUrl: 'https://cold.example' } },
    systemMail: { send: async (mail: { to: string; text: string }) => void sent.push(mail) },
  } as unknown as App
  await runSendConfirmation({ userId }, { app, worker: '', signal: new AbortController().signal })
  return sent[0]?.text.match(/https:\/\/cold\.example\/confirm-address\?token=([\w-]+)/)?.[1]
}

const FIRST =
  'FORBIDDEN: Confirm your email address first: open the link in the email that you got when you signed up.'

test('an account connects no mailbox until its address is confirmed, by the newest link and once', async () => {
  const { db } = database
  const userId = await join(MAIL)
  expect(await refused(addSmtp(db, userId, NOW))).toBe(FIRST)
  const deps = { providers: fakeServers().providers, secrets }
  expect(await refused(startGoogleFlow(db, { sid: 'a session', userId }, 'mailbox', deps))).toBe(FIRST)
  const first = (await emailedToken(userId))!
  const second = (await emailedToken(userId))!
  const INVALID = /^INVALID: This link is invalid or was used/
  expect(await refused(confirmAddress(db, first, '192.0.2.1'))).toMatch(INVALID)
  expect(await refused(confirmAddress(db, '', '192.0.2.1'))).toMatch(INVALID)
  expect(await confirmAddress(db, second, '192.0.2.1')).toBe('ann@acme.example')
  expect(await refused(confirmAddress(db, second, '192.0.2.1'))).toMatch(INVALID)
  expect(await refused(addSmtp(db, userId, NOW))).toBe('accepted')
  expect(await emailedToken(userId)).toBeUndefined()
})

test('the link is sent at most three times an hour', async () => {
  const userId = await join(MAIL)
  for (let n = 0; n < 2; n++) expect(await refused(requestConfirmation(database.db, userId))).toBe('accepted')
  expect(await refused(requestConfirmation(database.db, userId))).toMatch(/^TOO_MANY_REQUESTS/)
})

test('the link of a new password confirms the address too', async () => {
  const { db } = database
  const userId = await join(MAIL)
  const { token } = (await createResetToken(db, 'ann@acme.example', NOW))!
  await resetPassword(db, { token, newPassword: 'another horse battery', revokeKeys: true }, CALLER, NOW)
  expect(await isUnconfirmed(db, userId)).toBe(false)
})

test('nothing is to be confirmed without a mail server, in the sandbox, or with an invitation', async () => {
  const { db } = database
  expect(await isUnconfirmed(db, await join({}))).toBe(false)
  await database.sql`truncate users cascade`
  const local = { ...MAIL, APP_URL: 'http://localhost:3000', SANDBOX: 'on' }
  expect(await isUnconfirmed(db, await join(local))).toBe(false)
  await database.sql`truncate users cascade`
  const token = await invite(db, 'ann@acme.example', parseEnv({ ...PUBLIC, SIGNUP: 'invite' }), NOW)
  expect(await isUnconfirmed(db, await join(MAIL, token))).toBe(false)
})
