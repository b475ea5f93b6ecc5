import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startServer, type TestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

async function signedUp(): Promise<Client> {
  const client = server.client()
  await client.signUp()
  return client
}
const mailboxes = (client: Client) =>
  client.ok<{ id: string; email: string; provider: string; status: string }[]>(
    'GET',
    '/api/mail-accounts?provider=microsoft',
  )
const consentPage = async (client: Client): Promise<string> =>
  (await client.ok('GET', '/api/microsoft/connect')).authUrl

/** Decides on the consent page. @returns where Microsoft sends the browser back to */
async function decide(authUrl: string, fields: Record<string, string>): Promise<string> {
  const response = await fetch(authUrl, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  const { pathname, search } = new URL(response.headers.get('location')!)
  return pathname + search
}

test('asks with a state, PKCE and every permission', async () => {
  const { searchParams, pathname } = new URL(await consentPage(await signedUp()))
  expect(pathname).toBe('/sandbox/microsoft/common/oauth2/v2.0/authorize')
  expect(searchParams.get('redirect_uri')).toBe(`${server.url}/api/microsoft/callback`)
  expect(searchParams.get('state')).toMatch(/^[\w-]{43}$/)
  expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
  expect(searchParams.get('code_challenge_method')).toBe('S256')
  expect(searchParams.get('scope')!.split(' ')).toEqual(
    expect.arrayContaining(['offline_access', 'User.Read', 'Mail.ReadWrite', 'Mail.Send']),
  )
})

test('connects a mailbox, reconnects it as the same one, and disconnects it', async () => {
  const client = await signedUp()
  const id = await client.connectMicrosoft('ann@org.example')
  expect(await mailboxes(client)).toMatchObject([
    { id, email: 'ann@org.example', provider: 'microsoft', status: 'connected', providerLimit: 10_000 },
  ])
  await client.ok('PATCH', `/api/mail-accounts/${id}`, { dailyLimit: 7 })
  expect(await client.connectMicrosoft('ann@org.example')).toBe(id)
  expect(await mailboxes(client)).toMatchObject([{ id, dailyLimit: 7 }])
  await client.ok('DELETE', `/api/mail-accounts/${id}?force=true`)
  expect(await mailboxes(client)).toEqual([])
})

test('a refusal, and an administrator who must allow it first, are explained', async () => {
  const client = await signedUp()
  const denied = await decide(await consentPage(client), { decision: 'deny' })
  const response = await client.request('GET', denied)
  expect(response.headers.get('location')).toContain('/connection/gmail?error=Access')
  const asked = await decide(await consentPage(client), { decision: 'administrator' })
  const explained = await client.request('GET', asked)
  expect(explained.headers.get('location')).toBe('/connection/gmail/administrator')
  const screen = await (await client.request('GET', '/connection/gmail/administrator')).text()
  const address = /http[^<"]+adminconsent[^<"]+/.exec(screen)![0].replaceAll('&amp;', '&')
  // The administrator who accepts there comes back, and need not have started anything.
  const accepted = await decide(address, {})
  expect((await client.request('GET', accepted)).headers.get('location')).toBe('/connection/gmail')
  expect(await mailboxes(client)).toEqual([])
})

test('another session’s state, a used one and an unknown one connect nothing', async () => {
  const [attacker, victim] = [await signedUp(), await signedUp()]
  const back = await decide(await consentPage(attacker), { email: 'attacker@org.example' })
  for (const caller of [victim, victim]) await caller.request('GET', back)
  await victim.request('GET', '/api/microsoft/callback?state=guessed&code=guessed')
  await victim.request('GET', '/api/microsoft/callback')
  expect(await mailboxes(victim)).toEqual([])
  // The state of a mailbox at Google is none for Microsoft.
  const google = new URL((await victim.ok('GET', '/api/gmail/connect')).authUrl).searchParams.get('state')
  await victim.request('GET', `/api/microsoft/callback?state=${google}&code=x`)
  expect(await mailboxes(victim)).toEqual([])
})
