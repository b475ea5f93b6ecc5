import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { FaultKind, Faults } from '../faults'
import { type Listening, listenOnLoopback } from '../listen'
import { signIn } from './logins'
import type { MailStore } from './store'

const MAX_BYTES = 25 * 1024 * 1024

/** A refusal with its SMTP code; the text contains the enhanced status. */
class SmtpRefusal extends Error {
  constructor(
    readonly responseCode: number,
    words: string,
  ) {
    super(words)
  }
}

/**
 * The mail server that sandbox users submit their messages to (RFC 6409), over the shared mail store. Unencrypted, on loopback; like
 * most servers it keeps no copies of sent messages. Pending `smtp` faults apply to the next messages.
 */
export async function startSubmissionServer(
  { store, faults }: { store: MailStore; faults: Faults },
  port: number,
): Promise<Listening> {
  const sockets = new Map<number, Socket>()
  /** The fault of a session's message, by the session's id. */
  const meets = new Map<string, FaultKind>()

  async function takeFault(usable: (kind: FaultKind) => boolean): Promise<FaultKind | undefined> {
    const kind = (await faults.waiting('smtp')).find(usable)
    return kind && (await faults.take('smtp', kind)) ? kind : undefined
  }

  async function begin(session: SMTPServerSession): Promise<void> {
    meets.delete(session.id)
    const fault = await takeFault(() => true)
    if (fault === 'http429') throw new SmtpRefusal(451, '4.3.2 The system is busy, try again later')
    if (fault === 'invalidGrant') throw new SmtpRefusal(535, '5.7.8 The password has been changed')
    // As cPanel's Exim, and as a policy service of Postfix that does not name its reason.
    if (fault === 'hourlyLimit') {
      const domain = (session.user ?? '').split('@')[1]
      throw new SmtpRefusal(
        550,
        `Domain ${domain} has exceeded the max emails per hour (100/100 (100%)) allowed. Message discarded.`,
      )
    }
    if (fault === 'policyLimit')
      throw new SmtpRefusal(554, '5.7.1 <DATA>: Data command rejected: Transaction not allowed')
    if (fault) meets.set(session.id, fault)
  }

  /** @returns the text of the reply, or null if there is none */
  async function accept(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string | null> {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    if (stream.sizeExceeded) throw new SmtpRefusal(552, '5.3.4 The message is too big')
    const fault = meets.get(session.id)
    meets.delete(session.id)
    if (fault === 'http500') throw new SmtpRefusal(451, '4.3.0 Internal error')
    if (fault === 'timeout') return null
    const socket = sockets.get(session.remotePort)
    if (fault === 'reset') {
      socket?.resetAndDestroy()
      return null
    }
    const { mailFrom, rcptTo } = session.envelope
    const { mails } = await store.deliver({
      service: 'smtp',
      raw: Buffer.concat(chunks),
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
    })
    if (fault === 'acceptThenDrop') {
      socket?.resetAndDestroy()
      return null
    }
    return `2.0.0 Ok: queued as ${mails[0]!.id.toString(36).toUpperCase().padStart(6, '0')}`
  }

  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: MAX_BYTES,
    socketTimeout: 10 * 60_000,
    closeTimeout: 500,
    onAuth({ username, password }, _, callback) {
      takeFault((kind) => kind === 'invalidGrant').then((fault) => {
        const login = fault ? null : signIn(username ?? '', password ?? '')
        if (login) return callback(null, { user: login.address })
        callback(new SmtpRefusal(535, '5.7.8 Username and password not accepted'))
      }, callback)
    },
    onMailFrom(_, session, callback) {
      begin(session).then(() => callback(), callback)
    },
    onData(stream, session, callback) {
      accept(stream, session).then((words) => {
        if (words !== null) callback(null, words)
      }, callback)
    },
    onClose({ id, remotePort }) {
      meets.delete(id)
      sockets.delete(remotePort)
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort ?? 0, socket))
  const listening = await listenOnLoopback(server.server, port)
  return {
    ...listening,
    close: () => {
      for (const socket of sockets.values()) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
