import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Network } from '~/providers/net/connect'
import { createWebLinks } from '~/providers/web/links'

const servers: (Server | TcpServer)[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function portOf(server: Server | TcpServer): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const PUBLIC = '93.184.216.34'

/** Names with a public address, whose connections all go to a port of this machine. */
const publicNetwork = (port: number, addresses: Record<string, string> = {}): Network => ({
  allowPrivateHosts: false,
  resolve: async (name) => {
    if (name.endsWith('.invalid')) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    return [addresses[name] ?? PUBLIC]
  },
  route: () => ({ address: '127.0.0.1', port }),
})

/** What is wrong with a link, when this server responds for every name. */
async function problemOf(url: string, respond: RequestListener, addresses?: Record<string, string>) {
  const network = publicNetwork(await portOf(createServer(respond)), addresses)
  return createWebLinks(network, 2_000).problemOf(url)
}

test.each([
  [200, null],
  [204, null],
  [403, null],
  [429, null],
  [404, 'answers with the error 404'],
  [410, 'answers with the error 410'],
  [503, 'answers with the error 503'],
])('a page that answers %i', async (status, problem) => {
  const asked: unknown[] = []
  const found = await problemOf('http://shop.example/a?b=1#c', (request, response) => {
    asked.push([request.method, request.url, request.headers.host])
    response.writeHead(status).end('x')
  })
  expect(found).toBe(problem)
  expect(asked).toEqual([['GET', '/a?b=1', 'shop.example']])
})

test('redirects are followed, but not for ever', async () => {
  const respond: RequestListener = ({ url }, response) => {
    if (url === '/end') response.writeHead(404).end()
    else response.writeHead(302, { location: url === '/once' ? '/end' : '/again' }).end()
  }
  expect(await problemOf('http://shop.example/once', respond)).toBe('answers with the error 404')
  expect(await problemOf('http://shop.example/loop', respond)).toBe('redirects again and again')
})

test.each([
  ['http://127.0.0.1/'],
  ['http://[::1]/'],
  ['http://169.254.169.254/latest/meta-data'],
  ['http://inside.example/'],
  ['http://shop.example:8080/'],
  ['http://shop.example/redirect'],
  ['http://shop.example/file'],
])('never asks an address that is not public: %s', async (url) => {
  const asked: string[] = []
  const found = await problemOf(
    url,
    (request, response) => {
      asked.push(request.url!)
      const location = request.url === '/file' ? 'file:///etc/passwd' : 'http://10.0.0.1/'
      response.writeHead(302, { location }).end()
    },
    { 'inside.example': '192.168.1.1' },
  )
  expect(found).toBe('leads to an address that is not on the public internet')
  expect(asked.length).toBe(/redirect|file/.test(url) ? 1 : 0)
})

test('explains hosts that do not exist, refuse, or speak no TLS', async () => {
  const plain = createServer((_, response) => response.end())
  const network = publicNetwork(await portOf(plain))
  const links = createWebLinks(network, 2_000)
  expect(await links.problemOf('https://shop.invalid/')).toBe('leads to a host that could not be found')
  expect(await links.problemOf('https://')).toBe('is not a valid web address')
  expect(await links.problemOf('https://shop.example/')).toMatch(/certificate|could not be reached/)
  expect(await createWebLinks(publicNetwork(9), 2_000).problemOf('http://shop.example/')).toBe(
    'leads to a server that could not be reached',
  )
})

test('ends after its total time, however slowly the server talks', async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 200 OK\r\n')
    const drip = setInterval(() => socket.write('x-more: 1\r\n'), 20)
    socket.on('close', () => clearInterval(drip))
  })
  const links = createWebLinks(publicNetwork(await portOf(server)), 200)
  expect(await links.problemOf('http://shop.example/')).toBe('did not answer in time')
})

test('ends after its total time, also while a name is looked up after a redirect', async () => {
  const port = await portOf(
    createServer((_, response) => response.writeHead(302, { location: '//slow.example/' }).end()),
  )
  const network = publicNetwork(port)
  const slow: Network = {
    ...network,
    resolve: (name) => (name === 'slow.example' ? new Promise(() => {}) : network.resolve(name)),
  }
  expect(await createWebLinks(slow, 300).problemOf('http://shop.example/')).toBe('did not answer in time')
})

test('reads no body', async () => {
  let written = 0
  const found = await problemOf('http://shop.example/', (_, response) => {
    const chunk = 'x'.repeat(65_536)
    const more = () => {
      written += chunk.length
      if (!response.destroyed && written < 500_000_000) response.write(chunk, () => more())
    }
    more()
  })
  expect(found).toBeNull()
  expect(written).toBeLessThan(50_000_000)
})
