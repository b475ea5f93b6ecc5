import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../support/server'

let server: TestServer
let open: TestServer
beforeAll(async () => {
  server = await startServer()
  open = await startServer({ SANDBOX_PUBLIC: 'on', WORKER: 'off' })
})
afterAll(() => Promise.all([server?.close(), open?.close()]))

/** `fetch` does not let a program set its Host header. */
function send(to: TestServer, method: string, path: string, headers: Record<string, string>, body = '') {
  return new Promise<number | undefined>((resolve, reject) => {
    http
      .request({ host: '127.0.0.1', port: to.port, path, method, headers }, (response) =>
        response.resume().once('end', () => resolve(response.statusCode)),
      )
      .once('error', reject)
      .end(body)
  })
}

const ADDRESSES = [
  '/sandbox',
  '/sandbox/messages',
  '/sandbox/clock',
  '/sandbox.data',
  '/SANDBOX/messages',
  '/metrics',
]

describe.each(ADDRESSES)('%s', (path) => {
  test('answers requests from this machine', async () => {
    expect(await send(server, 'GET', path, { host: `localhost:${server.port}` })).toBe(200)
  })

  test.each<Record<string, string>>([
    { host: 'rebound.example' },
    { host: 'localhost', 'x-forwarded-for': '127.0.0.1' },
    { host: 'localhost', forwarded: 'for=127.0.0.1' },
  ])('refuses requests with %o', async (headers) => {
    expect([403, 404]).toContain(await send(server, 'GET', path, headers))
  })
})

test('SANDBOX_PUBLIC opens only the sandbox and warns at start', async () => {
  expect(await send(open, 'GET', '/sandbox/messages', { host: 'outreach.example' })).toBe(200)
  expect(await send(open, 'GET', '/metrics', { host: 'outreach.example' })).toBe(404)
  expect(open.output()).toContain('SANDBOX_PUBLIC is on')
  expect(server.output()).not.toContain('SANDBOX_PUBLIC')
})

describe('the sandbox clock', () => {
  const body = JSON.stringify({ advanceMinutes: 1 })
  const move = (headers: Record<string, string>) =>
    send(
      server,
      'POST',
      '/sandbox/clock',
      { host: `localhost:${server.port}`, 'content-type': 'application/json', ...headers },
      body,
    )

  test('moves for programs and its own page', async () => {
    expect(await move({})).toBe(200)
    expect(await move({ origin: server.url })).toBe(200)
  })

  test.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ])('does not move for a page with %o', async (headers) => {
    expect(await move(headers)).toBe(403)
  })
})
