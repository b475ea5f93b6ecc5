import { beforeAll, expect, test } from 'vitest'
import { type Client, sharedServer, type TestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

async function signedUp(): Promise<Client> {
  const client = server.client()
  await client.signUp()
  return client
}

const newAddress = () => `${crypto.randomUUID()}@coldframe.example`

/** Whether the simulated Google still has the account's grant. */
async function isGranted(email: string): Promise<boolean> {
  const rows = await server.database.sql`
    select from sandbox.google_grants g join sandbox.google_accounts a on a.sub = g.account_sub where a.email = ${email}`
  return rows.length > 0
}

test('connects, shows and disconnects a Workspace with its grant', async () => {
  const client = await signedUp()
  const email = newAddress()
  expect(await client.json('GET', '/api/integrations/google')).toMatchObject({ status: 404 })
  await client.connectWorkspace(email)
  expect(await client.ok('GET', '/api/integrations/google')).toEqual({
    status: 'connected',
    userEmail: email,
    createdAt: expect.any(String),
  })
  const [row] = await server.database.sql`
    select access_token, refresh_token from integrations where user_email = ${email}`
  expect(row!.access_token).toMatch(/^v1\./)
  expect(row!.refresh_token).toMatch(/^v1\./)
  expect(await isGranted(email)).toBe(true)
  await client.ok('DELETE', '/api/integrations/google')
  expect(await isGranted(email)).toBe(false)
  expect((await client.json('GET', '/api/integrations/google')).status).toBe(404)
  expect((await client.json('DELETE', '/api/integrations/google')).status).toBe(404)
})

test('requests only the account’s name and address', async () => {
  const client = await signedUp()
  const { authUrl } = await client.ok('GET', '/api/auth/google')
  expect(new URL(authUrl).searchParams.get('scope')!.split(' ')).toEqual([
    'openid',
    'https://www.googleapis.com/auth/userinfo.email',
    'https://www.googleapis.com/auth/userinfo.profile',
  ])
})

test('Workspace and mailbox of one account keep separate grants', async () => {
  const client = await signedUp()
  const email = newAddress()
  const mailbox = await client.connectMailbox(email)
  await client.connectWorkspace(email)
  await client.ok('DELETE', '/api/integrations/google')
  expect(await isGranted(email)).toBe(true)
  await client.ok('POST', `/api/gmail/accounts/${mailbox}/refresh-aliases`)
  await client.connectWorkspace(email)
  await client.ok('DELETE', `/api/gmail/accounts/${mailbox}`)
  expect(await isGranted(email)).toBe(true)
  expect(await client.ok('GET', '/api/integrations/google')).toMatchObject({ status: 'connected' })
  await client.ok('DELETE', '/api/integrations/google')
  expect(await isGranted(email)).toBe(false)
})

test('keeps the grant of another user with the same account', async () => {
  const [one, two] = [await signedUp(), await signedUp()]
  const email = newAddress()
  await one.connectWorkspace(email)
  await two.connectWorkspace(email)
  await one.ok('DELETE', '/api/integrations/google')
  expect(await isGranted(email)).toBe(true)
  const mailbox = await one.connectMailbox(email)
  await two.ok('DELETE', '/api/integrations/google')
  expect(await isGranted(email)).toBe(true)
  await one.ok('DELETE', `/api/gmail/accounts/${mailbox}`)
  expect(await isGranted(email)).toBe(false)
})

test('replaces the account and ends the old grant', async () => {
  const client = await signedUp()
  const [first, second] = [newAddress(), newAddress()]
  await client.connectWorkspace(first)
  await client.connectWorkspace(second)
  expect(await isGranted(first)).toBe(false)
  expect(await isGranted(second)).toBe(true)
  // Once more with the same one: the grant that it lives on stays.
  await client.connectWorkspace(second)
  expect(await isGranted(second)).toBe(true)
})

test('shows the result once under a clean URL', async () => {
  const client = await signedUp()
  const email = newAddress()
  const { authUrl } = await client.ok('GET', '/api/auth/google')
  expect(new URL(authUrl).searchParams.get('redirect_uri')).toBe(`${server.url}/api/auth/google/callback`)
  const consent = async (fields: Record<string, string>) => {
    const url = (await client.ok('GET', '/api/auth/google')).authUrl
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    const back = new URL(response.headers.get('location')!)
    const returned = await client.request('GET', back.pathname + back.search)
    const cleared = await client.request('GET', returned.headers.get('location')!)
    expect(cleared.headers.get('location')).toBe('/integrations/gsuite')
    return (await client.request('GET', '/integrations/gsuite')).text()
  }
  expect(await consent({ email, decision: 'deny' })).toContain('Connection Failed')
  const page = await consent({ email })
  expect(page).toContain('Google Workspace connected')
  expect(page).toContain(email)
  expect(await (await client.request('GET', '/integrations/gsuite')).text()).not.toContain(
    'Google Workspace connected',
  )
  // Addresses without a redirect from Google use our own message.
  const odd = await client.request('GET', '/integrations/gsuite?error=%3Cb%3E')
  expect(odd.headers.get('location')).toBe('/integrations/gsuite')
})

test('refuses the state of another flow or user', async () => {
  const [client, other] = [await signedUp(), await signedUp()]
  const { authUrl } = await client.ok('GET', '/api/auth/google')
  const response = await fetch(authUrl, {
    method: 'POST',
    body: new URLSearchParams({ email: newAddress() }),
    redirect: 'manual',
  })
  const back = new URL(response.headers.get('location')!)
  await other.request('GET', back.pathname + back.search)
  await client.request('GET', `/api/gmail/callback${back.search}`)
  for (const one of [client, other]) {
    expect((await one.json('GET', '/api/integrations/google')).status).toBe(404)
    expect(await one.ok('GET', '/api/gmail/accounts')).toEqual([])
  }
})
