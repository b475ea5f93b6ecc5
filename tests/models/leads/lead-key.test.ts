import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCurrentUser } from '~/models/accounts/user.server'
import { LeadKey } from '~/models/leads/key'
import {
  checkLeadKey,
  getLeadKeyState,
  leadFailureText,
  openLeadDatabase,
  saveLeadKey,
  setLeadKeyEnabled,
} from '~/models/leads/key.server'
import { type LeadWorld, openLeadWorld } from '../../support/leads'
import { createTestUser } from '../../support/people'

const NEVER = new AbortController().signal
let world: LeadWorld
beforeAll(async () => {
  world = await openLeadWorld()
})
afterAll(() => world?.close())

test('seals the key and shows its last four characters', async () => {
  const { db, secrets } = world.app
  const userId = await createTestUser(db)
  expect(await saveLeadKey(db, userId, 'sandbox-secret-9876', secrets)).toEqual({
    apolloApiKey: '••••9876',
    apolloApiKeyEnabled: true,
  })
  const [row] = await world.database.sql`select apollo_api_key as key from users where id = ${userId}`
  expect(row!.key).not.toContain('sandbox')
  expect(secrets.open(row!.key, userId)).toBe('sandbox-secret-9876')
  expect(await getCurrentUser(db, userId, secrets)).toMatchObject({
    apolloApiKey: '••••9876',
    apolloApiKeyEnabled: true,
  })
})

test('refuses lead searches without an enabled key', async () => {
  const { db, secrets, providers } = world.app
  const userId = await createTestUser(db)
  const open = () => openLeadDatabase(db, userId, providers, secrets)
  await expect(open()).rejects.toMatchObject({ code: 'INVALID', message: 'Apollo API Key Required' })
  expect(await getLeadKeyState(db, userId)).toEqual({ saved: false, enabled: true, usable: false })
  await saveLeadKey(db, userId, 'sandbox-a', secrets)
  expect(await setLeadKeyEnabled(db, userId, false)).toEqual({ enabled: false })
  await expect(open()).rejects.toThrow('Apollo API Key Required')
  expect(await getLeadKeyState(db, userId)).toEqual({ saved: true, enabled: false, usable: false })
  // A new key is there to be used.
  await saveLeadKey(db, userId, 'sandbox-b', secrets)
  expect((await (await open()).check(NEVER)).ok).toBe(true)
})

test.each(['', '   ', undefined, 'two words', 'schlüssel'])('refuses %o as a key', (apiKey) => {
  const parsed = LeadKey.safeParse({ apiKey })
  expect(parsed.success).toBe(false)
  if (!apiKey?.trim()) expect(parsed.error!.issues[0]!.message).toBe('Please enter an API key')
})

test('reports the vendor’s verdict on a new key', async () => {
  const ask = (key: string) => checkLeadKey(world.app.providers, key, NEVER)
  expect(await ask('sandbox-credits-40')).toBe('Apollo accepts it: 40 credits left.')
  expect(await ask('sandbox-search-only')).toBe('Apollo accepts it.')
  expect(await ask('wrong')).toMatch(/^Apollo does not accept it: Invalid API key/)
  await world.faults.add({ service: 'leads', kind: 'http429', times: 1 })
  expect(await ask('sandbox-a')).toBe('It could not be checked, because Apollo is not reachable.')
})

test.each([
  [{ why: 'key', detail: 'Invalid.' }, 'Failed to connect to Apollo API: Invalid.'],
  [{ why: 'unreachable', detail: 'Away.' }, 'Failed to connect to Apollo API: Away.'],
  [{ why: 'credits', detail: 'None left.' }, 'None left.'],
  [{ why: 'limited', detail: 'Slow down.', retryAfter: 1 }, 'Slow down. Try again in 1 second.'],
  [{ why: 'limited', detail: 'Slow down.', retryAfter: 600 }, 'Slow down. Try again in 10 minutes.'],
] as const)('reports %o as %s', (failure, text) => {
  expect(leadFailureText({ ok: false, ...failure })).toBe(text)
})
