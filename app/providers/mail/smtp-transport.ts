import type { Socket } from 'node:net'
import { Transform } from 'node:stream'
import { createTransport } from 'nodemailer'
import type MailMessage from 'nodemailer/lib/mailer/mail-message'
import type SMTPPool from 'nodemailer/lib/smtp-pool'
import type SMTPTransport from 'nodemailer/lib/smtp-transport'
import { locate, openSocket } from '~/providers/net/connect'
import { serverWords } from './server-words'
import type { MailDeps } from './smtp-deps'
import { smtpFailure } from './smtp-failure'
import { endFlight, Flight, startFlight } from './smtp-flight'
import type { OutgoingMail, SendResult, SmtpConfig } from './types'

/** A connection is replaced after so many mails. */
const MAILS_PER_CONNECTION = 1_000
/** How often a mail of which not a byte had left is given another connection at once. */
const REQUEUES = 2
/** A longer message may be stuck in the middle; shorter ones go to the system in one piece. */
const LARGE_BYTES = 64 * 1024
const SLICE_BYTES = 16 * 1024

/** The pooled connections of one mailbox. */
export interface SmtpTransport {
  send(mail: OutgoingMail, signal: AbortSignal): Promise<SendResult>
  /** Closes at once; mails under way fail. */
  close(): void
}

/** Settings for nodemailer: our own sockets to checked addresses, TLS by our rules. `onSocket` sees each of them. */
export function smtpOptions(
  config: SmtpConfig,
  { network, timeouts }: MailDeps,
  onSocket: (socket: Socket) => void = () => {},
) {
  const { host, port, secure } = config.smtp
  return {
    host,
    port,
    secure,
    auth: { user: config.username, pass: config.password },
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_: unknown, callback: (error: Error | null, socket: object) => void) => {
      connectChecked().then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, {}),
      )
    },
  } satisfies SMTPTransport.Options

  async function connectChecked() {
    const located = await locate(config.smtp, network, timeouts.connect)
    const connection = await openSocket(located, host, timeouts.connect)
    onSocket(connection)
    const servername = located.servername ? { servername: located.servername } : {}
    return {
      connection,
      // A public host gets the password over verified TLS or not at all; and it must ask for one.
      requireTLS: located.isPublic && !secure,
      forceAuth: located.isPublic,
      // A server in one's own network, which somebody allowed, rarely has a certificate that could be verified.
      tls: { ...servername, rejectUnauthorized: located.isPublic },
    }
  }
}

export function createSmtpTransport(config: SmtpConfig, deps: MailDeps): SmtpTransport {
  const options: SMTPPool.Options & { maxRequeues: number; idleTimeout: number } = {
    ...smtpOptions(config, deps),
    pool: true,
    maxConnections: deps.maxConnections,
    maxMessages: MAILS_PER_CONNECTION,
    maxRequeues: REQUEUES,
    idleTimeout: deps.timeouts.idle,
  }
  const transporter = createTransport(options)
  transporter.use('stream', ({ data, message }, done) => {
    watchHandover(message, data.signal, data.raw)
    // The library writes a refusal into its envelope, and would find it there on the next connection.
    message.getEnvelope = freshEnvelope
    done()
  })

  return {
    async send(mail, signal) {
      if (signal.aborted) return { ok: false, why: 'retry', detail: 'Stopped before it was tried' }
      const flight = startFlight(signal)
      try {
        const info = await transporter.sendMail({
          raw: mail.raw,
          envelope: { from: mail.from, to: [mail.to] },
          signal: flight as unknown as AbortSignal,
        })
        return accepted(mail, info)
      } catch (error) {
        const { handedOver } = flight
        return smtpFailure({ error, handedOver, server: config.smtp, now: await deps.clock.now() })
      } finally {
        endFlight(signal, flight)
      }
    },
    close: () => forceClose(transporter),
  }
}

type Message = MailMessage['message']

/** Shows a flight the stream from which its message is written. */
function watchHandover(message: Message, flight: unknown, raw: unknown): void {
  if (!(flight instanceof Flight)) return
  const isLarge = Buffer.isBuffer(raw) && raw.length > LARGE_BYTES
  message.processFunc((stream) => {
    const last = isLarge ? stream.pipe(new Slices()) : stream
    flight.watch(last)
    return last
  })
}

/** The message's envelope, a new one each time. */
function freshEnvelope(this: Message): ReturnType<Message['getEnvelope']> {
  const { from, to } = (Object.getPrototypeOf(this) as Message).getEnvelope.call(this)
  return { from, to: [...to] }
}

/** Hands a message on in pieces, so that it is read no faster than it is written. */
class Slices extends Transform {
  override _transform(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) this.push(chunk.subarray(at, at + SLICE_BYTES))
    done()
  }
}

function accepted(mail: OutgoingMail, info: SMTPPool.SentMessageInfo): SendResult {
  const response = serverWords(info.response ?? '')
  const queued =
    /\b(?:queued(?: mail)? (?:as|for delivery as)|id[ =:]+|queue[ -]?id[ =:]*)\s*<?([\w.@+-]{4,100})/i
  // Some servers put an id of their own in the place of ours, and say so.
  const given: unknown = 'serverMessageId' in info ? info.serverMessageId : undefined
  const messageId = typeof given === 'string' ? given : mail.messageId
  return { ok: true, providerId: queued.exec(response)?.[1] ?? messageId, messageId }
}

/** Ends busy connections as well: whoever closes has given up on them. */
function forceClose(transporter: { close(): void }): void {
  const close: (options?: { force: boolean }) => void = transporter.close
  close.call(transporter, { force: true })
}
