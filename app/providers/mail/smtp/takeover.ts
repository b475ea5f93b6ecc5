import { Socket } from 'node:net'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SmtpAbilities } from './envelope'
import { SmtpError } from './error'

/** A logged-in connection. Its socket is paused, and nobody listens to it but for errors. */
export interface SmtpSession {
  socket: Socket
  can: SmtpAbilities
}

/** What nodemailer listens to on its socket, and the names under which it keeps its listeners. */
const LISTENERS = {
  data: '_onSocketData',
  error: '_onSocketError',
  close: '_onSocketClose',
  end: '_onSocketEnd',
  timeout: '_onSocketTimeout',
} as const

/**
 * Takes the socket of a connection that is logged in away from nodemailer, and what the server said that it can do. This
 * is the one place that looks inside of nodemailer, whose version is therefore fixed (package.json): what it finds
 * there is not documented, and it must be all of what it expects.
 * @throws SmtpError when the connection is gone already, or the server said more than it was asked
 * @throws Error when nodemailer is another one inside
 */
export function takeOver(connection: SMTPConnection): SmtpSession {
  const inside: Record<string, unknown> = { ...connection }
  const { _socket: socket, _supportedExtensions: extensions, _maxAllowedSize: maxBytes } = inside
  const { _responseQueue: replies, _remainder: remainder } = inside
  if (!(socket instanceof Socket) || !Array.isArray(extensions) || typeof maxBytes !== 'number')
    throw changed(connection)
  if (!Array.isArray(replies) || typeof remainder !== 'string') throw changed(connection)

  socket.pause()
  socket.on('error', ignore)
  socket.setTimeout(0)
  for (const [event, name] of Object.entries(LISTENERS)) {
    const listener = inside[name]
    const count = socket.listenerCount(event)
    if (typeof listener === 'function') socket.removeListener(event, listener as () => void)
    if (socket.listenerCount(event) !== count - 1) throw changed(connection)
  }
  if (socket.listenerCount('data') + socket.listenerCount('timeout') > 0) throw changed(connection)

  const more = [...replies, remainder].join('\n').trim()
  if (more !== '') throw new SmtpError('EPROTOCOL', 'CONN', 'More was answered than asked', more)
  if (!socket.writable || socket.readableEnded)
    throw new SmtpError('ECONNECTION', 'CONN', 'Connection closed after the log-in')
  return {
    socket,
    can: {
      pipelining: extensions.includes('PIPELINING'),
      eightBitMime: extensions.includes('8BITMIME'),
      smtpUtf8: extensions.includes('SMTPUTF8'),
      maxBytes,
    },
  }
}

/** For the rest of the socket's life: an error that nobody listens to would end the process. */
const ignore = () => {}

const changed = ({ version }: SMTPConnection) =>
  new Error(`nodemailer ${version} is not the one that smtp/takeover.ts knows from inside`)
