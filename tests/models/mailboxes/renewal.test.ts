import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { saveConsented } from '~/models/mailboxes/consent/consented.server'
import { renewTokens } from '~/models/mailboxes/consent/renewal.server'
import { disconnectMailbox } from '~/models/mailboxes/disconnect.server'
import type { OAuthTokens } from '~/providers/net/oauth'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { NOW, secrets } from '../../support/outreach'
import { createTestUser } from '../../support/people'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  ;({ db } = database)
})
afterAll(() => database?.drop())

let userId: string
let id: string
/** The refresh tokens that Microsoft was asked with. */
let asked: string[]
beforeEach(async () => {
  asked = []
  userId = await createTestUser(db)
  const identity = { sub: userId, email: `${userId}@org.example`, name: 'Ann', organization: null }
  const tokens = tokensOf('first')
  const more = { scopes: [], aliases: [], timezone: 'UTC' }
  id = await saveConsented(db, userId, { provider: 'microsoft', identity, tokens, ...more }, NOW, secrets)
})

const tokensOf = (name: string): OAuthTokens => ({
  ...{ accessToken: `access ${name}`, refreshToken: `refresh ${name}` },
  expiresAt: new Date(NOW.getTime() + 3_600_000),
})
const refresh = async (refreshToken: string) => {
  asked.push(refreshToken)
  return { ok: true as const, tokens: tokensOf('second') }
}
const renew = (how: Parameters<typeof renewTokens>[3] = refresh) =>
  renewTokens(db, id, 'access first', how, secrets)

test('workers that renew at the same time ask once, and all get the new tokens', async () => {
  const renewed = await Promise.all([renew(), renew(), renew(), renew()])
  expect(asked).toEqual(['refresh first'])
  expect(renewed).toEqual(Array(4).fill({ ok: true, tokens: tokensOf('second') }))
})

test('a worker that comes later takes what was stored', async () => {
  await renew()
  expect(await renew()).toEqual({ ok: true, tokens: tokensOf('second') })
  expect(asked).toHaveLength(1)
})

test('after a worker that died meanwhile the next one renews', async () => {
  await db
    .update(mailAccounts)
    .set({ renewalEndsAt: new Date(Date.now() + 300) })
    .where(eq(mailAccounts.id, id))
  expect(await renew()).toEqual({ ok: true, tokens: tokensOf('second') })
  expect(asked).toEqual(['refresh first'])
})

test('a refusal is returned to all, stores nothing and lets the next one ask again', async () => {
  const refused = { ok: false, why: 'auth', detail: 'AADSTS50173' } as const
  expect(await renew(async () => refused)).toEqual(refused)
  expect(await renew()).toEqual({ ok: true, tokens: tokensOf('second') })
})

test('a mailbox that was disconnected meanwhile gets no tokens', async () => {
  const result = await renew(async (token) => {
    await disconnectMailbox(db, userId, id, NOW, secrets)
    return refresh(token)
  })
  expect(result.ok).toBe(true)
  expect(await db.select().from(mailAccounts).where(eq(mailAccounts.id, id))).toEqual([])
  expect(await renew()).toMatchObject({ ok: false, why: 'auth' })
})
