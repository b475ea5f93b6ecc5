import net from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

const PATH = `/t/o/${'x'.repeat(43)}.gif`

/**
 * Writes to the server on one connection.
 * @returns the response until it closed, or until `responses` images arrived
 */
function talk(text: string, responses: number): Promise<{ text: string; closed: boolean }> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(server.port, '127.0.0.1', () => socket.write(text))
    let read = ''
    let over = false
    const end = (closed: boolean) => {
      if (over) return
      over = true
      resolve({ text: read, closed })
      socket.destroy()
    }
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      read += chunk
      if (read.split('GIF89a').length > responses) end(false)
    })
    socket.on('end', () => end(true))
    socket.on('error', reject)
  })
}
const request = (more = '', method = 'GET', version = '1.1') =>
  `${method} ${PATH} HTTP/${version}\r\nHost: localhost\r\n${more}\r\n`
/** The heads and bodies of responses. */
const responsesOf = (text: string) =>
  text
    .split(/(?=HTTP\/1\.1 )/)
    .filter(Boolean)
    .map((response) => response.split('\r\n\r\n', 2) as [head: string, body: string])
const heads = (text: string) => responsesOf(text).map(([head]) => head.split('\r\n'))
/** Sizes of bodies: each response has the whole picture, and nothing after it. */
const sizes = (text: string) => responsesOf(text).map(([, body]) => body.length)
const nonceOf = (head: string[]) => /'nonce-([^']+)'/.exec(head.join('\n'))?.[1]
/** A response head without its varying parts and connection headers. */
const common = (head: string[]) =>
  head
    .map((line) => line.replace(/'nonce-[^']+'/, "'nonce-'"))
    .filter((line) => !/^(Date|Connection|Keep-Alive): /.test(line))
    .sort()

describe('the pixel response', () => {
  test('has the same headers on every kind of connection, and fresh nonces', async () => {
    const { text } = await talk(request().repeat(5), 5)
    const ended = await talk(request('Connection: close\r\n'), 2)
    const repeated = heads(text)
    const [last] = heads(ended.text)
    expect(sizes(text + ended.text)).toEqual(Array(6).fill(42))
    expect(ended.closed).toBe(true)
    expect(last).toContain('Connection: close')
    for (const head of repeated) {
      expect(head[0]).toBe('HTTP/1.1 200 OK')
      expect(head).toContain('Connection: keep-alive')
      expect(head.filter((line) => line.startsWith('Date: '))).toHaveLength(1)
      expect(common(head)).toEqual(common(last!))
    }
    expect(new Set([...repeated, last!].map(nonceOf)).size).toBe(6)
  })

  test('has no body for HEAD', async () => {
    const { text } = await talk(request() + request('', 'HEAD') + request(), 2)
    const [first, second, third] = heads(text)
    expect(sizes(text)).toEqual([42, 0, 42])
    expect([common(second!), common(third!)]).toEqual([common(first!), common(first!)])
  })

  test.each(['', 'Connection: keep-alive\r\n'])(
    'states the connection handling in HTTP/1.0 (%j)',
    async (asked) => {
      await talk(request(), 1)
      const { text, closed } = await talk(request(asked, 'GET', '1.0'), asked ? 1 : 2)
      expect(closed).toBe(asked === '')
      expect(heads(text)[0]).toContain(asked ? 'Connection: keep-alive' : 'Connection: close')
    },
  )

  test('arrives in order on a shared connection', async () => {
    const health = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const { text } = await talk(request() + health + request() + request('Connection: close\r\n'), 4)
    expect(heads(text).map((head) => head[0])).toEqual(Array(4).fill('HTTP/1.1 200 OK'))
    expect(text.split('GIF89a')).toHaveLength(4)
  })
})
