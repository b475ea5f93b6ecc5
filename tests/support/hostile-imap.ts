import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** What an IMAP server does instead of ending its response to a command. */
export type Malice =
  /** `* OK working` at intervals, forever: never silent, never done. */
  | { at: string; says: 'working'; everyMs: number }
  /** The same line again and again, as fast as it is read. */
  | { at: string; says: 'lines'; line: (n: number) => string }
  /** One line without an end. */
  | { at: string; says: 'a line' }

/**
 * An IMAP server that accepts every login and behaves, except for one command. `at` is the command (`LIST`, `LSUB`,
 * `UID SEARCH`, …), perhaps with its arguments, or `greeting`.
 */
export async function startHostileImap(malice: Malice) {
  const sockets = new Set<Socket>()
  let sent = 0
  let reached = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      sent += socket.bytesWritten
    })
    const say = (line: string) => socket.write(`${line}\r\n`)
    const misbehave = () => {
      reached += 1
      annoy(socket, malice)
    }
    if (malice.at === 'greeting') return misbehave()
    say('* OK IMAP4rev1 ready')
    const commands = createInterface({ input: socket })
    commands.on('error', () => {})
    commands.on('line', (line) => {
      const [tag = '', ...words] = line.split(' ')
      const verb =
        words[0]?.toUpperCase() === 'UID' ? `UID ${words[1]?.toUpperCase()}` : words[0]?.toUpperCase()
      if (verb === malice.at || words.join(' ') === malice.at) return misbehave()
      for (const untagged of RESPONSES[verb ?? ''] ?? []) say(untagged)
      if (verb === 'IDLE') return
      say(`${tag} OK done`)
      if (verb === 'LOGOUT') socket.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    /** Connections that are open. */
    open: () => sockets.size,
    /** Bytes written to the network so far. */
    sent: () => sent + [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    /** How often it misbehaved. */
    reached: () => reached,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const RESPONSES: Record<string, string[]> = {
  CAPABILITY: ['* CAPABILITY IMAP4rev1 IDLE NAMESPACE'],
  NAMESPACE: ['* NAMESPACE (("" "/")) NIL NIL'],
  LIST: ['* LIST () "/" INBOX', '* LIST (\\Junk) "/" Junk', '* LIST (\\Sent) "/" Sent'],
  LSUB: ['* LSUB () "/" INBOX'],
  SELECT: ['* 9 EXISTS', '* OK [UIDVALIDITY 1] ', '* OK [UIDNEXT 10] '],
  EXAMINE: ['* 9 EXISTS', '* OK [UIDVALIDITY 1] ', '* OK [UIDNEXT 10] '],
  'UID SEARCH': ['* SEARCH 5 6 7 8 9'],
  IDLE: ['+ idling'],
  LOGOUT: ['* BYE'],
}

function annoy(socket: Socket, malice: Malice): void {
  if (malice.says === 'working') {
    const timer = setInterval(() => socket.write('* OK working\r\n'), malice.everyMs)
    socket.on('close', () => clearInterval(timer))
    return
  }
  const piece = (n: number) => (malice.says === 'lines' ? `${malice.line(n)}\r\n` : 'x'.repeat(1_000))
  let n = 0
  const push = () => {
    while (!socket.destroyed) {
      let chunk = ''
      for (let i = 0; i < 100; i++) chunk += piece(n++)
      if (!socket.write(chunk)) return
    }
  }
  socket.on('drain', push)
  push()
}
