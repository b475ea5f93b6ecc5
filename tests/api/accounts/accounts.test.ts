import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '~/secrets.server'
import { type Client, startServer, type TestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: '1' })
})
afterAll(() => server?.close())

const unique = () => `${crypto.randomUUID()}@example.com`
const login = (client: Client, email: string, password: string, from = '192.0.2.1') =>
  client.json('POST', '/api/auth/login', { email, password }, { 'x-forwarded-for': from })

describe('password guessing', () => {
  test('allows 10 guesses per account in 15 minutes, and known devices still sign in', async () => {
    const owner = server.client()
    const { email, password } = await owner.signUp()
    for (let guess = 0; guess < 10; guess++) {
      expect((await login(server.client(), email, `wrong ${guess}`, `198.51.100.${guess}`)).status).toBe(401)
    }
    const refused = await login(server.client(), email, password, '198.51.100.99')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await login(owner, email, password)).status).toBe(200)
  })

  test('keeps the count over a restart', async () => {
    const { email, password } = await server.client().signUp()
    for (let guess = 0; guess < 10; guess++) await login(server.client(), email, 'wrong', '203.0.113.7')
    await server.restart('SIGKILL')
    expect((await login(server.client(), email, password, '203.0.113.8')).status).toBe(429)
  })

  test('after 100 guesses from an address others behind it still sign in, and each account allows 3 from there', async () => {
    const from = '203.0.113.50'
    const { email, password } = await server.client().signUp()
    await Promise.all(Array.from({ length: 101 }, () => login(server.client(), unique(), 'wrong', from)))
    const attacked = unique()
    const statuses = []
    for (let guess = 0; guess < 4; guess++)
      statuses.push((await login(server.client(), attacked, 'wrong', from)).status)
    expect(statuses).toEqual([401, 401, 401, 429])
    for (let time = 0; time < 4; time++)
      expect((await login(server.client(), email, password, from)).status).toBe(200)
  })

  test('after 1,000 guesses an address is refused', async () => {
    const from = '203.0.113.51'
    await login(server.client(), unique(), 'wrong', from)
    await server.database.sql`update rate_limits set points = 1000 where key = ${`login:address:${from}`}`
    expect((await login(server.client(), unique(), 'wrong', from)).status).toBe(429)
  })
})

describe('account enumeration', () => {
  test('login and forgot-password answer alike for known and unknown addresses', async () => {
    const { email } = await server.client().signUp()
    const strip = ({ status, body }: { status: number; body: Record<string, unknown> }) => ({
      status,
      body: { ...body, requestId: typeof body.requestId },
    })
    const known = await login(server.client(), email, 'wrong password', '192.0.2.20')
    const unknown = await login(server.client(), unique(), 'wrong password', '192.0.2.20')
    expect(strip(known)).toEqual(strip(unknown))
    const forgot = (address: string) =>
      server.client().json('POST', '/api/auth/forgot-password', { email: address })
    expect(strip(await forgot(email))).toEqual(strip(await forgot(unique())))
  })

  test('hashes a password for unknown addresses, too', async () => {
    const { email } = await server.client().signUp()
    const time = async (address: string, from: string) => {
      const start = performance.now()
      await login(server.client(), address, 'wrong password', from)
      return performance.now() - start
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 9; round++) {
      known.push(await time(email, '192.0.2.31'))
      unknown.push(await time(unique(), '192.0.2.31'))
    }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[4]!
    // Without the hash it would be a tenth of it: this is no measure of speed.
    expect(median(unknown)).toBeGreaterThan(median(known) * 0.4)
  })

  test('throttles sign-ups with a taken address only', async () => {
    const { email } = await server.client().signUp()
    const register = (address: string) =>
      server
        .client()
        .json(
          'POST',
          '/api/auth/register',
          { email: address, password: 'long enough', fullName: 'Test' },
          { 'x-forwarded-for': '192.0.2.40' },
        )
    for (let attempt = 0; attempt < 10; attempt++) expect((await register(email)).status).toBe(409)
    expect((await register(email.toUpperCase())).status).toBe(429)
    expect((await register(unique())).status).toBe(201)
  })
})

describe('reset links', () => {
  async function resetLink(email: string): Promise<URL> {
    await server
      .client()
      .json(
        'POST',
        '/api/auth/forgot-password',
        { email },
        { 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '192.0.2.60' },
      )
    const client = server.client()
    await client.ok('POST', '/sandbox/clock', { advanceMinutes: 1 })
    const mails = await client.ok('GET', `/sandbox/messages?to=${email}`)
    return new URL(/href="([^"]*reset-password[^"]*)"/.exec(mails.at(-1).html)![1]!)
  }

  test('use APP_URL, work once and end every session', async () => {
    const signedIn = server.client()
    const { email } = await signedIn.signUp()
    const link = await resetLink(email)
    expect(link.origin).toBe(server.url)
    const token = link.searchParams.get('token')!
    expect(token).toMatch(/^[\w-]{43}$/)
    const [stored] = await server.database
      .sql`select token_hash from password_reset_tokens where token_hash = ${hashToken(token)}`
    expect(stored).toBeDefined()
    const uses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        server
          .client()
          .json('POST', '/api/auth/reset-password', { token, newPassword: `new password ${index}` }),
      ),
    )
    expect(uses.filter((use) => use.status === 200)).toHaveLength(1)
    expect(uses.filter((use) => use.status === 400)).toHaveLength(19)
    expect((await signedIn.json('GET', '/api/auth/me')).status).toBe(401)
    const winner = uses.findIndex((use) => use.status === 200)
    expect((await login(server.client(), email, `new password ${winner}`)).status).toBe(200)
  })

  test('expire after 15 minutes or with a newer link', async () => {
    const { email } = await server.client().signUp()
    const first = (await resetLink(email)).searchParams.get('token')!
    const second = (await resetLink(email)).searchParams.get('token')!
    const use = (token: string) =>
      server.client().json('POST', '/api/auth/reset-password', { token, newPassword: 'another one' })
    expect((await use(first)).status).toBe(400)
    await server.database
      .sql`update password_reset_tokens set expires_at = now() - interval '1 second' where token_hash = ${hashToken(second)}`
    expect((await use(second)).status).toBe(400)
  })

  test('are limited to 3 emails an hour per address', async () => {
    const client = server.client()
    const { email } = await client.signUp()
    for (let ask = 0; ask < 6; ask++) {
      expect((await client.json('POST', '/api/auth/forgot-password', { email })).status).toBe(200)
    }
    await client.ok('POST', '/sandbox/clock', { advanceMinutes: 1 })
    expect(await client.ok('GET', `/sandbox/messages?to=${email}`)).toHaveLength(3)
  })

  test('expire by the sandbox’s clock, too', async () => {
    const client = server.client()
    const { email } = await client.signUp()
    const token = (await resetLink(email)).searchParams.get('token')!
    await client.ok('POST', '/sandbox/clock', { advanceMinutes: 16 })
    const response = await client.json('POST', '/api/auth/reset-password', {
      token,
      newPassword: 'a new password',
    })
    expect(response).toMatchObject({ status: 400, body: { message: expect.stringContaining('has expired') } })
  })
})

describe('sessions', () => {
  test('each login gets a new id, stored as a hash', async () => {
    const client = server.client()
    const { email, password } = await client.signUp()
    const first = client.cookies.get('session')!
    await login(client, email, password)
    const second = client.cookies.get('session')!
    expect(second).not.toBe(first)
    const old = server.client()
    old.cookies.set('session', first)
    expect((await old.json('GET', '/api/auth/me')).status).toBe(401)
    const planted = server.client()
    planted.cookies.set('session', btoa(JSON.stringify('chosen-by-somebody-else')))
    await login(planted, email, password)
    expect(planted.cookies.get('session')).not.toContain('Y2hvc2Vu')
    const rows = await server.database.sql`select sid from sessions`
    const token = JSON.parse(atob(decodeURIComponent(second))) as string
    expect(token.length).toBeGreaterThanOrEqual(22)
    expect(rows.map((row) => row.sid)).not.toContain(token)
    const stolen = server.client()
    for (const { sid } of rows) {
      stolen.cookies.set('session', encodeURIComponent(btoa(JSON.stringify(sid))))
      expect((await stolen.json('GET', '/api/auth/me')).status).toBe(401)
    }
  })

  test('changing the password renews this session and ends the others', async () => {
    const here = server.client()
    const { email, password } = await here.signUp()
    const elsewhere = server.client()
    await login(elsewhere, email, password)
    const before = here.cookies.get('session')
    const wrong = await here.json('POST', '/api/auth/change-password', {
      currentPassword: 'not it',
      newPassword: 'another one',
    })
    expect(wrong.status).toBe(401)
    await here.ok('POST', '/api/auth/change-password', {
      currentPassword: password,
      newPassword: 'another one',
    })
    expect(here.cookies.get('session')).not.toBe(before)
    expect((await here.json('GET', '/api/auth/me')).status).toBe(200)
    expect((await elsewhere.json('GET', '/api/auth/me')).status).toBe(401)
  })

  test('sessions end on the server at logout, when idle and at their maximum age', async () => {
    const client = server.client()
    await client.signUp()
    const cookie = client.cookies.get('session')!
    await client.ok('POST', '/api/auth/logout')
    client.cookies.set('session', cookie)
    expect((await client.json('GET', '/api/auth/me')).status).toBe(401)
    for (const column of ['expire', 'absolute_expire']) {
      const other = server.client()
      const { id } = await other.signUp()
      await server.database
        .sql`update sessions set ${server.database.sql(column)} = now() - interval '1 second' where user_id = ${id}`
      expect((await other.json('GET', '/api/auth/me')).status).toBe(401)
    }
  })

  test('signed-in pages are not cached', async () => {
    const client = server.client()
    await client.signUp()
    for (const path of ['/personas', '/personas.data', '/api/personas']) {
      const { headers, status } = await client.request('GET', path)
      expect([path, status, headers.get('cache-control')]).toEqual([
        path,
        200,
        expect.stringContaining('no-store'),
      ])
    }
  })

  test('the cookie is HttpOnly and SameSite=Lax', async () => {
    const response = await server.client().request('POST', '/api/auth/register', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: unique(), password: 'long enough', fullName: 'Test' }),
    })
    const cookie = response.headers.getSetCookie().find((one) => one.startsWith('session='))!
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    expect(cookie).toMatch(/Path=\//)
  })
})

describe('passwords', () => {
  test('that are common are refused everywhere, whatever their case', async () => {
    const client = server.client()
    const refusal = { status: 400, body: { message: expect.stringContaining('most common') } }
    const registration = { email: `${crypto.randomUUID()}@example.com`, fullName: 'Ann Lee' }
    for (const password of ['password1', 'Football', 'QWERTYUIOP'])
      expect(await client.json('POST', '/api/auth/register', { ...registration, password })).toMatchObject({
        ...refusal,
        body: { ...refusal.body, issues: [{ path: 'password' }] },
      })
    const { password } = await client.signUp()
    const change = { currentPassword: password, newPassword: 'Dragon1' }
    expect(await client.json('POST', '/api/auth/change-password', change)).toMatchObject(refusal)
    expect(
      await client.json('POST', '/api/auth/reset-password', { token: 'any', newPassword: 'football' }),
    ).toMatchObject(refusal)
  })

  test('that change end the API keys with them, unless these are to stay', async () => {
    const client = server.client()
    const { password } = await client.signUp()
    const create = async (name: string) =>
      (await client.ok('POST', '/api/keys', { name, scope: 'read' })).key as string
    const works = async (key: string) =>
      (await server.client().json('GET', '/api/me', undefined, { authorization: `Bearer ${key}` })).status ===
      200
    const change = (currentPassword: string, newPassword: string, more = {}) =>
      client.ok('POST', '/api/auth/change-password', { currentPassword, newPassword, ...more })
    const key = await create('CRM')
    await change(password, 'the second one', { revokeKeys: false })
    expect(await works(key)).toBe(true)
    await change('the second one', 'the third one')
    expect(await works(key)).toBe(false)
    expect(await client.ok('GET', '/api/keys')).toEqual([])
  })

  test('are kept whole and normalized, and never returned', async () => {
    const client = server.client()
    const email = unique()
    const long = `${'a'.repeat(120)}\u0065\u0301`
    await client.ok('POST', '/api/auth/register', { email, password: long, fullName: 'Test' })
    expect((await login(server.client(), email, `${'a'.repeat(120)}\u00e9`)).status).toBe(200)
    expect((await login(server.client(), email, 'a'.repeat(72))).status).toBe(401)
    const me = await client.ok('GET', '/api/auth/me')
    expect(JSON.stringify(me)).not.toContain('argon2')
    expect(Object.keys(me)).not.toContain('password')
  })
})
