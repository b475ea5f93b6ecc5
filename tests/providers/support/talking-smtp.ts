import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The input of one connection after the login, in chunks as written by the client. */
interface Talk {
  socket: Socket
  chunks: string[]
  say(text: string): void
  /** Resolves when the connection is closed on both sides. */
  closed: Promise<void>
}

/** @returns what to write for a chunk of this connection; null: nothing */
export type Respond = (chunk: string, talk: Talk, connection: number) => string | null

/** Accepts every message, replying to all commands of a chunk at once. */
export const takeAll: Respond = (chunk) => {
  if (chunk.endsWith('\r\n.\r\n')) return '250 2.0.0 Ok: queued as TAKEN1\r\n'
  const commands = chunk.split('\r\n').filter(Boolean)
  return commands.map((line) => (line === 'DATA' ? '354 Go ahead\r\n' : '250 Ok\r\n')).join('')
}

/**
 * An SMTP server whose replies a test writes: it greets and logs in, then calls `respond` with every chunk.
 * `extensions` are announced.
 */
export async function startTalkingSmtp(extensions: string[], respond: Respond) {
  const talks: Talk[] = []
  const server = createServer({ noDelay: true }, (socket) => {
    const talk: Talk = {
      socket,
      chunks: [],
      say: (text) => void socket.write(text, 'latin1'),
      closed: new Promise((resolve) => socket.once('close', () => resolve())),
    }
    const connection = talks.push(talk)
    let isIn = false
    socket.on('error', () => {})
    socket.on('data', (data) => {
      const chunk = data.toString('latin1')
      if (isIn) {
        talk.chunks.push(chunk)
        const words = respond(chunk, talk, connection)
        if (words !== null) talk.say(words)
      } else if (chunk.startsWith('AUTH')) {
        isIn = true
        talk.say('235 2.7.0 Welcome\r\n')
      } else {
        talk.say(['mx.example.net', ...extensions, 'AUTH PLAIN'].map(ehloLine).join(''))
      }
    })
    talk.say('220 mx.example.net ESMTP\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    talks,
    /** The input of all connections after their logins. */
    received: () => talks.flatMap((talk) => talk.chunks).join(''),
    close: () =>
      new Promise<void>((resolve) => {
        for (const { socket } of talks) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

const ehloLine = (word: string, place: number, all: string[]) =>
  `250${place === all.length - 1 ? ' ' : '-'}${word}\r\n`

export type TalkingSmtp = Awaited<ReturnType<typeof startTalkingSmtp>>
