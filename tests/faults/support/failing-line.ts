import net from 'node:net'

/** What happens to a statement: it passes, or the connection is cut before PostgreSQL gets it or after PostgreSQL has executed it. */
export type Verdict = 'pass' | 'before' | 'after'

/** A proxy to PostgreSQL that cuts connections at a statement of the test's choice. */
export interface FailingLine {
  url: string
  /** Ends all connections; the next ones pass again. */
  cut(): void
  /** Ends the server's side and leaves the client waiting, as if it had died. */
  freeze(): void
  /** The local ports of the connections to PostgreSQL that `cut` or `freeze` ended. */
  ended(): number[]
  close(): Promise<void>
}

/**
 * Parses the protocol (PostgreSQL, "Message Formats"), so that the connection can be cut between any two messages: an
 * unsent message is not executed, an executed one may stay unanswered.
 * @param judge is called with each statement
 * @param whenCut is called at the statement's fault: it calls `cut` or `freeze`
 */
export async function startFailingLine(
  databaseUrl: string,
  judge: () => Verdict,
  whenCut: () => void,
): Promise<FailingLine> {
  const target = new URL(databaseUrl)
  const sockets = new Set<net.Socket>()
  const upstreams = new Set<net.Socket>()
  const ended: number[] = []
  let isFrozen = false
  const server = net.createServer((client) => {
    if (isFrozen) return
    const upstream = net.connect(Number(target.port), target.hostname)
    upstreams.add(upstream)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        upstreams.delete(upstream)
        if (isFrozen) return
        client.destroy()
        upstream.destroy()
      })
    }
    // PostgreSQL replies to the startup message, each Query and each Sync with one ReadyForQuery.
    let asked = 1
    let replies = 0
    let last = Number.POSITIVE_INFINITY
    const fromClient = readMessages(true)
    const fromServer = readMessages(false)
    client.on('data', (chunk) => {
      if (isFrozen) return
      for (const message of fromClient(chunk)) {
        const kind = String.fromCharCode(message[0]!)
        if (last === Number.POSITIVE_INFINITY && (kind === 'Q' || kind === 'E')) {
          const verdict = judge()
          if (verdict === 'before') return whenCut()
          // An Execute is final at the following Sync.
          if (verdict === 'after') last = asked + 1
        }
        if (kind === 'Q' || kind === 'S') asked += 1
        upstream.write(message)
      }
    })
    upstream.on('data', (chunk) => {
      for (const message of fromServer(chunk)) {
        if (message[0] === READY) replies += 1
        if (replies >= last) return whenCut()
        if (last === Number.POSITIVE_INFINITY) client.write(message)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as net.AddressInfo).port)
  const cut = () => {
    for (const upstream of upstreams) if (upstream.localPort) ended.push(upstream.localPort)
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    freeze() {
      isFrozen = true
      for (const upstream of upstreams) {
        if (upstream.localPort) ended.push(upstream.localPort)
        upstream.destroy()
      }
    },
    ended: () => ended,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      cut()
      await closed
    },
  }
}

const READY = 'Z'.charCodeAt(0)

/** Splits a stream into whole messages: a byte of type and four of length, but the client's first one has no type. */
function readMessages(untypedFirst: boolean): (chunk: Buffer) => Buffer[] {
  let rest: Buffer = Buffer.alloc(0)
  let head = untypedFirst ? 0 : 1
  return (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const whole: Buffer[] = []
    while (rest.length >= head + 4) {
      const length = head + rest.readUInt32BE(head)
      if (rest.length < length) break
      whole.push(rest.subarray(0, length))
      rest = rest.subarray(length)
      head = 1
    }
    return whole
  }
}
