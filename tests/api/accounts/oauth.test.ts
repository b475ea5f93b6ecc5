import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startServer, type TestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const accounts = async (client: Client) =>
  (await client.ok('GET', '/api/gmail/accounts')) as { id: string; email: string; status: string }[]

/** Grants on the consent page. @returns where Google sends the browser back to */
async function consent(
  client: Client,
  email: string,
  fields: Record<string, string> = {},
  authUrl?: string,
): Promise<URL> {
  const url = authUrl ?? (await client.ok('GET', '/api/gmail/connect')).authUrl
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ email, ...fields }),
    redirect: 'manual',
  })
  return new URL(response.headers.get('location')!)
}

const follow = (client: Client, back: URL) => client.request('GET', back.pathname + back.search)

describe('connecting a Gmail mailbox', () => {
  test('uses a state, PKCE with S256 and a fixed callback', async () => {
    const client = server.client()
    await client.signUp()
    const { searchParams } = new URL((await client.ok('GET', '/api/gmail/connect')).authUrl)
    expect(searchParams.get('redirect_uri')).toBe(`${server.url}/api/gmail/callback`)
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(searchParams.get('state')).toMatch(/^[\w-]{43}$/)
  })

  test('connects to the user who started it, as default if first', async () => {
    const client = server.client()
    await client.signUp()
    const id = await client.connectMailbox('first@coldframe.example')
    expect(await accounts(client)).toMatchObject([
      { id, email: 'first@coldframe.example', status: 'connected' },
    ])
    expect((await client.ok('GET', '/api/auth/me')).defaultSenderAccountId).toBe(id)
    expect(await client.ok('GET', '/api/senders')).toMatchObject([{ accountId: id, isDefault: true }])
  })

  test('ignores another session’s state', async () => {
    const attacker = server.client()
    const victim = server.client()
    await attacker.signUp()
    await victim.signUp()
    const back = await consent(attacker, 'attacker@coldframe.example')
    await follow(victim, back)
    expect(await accounts(victim)).toEqual([])
    expect(await accounts(attacker)).toEqual([])
  })

  test('accepts only an issued state, once', async () => {
    const client = server.client()
    await client.signUp()
    const back = await consent(client, 'once@coldframe.example')
    await follow(client, back)
    const [account] = await accounts(client)
    await client.ok('DELETE', `/api/gmail/accounts/${account!.id}`)
    await follow(client, back)
    expect(await accounts(client)).toEqual([])
    const again = await consent(client, 'once@coldframe.example')
    again.searchParams.set('state', 'invented')
    const response = await follow(client, again)
    expect(decodeURIComponent(response.headers.get('location')!)).toContain('error=')
    expect(await accounts(client)).toEqual([])
  })

  test('two tabs complete their own flows', async () => {
    const client = server.client()
    await client.signUp()
    const first = (await client.ok('GET', '/api/gmail/connect')).authUrl
    const second = (await client.ok('GET', '/api/gmail/connect')).authUrl
    await follow(client, await consent(client, 'tab-two@coldframe.example', {}, second))
    await follow(client, await consent(client, 'tab-one@coldframe.example', {}, first))
    expect((await accounts(client)).map(({ email }) => email).sort()).toEqual([
      'tab-one@coldframe.example',
      'tab-two@coldframe.example',
    ])
  })

  test('reports a refusal', async () => {
    const client = server.client()
    await client.signUp()
    const response = await follow(
      client,
      await consent(client, 'denied@coldframe.example', { decision: 'deny' }),
    )
    expect(decodeURIComponent(response.headers.get('location')!)).toContain('denied')
    expect(await accounts(client)).toEqual([])
  })

  test('seals tokens and never returns them', async () => {
    const client = server.client()
    await client.signUp()
    const id = await client.connectMailbox('sealed@coldframe.example')
    const [row] = await server.database
      .sql`select access_token, refresh_token from mail_accounts where id = ${id}`
    expect(row!.access_token).toMatch(/^v1\./)
    expect(row!.refresh_token).toMatch(/^v1\./)
    const shown = JSON.stringify([
      await accounts(client),
      await client.ok('GET', '/api/mail-accounts'),
      await client.ok('GET', '/api/auth/me'),
    ])
    expect(shown).not.toMatch(/token|ya29|"1\/\//i)
    expect(server.output()).not.toMatch(/ya29\./)
  })

  test('keeps the grant when one of two users disconnects', async () => {
    const [one, two] = [server.client(), server.client()]
    await one.signUp()
    await two.signUp()
    const first = await one.connectMailbox('shared@coldframe.example')
    const second = await two.connectMailbox('shared@coldframe.example')
    await one.ok('DELETE', `/api/gmail/accounts/${first}`)
    await two.ok('POST', `/api/gmail/accounts/${second}/refresh-aliases`)
    expect(await accounts(two)).toMatchObject([{ status: 'connected' }])
  })
})
