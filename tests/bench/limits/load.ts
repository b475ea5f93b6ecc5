import { connect } from 'node:net'

/**
 * Requests the same paths repeatedly on 50 connections at full speed. Requests are prepared and responses only
 * counted in place, so that the client costs less than the server.
 */
const { PORT, REQUESTS, PATHS, COOKIE = '', CONNECTIONS = '50' } = process.env
/** What each response has once, not split by the stream: a picture's beginning, a page's end. */
const END = Buffer.from(process.env.END ?? 'GIF89a')
const GOOD = Buffer.from('HTTP/1.1 200')
const VERSION = GOOD.subarray(0, 5)
const total = Number(REQUESTS)
const requests = PATHS!
  .split(' ')
  .map((path) =>
    Buffer.from(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: Mozilla/5.0 Firefox/140.0\r\n${COOKIE && `Cookie: ${COOKIE}\r\n`}\r\n`,
    ),
  )
const startsWith = (read: Buffer, what: Buffer) => read.compare(what, 0, what.length, 0, what.length) === 0

process.send?.({ id: 0, value: {} })
process.once('message', ({ id }: { id: number }) => {
  let asked = 0
  let responses = 0
  let failed = 0
  const times: number[] = []
  const startedAt = performance.now()
  const tell = () => {
    const seconds = (performance.now() - startedAt) / 1000
    times.sort((a, b) => a - b)
    process.send?.({
      id,
      value: { rate: total / seconds, p99: times[Math.floor(times.length * 0.99)], failed },
    })
  }
  for (let i = 0; i < Number(CONNECTIONS); i++) {
    let since = 0
    const buffer = Buffer.alloc(65_536)
    const callback = (bytes: number) => {
      const read = buffer.subarray(0, bytes)
      if (startsWith(read, VERSION) && !startsWith(read, GOOD)) failed++
      if (!read.includes(END)) return true
      responses += 1
      if (responses % 10 === 0) times.push(performance.now() - since)
      if (responses === total) tell()
      ask()
      return true
    }
    const socket = connect({
      port: Number(PORT),
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer, callback },
    })
    const ask = () => {
      if (asked >= total) return socket.end()
      since = performance.now()
      socket.write(requests[asked++ % requests.length]!)
    }
    socket.on('connect', ask)
    socket.on('error', () => failed++)
  }
})
