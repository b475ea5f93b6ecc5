import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const PIXEL = '/t/o/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.gif'

describe('every response', () => {
  test.each([
    ['a screen', 'GET', '/login'],
    ['an unknown screen', 'GET', '/nowhere'],
    ['a call', 'GET', '/api/personas'],
    ['an unknown call', 'GET', '/api/nowhere'],
    ['a refused request', 'POST', '/api/personas'],
    ['the pixel', 'GET', PIXEL],
    ['an unknown file', 'GET', '/assets/nothing.js'],
    ['a file', 'GET', '/favicon.ico'],
    ['health', 'GET', '/healthz'],
    ['the unsubscribe page', 'GET', '/u/unknown'],
    ['the sandbox', 'GET', '/sandbox'],
  ])('%s has the security headers', async (_, method, path) => {
    const { headers } = await server.client().request(method, path, { headers: { origin: 'none' } })
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain('frame-ancestors')
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+'/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBeTruthy()
    expect(headers.get('x-powered-by')).toBeNull()
  })

  test('each nonce is used once', async () => {
    const nonce = async () =>
      /'nonce-([^']+)'/.exec(
        (await server.client().request('GET', '/login')).headers.get('content-security-policy')!,
      )![1]
    expect(await nonce()).not.toBe(await nonce())
  })

  test('uses HSTS and host-bound cookies over https', async () => {
    const secure = await startServer({
      APP_URL: 'https://coldframe.example',
      APP_SECRET: 'x'.repeat(40),
      TRUST_PROXY: '1',
      HOST: '127.0.0.1',
    })
    try {
      const response = await secure.client().request('POST', '/api/auth/register', {
        headers: {
          'content-type': 'application/json',
          origin: 'https://coldframe.example',
          'x-forwarded-proto': 'https',
          host: 'coldframe.example',
        },
        body: JSON.stringify({ email: 'https@example.com', password: 'long enough', fullName: 'Test' }),
      })
      expect(response.status).toBe(201)
      expect(response.headers.get('strict-transport-security')).toContain('max-age=31536000')
      for (const cookie of response.headers.getSetCookie()) expect(cookie).toMatch(/^__Host-.*; Secure/)
      for (const path of ['/sandbox', '/sandbox/messages', '/sandbox/clock', '/sandbox/google/token']) {
        expect([path, (await secure.client().request('GET', path)).status]).toEqual([path, 404])
      }
    } finally {
      await secure.close()
    }
  })
})

describe('limits', () => {
  test('responds with 413 to a large body, also without Content-Length', async () => {
    const client = server.client()
    await client.signUp()
    const big = JSON.stringify({ name: 'x'.repeat(3_000_000) })
    const headers = { 'content-type': 'application/json' }
    expect((await client.request('POST', '/api/personas', { headers, body: big })).status).toBe(413)
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(big))
        controller.close()
      },
    })
    const chunked = await client.request('POST', '/api/personas', {
      headers,
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(chunked.status).toBe(413)
  })

  test('every field has a maximum length', async () => {
    const client = server.client()
    await client.signUp()
    const long = 'x'.repeat(5_000)
    const list = { name: long, industry: 'I', jobTitle: 'J', location: 'L' }
    expect((await client.json('POST', '/api/personas', list)).status).toBe(400)
    expect((await client.json('POST', '/api/sequences', { name: long })).status).toBe(400)
    expect(
      (await client.json('POST', '/api/templates', { name: long, subject: 'S', htmlBody: 'B' })).status,
    ).toBe(400)
    expect(
      (await client.json('POST', '/api/contacts', { email: 'a@example.com', firstName: long })).status,
    ).toBe(400)
    expect(
      (await client.json('POST', '/api/auth/change-password', { currentPassword: 'x', newPassword: long }))
        .status,
    ).toBe(400)
  })

  test('refuses or clamps odd numbers in a query', async () => {
    const client = server.client()
    await client.signUp()
    for (const query of ['page=-1', 'page=1e9', 'page=NaN', "page=1'--"]) {
      expect([query, (await client.json('GET', `/api/contacts?${query}`)).status]).toEqual([query, 200])
    }
    for (const query of ['limit=1e6', 'limit=0', 'sortBy=password', 'sortOrder=down', 'statusFilter=x']) {
      expect([query, (await client.json('GET', `/api/contacts?${query}`)).status]).toEqual([query, 400])
    }
    expect((await client.json('GET', '/api/personas?cursor=abc')).status).toBe(400)
  })
})

test('the support page has the typeface, which its frame without an origin may read', async () => {
  const client = server.client()
  await client.signUp()
  const page = await (await client.request('GET', '/support-chat')).text()
  const font = /url\('([^']+\.woff2)'\)/.exec(page)?.[1]
  const { status, headers } = await client.request('GET', font!, { headers: { origin: 'null' } })
  expect(status).toBe(200)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect((await client.request('GET', '/support-chat')).headers.get('access-control-allow-origin')).toBeNull()
})

describe('email tokens', () => {
  test('unknown pixel tokens return the same image, and guessing is throttled', async () => {
    const { sql } = server.database
    const client = server.client()
    const response = await client.request('GET', PIXEL)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/gif')
    expect(response.headers.get('cache-control')).toContain('no-store')
    const picture = Buffer.from(await response.arrayBuffer())
    expect(picture.subarray(0, 3).toString()).toBe('GIF')
    const guess = async () => (await client.request('GET', `/t/o/${crypto.randomUUID()}.gif`)).status
    await Promise.all(Array.from({ length: 120 }, guess))
    // Hits are processed shortly after the response.
    await expect.poll(guess).toBe(429)
    const [{ n }] = (await sql`select count(*)::int as n from tracking_events`) as [{ n: number }]
    expect(n).toBe(0)
  })

  test('unknown unsubscribe tokens return 404, and guessing 429', async () => {
    const client = server.client()
    const guess = async () =>
      (await client.request('POST', `/u/${crypto.randomUUID()}`, { headers: { origin: 'none' } })).status
    // At the same time, because the limit counts for a minute.
    const statuses = await Promise.all(Array.from({ length: 110 }, guess))
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
  })
})
