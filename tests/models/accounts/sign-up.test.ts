import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parseEnv } from '~/env.server'
import { SignUp } from '~/models/accounts/account'
import { invite, readSignUp, signUp, signUpMode } from '~/models/accounts/sign-up.server'
import { createTestDatabase, type TestDatabase } from '../../support/db'

const NOW = new Date()
const DAY_MS = 86_400_000
const PUBLIC = { NODE_ENV: 'test', APP_URL: 'https://cold.example', APP_SECRET: 'x'.repeat(40) }
const env = (mode?: string) => parseEnv({ ...PUBLIC, SIGNUP: mode })

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())
beforeEach(async () => {
  await database.sql`truncate users, invitations, rate_limits cascade`
})

let people = 0
const join = (
  mode?: string,
  fields: { email?: string; invitation?: string } = {},
  address = `ip ${people}`,
) => {
  const input = {
    email: `p${people++}@acme.example`,
    password: 'correct horse battery',
    fullName: 'Ann',
    ...fields,
  }
  return signUp(database.db, SignUp.parse(input), { address }, env(mode), NOW)
}
const refusal = (joining: Promise<unknown>) =>
  joining.then(
    () => 'none',
    (error) => error.code as string,
  )

test('by default the first account closes sign-up, also for somebody who signs up at the same moment', async () => {
  const both = await Promise.all([refusal(join()), refusal(join())])
  expect(both.sort()).toEqual(['FORBIDDEN', 'none'])
  expect(await signUpMode(database.db, env())).toBe('closed')
  expect(await signUpMode(database.db, parseEnv({ NODE_ENV: 'test' }))).toBe('open')
})

test.each([
  ['open', undefined, 'none'],
  ['invite', undefined, 'FORBIDDEN'],
  ['closed', undefined, 'FORBIDDEN'],
])('SIGNUP=%s decides about visitors', async (mode, invitation, expected) => {
  expect(await refusal(join(mode, invitation ? { invitation } : {}))).toBe(expected)
})

test('an invitation works once, for its address, for seven days, and not where sign-up is closed', async () => {
  const { db } = database
  const token = await invite(db, 'Ann@acme.example', env('invite'), NOW)
  const ann = { email: 'ann@acme.example', invitation: token }
  expect(await refusal(join('closed', ann))).toBe('FORBIDDEN')
  expect(await refusal(join('invite', { ...ann, email: 'ben@acme.example' }))).toBe('INVALID')
  expect(await refusal(join('invite', { ...ann, invitation: 'another' }))).toBe('INVALID')
  const later = new Date(NOW.getTime() + 7 * DAY_MS)
  expect(await readSignUp(db, env('invite'), token, later)).toMatchObject({ invited: null })
  expect(await readSignUp(db, env('invite'), token, NOW)).toEqual({
    refusal: null,
    invited: 'Ann@acme.example',
  })
  const both = await Promise.all([refusal(join('invite', ann)), refusal(join('invite', ann))])
  expect(both.sort()).toEqual(['INVALID', 'none'])
  expect((await readSignUp(db, env('invite'), token, NOW)).refusal).toContain('was used')
})

test('a new invitation ends the one before; addresses with an account and closed installations get none', async () => {
  const { db } = database
  const first = await invite(db, 'ann@acme.example', env('invite'), NOW)
  const second = await invite(db, 'ANN@acme.example', env('invite'), NOW)
  const email = 'ann@acme.example'
  expect(await refusal(join('invite', { email, invitation: first }))).toBe('INVALID')
  expect(await refusal(join('invite', { email, invitation: second }))).toBe('none')
  expect(await refusal(invite(db, email, env('invite'), NOW))).toBe('CONFLICT')
  await expect(invite(db, 'ben@acme.example', env(), NOW)).rejects.toThrow('set SIGNUP=invite first')
})

test('outside the sandbox an address makes five accounts an hour', async () => {
  for (let n = 0; n < 5; n++) expect(await refusal(join('open', {}, 'one address'))).toBe('none')
  expect(await refusal(join('open', {}, 'one address'))).toBe('TOO_MANY_REQUESTS')
  expect(await refusal(join('open', {}, 'another address'))).toBe('none')
})
