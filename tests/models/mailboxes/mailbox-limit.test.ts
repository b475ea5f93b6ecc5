import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '~/db.server'
import { EnvError, parseEnv } from '~/env.server'
import { saveConsented } from '~/models/mailboxes/consent/consented.server'
import { disconnectMailbox } from '~/models/mailboxes/disconnect.server'
import { NewMailbox } from '~/models/mailboxes/mailbox'
import { listMailboxes } from '~/models/mailboxes/mailbox.server'
import { createSmtpMailbox } from '~/models/mailboxes/smtp.server'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { fakeServers } from '../../support/mailing'
import { NOW, refused, secrets } from '../../support/outreach'
import { createTestUser } from '../../support/people'

const env = { maxMailboxesPerUser: 3 }
const FULL =
  'CONFLICT: You have 3 mailboxes, and an account can have 3. Disconnect one before you connect another.'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  ;({ db } = database)
})
afterAll(() => database?.drop())

const { providers } = fakeServers()
const addSmtp = (userId: string, limit: { env?: typeof env } = { env }, servers = { providers }) => {
  const email = `${crypto.randomUUID()}@sender.example`
  const input = NewMailbox.parse({ email, smtpHost: 'smtp.sender.example', password: 'a password' })
  return createSmtpMailbox(db, userId, input, NOW, { ...servers, secrets, ...limit })
}
const addGmail = (userId: string, sub: string) =>
  saveConsented(
    db,
    userId,
    {
      ...{ provider: 'gmail', googleUserId: sub },
      identity: { sub, email: `${sub}@gmail.example`, name: 'Ann', organization: null },
      tokens: { accessToken: 'a', refreshToken: 'r', expiresAt: null },
      scopes: [],
      aliases: [],
      timezone: 'UTC',
    },
    NOW,
    secrets,
    { env },
  )

test('every way of connecting respects the limit, also concurrently', async () => {
  const user = await createTestUser(db)
  const tries = await Promise.all([
    ...Array.from({ length: 5 }, () => refused(addSmtp(user))),
    ...Array.from({ length: 5 }, (_, i) => refused(addGmail(user, `${user}-${i}`))),
  ])
  expect(tries.filter((result) => result === 'accepted')).toHaveLength(3)
  expect(new Set(tries.filter((result) => result !== 'accepted'))).toEqual(new Set([FULL]))
  expect(await listMailboxes(db, user)).toHaveLength(3)
})

test('the limit is per user and ignores disconnected mailboxes', async () => {
  const [user, other] = [await createTestUser(db), await createTestUser(db)]
  const [first] = [await addSmtp(user), await addSmtp(user), await addSmtp(user)]
  expect(await refused(addSmtp(user))).toBe(FULL)
  expect(await refused(addSmtp(other))).toBe('accepted')
  await disconnectMailbox(db, user, first!.id, NOW, secrets)
  expect(await refused(addSmtp(user))).toBe('accepted')
})

test('a known Gmail mailbox can reconnect at the limit', async () => {
  const user = await createTestUser(db)
  await addGmail(user, `${user}-known`)
  await addSmtp(user)
  await addSmtp(user)
  expect(await refused(addGmail(user, `${user}-known`))).toBe('accepted')
  expect(await refused(addGmail(user, `${user}-new`))).toBe(FULL)
})

test('refuses at the limit before contacting a server', async () => {
  const user = await createTestUser(db)
  for (let i = 0; i < 3; i++) await addSmtp(user)
  const servers = fakeServers()
  expect(await refused(addSmtp(user, { env }, servers))).toBe(FULL)
  expect(servers.tried).toEqual([])
})

test('the setting defaults to 100', () => {
  expect(parseEnv({}).maxMailboxesPerUser).toBe(100)
  expect(parseEnv({ MAX_MAILBOXES_PER_USER: '7' }).maxMailboxesPerUser).toBe(7)
  for (const wrong of ['0', '-1', '1.5', 'many'])
    expect(() => parseEnv({ MAX_MAILBOXES_PER_USER: wrong })).toThrow(EnvError)
})
