import { createServer, type Socket } from 'node:net'
import { type Listening, listenOnLoopback } from '../listen'
import { createImapSession, type ImapParts } from './session'
import { readCommands } from './wire'

/** An IMAP server over the shared mail store (the part of RFC 3501 that the product's client uses); unencrypted, on loopback. */
export async function startImapServer(parts: ImapParts, port: number): Promise<Listening> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    serve(parts, socket).catch(() => socket.destroy())
  })
  const listening = await listenOnLoopback(server, port)
  return {
    ...listening,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return listening.close()
    },
  }
}

async function serve(parts: ImapParts, socket: Socket): Promise<void> {
  const session = createImapSession(parts, socket)
  session.greet()
  try {
    for await (const command of readCommands(socket)) {
      if (!(await session.take(command))) break
    }
  } finally {
    session.close()
    socket.end()
  }
}
