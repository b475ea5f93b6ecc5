import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Network } from '~/providers/net/connect'
import { createWebhookSender } from '~/providers/web/webhooks'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const sender = (network: Network, budget?: { ms: number; bytes: number }) => {
  const made = createWebhookSender(network, budget)
  closing.push(() => made.close())
  return made
}
const open: Network = { allowPrivateHosts: true, resolve: async () => ['127.0.0.1'] }
const guarded = (...lookups: string[][]): Network => ({
  allowPrivateHosts: false,
  resolve: async () => (lookups.length > 1 ? lookups.shift()! : lookups[0]!),
})
const running = new AbortController().signal

async function listen(respond: RequestListener): Promise<string> {
  const server = createServer(respond)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://hooks.example:${(server.address() as AddressInfo).port}/`
}

/** A server that sends these bytes on every connection. */
async function listenRaw(bytes: string): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => socket.write(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://hooks.example:${(server.address() as AddressInfo).port}/`
}

test.each([
  ['http://hooks.example/', 'Only https addresses on port 443 are allowed'],
  ['https://hooks.example:8443/', 'Only https addresses on port 443 are allowed'],
  ['https://127.0.0.1/', '127.0.0.1 is on a private network (127.0.0.1), which is not allowed'],
  ['https://[::1]/', '::1 is on a private network (::1), which is not allowed'],
  ['https://169.254.169.254/latest/meta-data', '169.254.169.254 is on a private network (169.254.169.254)'],
  ['https://[::ffff:10.0.0.1]/', 'is on a private network'],
  ['https://0x7f000001/', '127.0.0.1 is on a private network'],
  ['https://2130706433/', '127.0.0.1 is on a private network'],
])('refuses %s', async (url, why) => {
  const { problemOf, post } = sender(guarded(['93.184.216.34']))
  expect(await problemOf(url)).toContain(why)
  expect(await post(url, {}, '{}', running)).toMatchObject({
    status: null,
    error: expect.stringContaining(why),
  })
})

test.each(['10.0.0.8', '192.168.1.1', '100.64.0.1', 'fd00::1', '0.0.0.0'])(
  'refuses a name that leads to %s, also beside a public address',
  async (address) => {
    const { problemOf, post } = sender(guarded(['93.184.216.34', address]))
    expect(await problemOf('https://hooks.example/')).toContain('private network')
    expect((await post('https://hooks.example/', {}, '{}', running)).error).toContain('private network')
  },
)

test('checks the address at each attempt, not only when it is saved', async () => {
  const { problemOf, post } = sender(guarded(['93.184.216.34'], ['127.0.0.1']))
  expect(await problemOf('https://rebound.example/')).toBe(null)
  expect((await post('https://rebound.example/', {}, '{}', running)).error).toContain('private network')
})

test('a name that is unknown', async () => {
  const { problemOf } = sender({
    allowPrivateHosts: false,
    resolve: async () => {
      throw new Error('ENOTFOUND')
    },
  })
  expect(await problemOf('https://unknown.example/')).toBe('The host unknown.example could not be found')
})

test('posts the headers and the body', async () => {
  let got: unknown
  const url = await listen((request, response) => {
    request.setEncoding('utf8').on('data', (body: string) => {
      got = {
        method: request.method,
        path: request.url,
        host: request.headers.host,
        id: request.headers['webhook-id'],
        body,
      }
      response.writeHead(201).end('thanks')
    })
  })
  const response = await sender(open).post(`${url}a?b=c`, { 'webhook-id': 'x' }, '{"ä":1}', running)
  expect(response).toEqual({ status: 201, text: 'thanks', retryAfter: null, error: null })
  expect(got).toEqual({ method: 'POST', path: '/a?b=c', host: new URL(url).host, id: 'x', body: '{"ä":1}' })
})

test('a silent server takes no longer than the deadline', async () => {
  const url = await listen(() => {})
  const response = await sender(open, { ms: 200, bytes: 1000 }).post(url, {}, '{}', running)
  expect(response).toMatchObject({ status: null, error: 'No answer within 0 seconds' })
})

test('a resolver that never responds takes no longer than the deadline', async () => {
  const network: Network = { allowPrivateHosts: false, resolve: () => new Promise(() => {}) }
  const response = await sender(network, { ms: 100, bytes: 1000 }).post(
    'https://a.example/',
    {},
    '{}',
    running,
  )
  expect(response.status).toBe(null)
})

test('attempts to one host share the lookup that is running', async () => {
  const lookups: ((addresses: string[]) => void)[] = []
  const network: Network = {
    allowPrivateHosts: false,
    resolve: () => new Promise((resolve) => lookups.push(resolve)),
  }
  const { post } = sender(network, { ms: 100, bytes: 1000 })
  const attempt = () => post('https://a.example/', {}, '{}', running)
  await Promise.all([attempt(), attempt()])
  // A lookup cannot be aborted: later attempts join it too.
  await attempt()
  expect(lookups).toHaveLength(1)
  lookups[0]!(['127.0.0.1'])
  await new Promise(setImmediate)
  const late = attempt()
  await new Promise(setImmediate)
  expect(lookups).toHaveLength(2)
  lookups[1]!(['127.0.0.1'])
  expect((await late).error).toContain('private network')
})

test('a response that never stops is cut off at the budget, and its status counts', async () => {
  let written = 0
  const url = await listen((_, response) => {
    response.writeHead(200)
    const more = () => {
      written += 16_384
      if (!response.destroyed && response.write(Buffer.alloc(16_384, 'x'))) setImmediate(more)
      else response.once('drain', more)
    }
    more()
  })
  const response = await sender(open, { ms: 60_000, bytes: 100_000 }).post(url, {}, '{}', running)
  expect(response).toMatchObject({ status: 200, error: null })
  expect(response.text).toBe('x'.repeat(1000))
  expect(written).toBeLessThan(100_000_000)
})

test('the status counts although the response does not end before the deadline', async () => {
  const url = await listen((_, response) => {
    response.writeHead(202).write('a')
  })
  const response = await sender(open, { ms: 300, bytes: 1000 }).post(url, {}, '{}', running)
  expect(response).toEqual({ status: 202, text: 'a', retryAfter: null, error: null })
})

test('repeats a request once whose kept connection was closed', async () => {
  let requests = 0
  const url = await listen((request, response) => {
    requests += 1
    if (requests === 2) return void request.socket.destroy()
    response.end('ok')
  })
  const { post } = sender(open)
  expect((await post(url, {}, '{}', running)).status).toBe(200)
  expect((await post(url, {}, '{}', running)).status).toBe(200)
  expect(requests).toBe(3)
})

test('repeats it on a new connection, although others are kept', async () => {
  const ports = new Map<number, number>()
  const url = await listen((request, response) => {
    const port = request.socket.remotePort!
    const nth = (ports.get(port) ?? 0) + 1
    ports.set(port, nth)
    // Each connection serves one request.
    if (nth > 1) return void request.socket.destroy()
    setTimeout(() => response.end('ok'), 50)
  })
  const { post } = sender(open)
  const attempt = () => post(url, {}, '{}', running)
  // Two connections are kept.
  await Promise.all([attempt(), attempt()])
  expect(ports.size).toBe(2)
  expect((await attempt()).status).toBe(200)
})

test('tries the other addresses of a host if one refuses connections', async () => {
  const url = await listen((_, response) => response.end('ok'))
  const network: Network = { allowPrivateHosts: true, resolve: async () => ['127.0.0.2', '127.0.0.1'] }
  expect(await sender(network).post(url, {}, '{}', running)).toMatchObject({ status: 200, text: 'ok' })
})

test('a server that switches protocols fails the attempt', async () => {
  const url = await listenRaw(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n',
  )
  expect(await sender(open).post(url, {}, '{}', running)).toEqual({
    ...{ status: null, text: '', retryAfter: null },
    error: 'The server sent no usable response',
  })
})

test('an aborted attempt throws the reason', async () => {
  const url = await listen(() => {})
  const stopping = new AbortController()
  const posting = sender(open).post(url, {}, '{}', stopping.signal)
  stopping.abort(new Error('the worker stops'))
  await expect(posting).rejects.toThrow('the worker stops')
})
