import { classifyFailure, statusIn } from '~/providers/mail/inbound/delivery-status'
import { unreachable } from '~/providers/net/connect'
import type { ProviderFailure } from '~/providers/net/failure'
import { NetRefusal } from '~/providers/net/refusal'
import { replyWords, retryTimeIn, serverWords } from '../server-words'
import type { MailServer } from '../types'

/** An SMTP conversation that did not end well. */
export interface SmtpTrouble {
  /** What the SMTP library reported. */
  error: unknown
  /** The end of the message was written, or may have been: without an answer, nobody knows what became of it. */
  handedOver: boolean
  server: MailServer
  now: Date
}

/** Commands up to which only the connection is at stake, not a mail. */
const OPENING = new Set(['CONN', 'EHLO', 'HELO', 'STARTTLS', 'API'])
const AUTH_CODES = new Set([530, 534, 535, 538])
/** Bad or missing log-in (RFC 4954); basic log-in switched off and "not authenticated" in Microsoft's words. */
const AUTH_STATUS = new Set(['5.7.8', '5.7.9', '5.7.30', '5.7.57', '5.7.139'])
/** About the sender's own address (RFC 3463), although 5.1.x is about addresses of recipients else. */
const SENDER_STATUS = new Set(['5.1.7', '5.1.8'])
/** The provider's daily cap: Gmail's word, and Microsoft's. */
const QUOTA_STATUS = new Set(['5.4.5', '5.1.90'])
const SAYS_QUOTA =
  /daily .{0,40}(limit|quota)|(limit|quota) .{0,30}(per|a|for the) day|sending (limit|quota) (exceeded|reached)/i
const SAYS_POLICY = /relay|not (allowed|permitted|authori[sz]ed) to send/i

/** What a failed send, or a failed log-in, means (RFC 5321, RFC 3463). */
export function smtpFailure({ error, handedOver, server, now }: SmtpTrouble): ProviderFailure {
  if (error instanceof NetRefusal) {
    return { ok: false, why: error.trouble === 'forbidden' ? 'auth' : 'retry', detail: error.message }
  }
  const { code, command, response, responseCode } = readError(error)
  if (code === 'ETLS')
    return { ok: false, why: 'retry', detail: withoutTls(error, server, command, response) }
  if (response && responseCode && responseCode >= 400 && responseCode < 600) {
    return judgeReply({ reply: response, number: responseCode, command, atAuth: code === 'EAUTH', now })
  }
  if (handedOver) {
    const said = response ? ` It said: ${serverWords(response)}` : ''
    return { ok: false, why: 'unknown', detail: `The connection was lost before the server answered.${said}` }
  }
  const detail = withoutReply(code, error, server, response)
  if (code === 'EAUTH' && !response) return { ok: false, why: 'auth', detail }
  // The server announced a size, or the library knows the address for unusable: no other try helps.
  if (code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'API'))
    return { ok: false, why: 'refused', detail }
  return { ok: false, why: 'retry', detail }
}

interface Reply {
  reply: string
  number: number
  command: string
  atAuth: boolean
  now: Date
}

/** A definite no of the server: nothing was accepted. */
function judgeReply({ reply, number, command, atAuth, now }: Reply): ProviderFailure {
  const detail = replyWords(reply)
  const status = statusIn(detail)
  const code = [number, status].filter(Boolean).join(' ')
  const failure = (why: ProviderFailure['why'], more: Partial<ProviderFailure> = {}): ProviderFailure => ({
    ok: false,
    why,
    detail,
    code,
    ...more,
  })
  const retryAt = retryTimeIn(detail, now)
  if ((status && QUOTA_STATUS.has(status)) || SAYS_QUOTA.test(detail)) return failure('quota', { retryAt })
  if (number < 500) return failure('retry', { retryAt })
  if (atAuth || AUTH_CODES.has(number) || (status && AUTH_STATUS.has(status))) return failure('auth')
  // "Bad sequence of commands" is about this conversation, not about the mail.
  if (number === 503) return failure('retry')
  const kind = status && SENDER_STATUS.has(status) ? 'policy' : classifyFailure(status, detail)
  if (OPENING.has(command)) return failure(kind === 'policy' ? 'policy' : 'retry')
  if (kind === 'policy' || SAYS_POLICY.test(detail)) return failure('policy')
  // What MAIL FROM is refused for is the sender, unless it is the size that is announced with it.
  if (command === 'MAIL FROM') return failure(isAboutSize(number, status) ? 'refused' : 'policy')
  // After RCPT TO the words may be about anything in the message: only a status says that it is the address.
  const byStatus = command === 'RCPT TO' || /^5\.(1\.|2\.1$)/.test(status ?? '')
  return failure('refused', { hard: kind === 'hard' && byStatus })
}

const isAboutSize = (number: number, status: string | null) =>
  number === 552 || status === '5.3.4' || status === '5.2.3'

/** A sentence about a conversation that ended without a usable reply. */
function withoutReply(code: string, error: unknown, server: MailServer, response: string): string {
  const place = `${server.host}:${server.port}`
  if (response) return `${place} answered in a way that is not SMTP: ${serverWords(response)}`
  const words = error instanceof Error ? serverWords(error.message) : ''
  switch (code) {
    case 'ETIMEDOUT':
      return `${place} did not answer in time`
    case 'ECONNECTION':
      return `${place} ended the connection`
    case 'ESOCKET':
      return isTls(error) ? `No encrypted connection to ${place}: ${words}` : reached(error, server)
    case 'EABORT':
      return 'Stopped before it was handed over'
    default:
      return words || `The mail could not be handed to ${place}`
  }
}

/** A server that has no TLS, or whose TLS is no good. Nothing was sent to it. */
function withoutTls(error: unknown, { host, port }: MailServer, command: string, response: string): string {
  const refused = `${host}:${port} offers no encryption (STARTTLS), so no password was sent to it`
  if (command === 'STARTTLS' && response) return `${refused}: ${replyWords(response)}`
  return `No encrypted connection to ${host}:${port}: ${error instanceof Error ? serverWords(error.message) : ''}`
}

/** Said of a server that has been given a user name and a password, and asks for neither. */
export const noLogIn = ({ host, port }: MailServer): string =>
  `${host}:${port} offers no log-in (AUTH), so the user name and the password could not be checked. Use the port for submission, mostly 587 or 465.`

const isTls = (error: unknown) =>
  /^(CERT_|UNABLE_|DEPTH_|SELF_SIGNED|ERR_TLS|ERR_SSL|HOSTNAME_)/.test(origin(error))
const origin = (error: unknown) => String(field(error, 'originalCode') ?? '')
const reached = (error: unknown, { host, port }: MailServer) => unreachable(host, port, origin(error)).message

/** What the library's errors hold, read by shape. */
function readError(error: unknown) {
  const response = field(error, 'response')
  const responseCode = field(error, 'responseCode')
  return {
    code: String(field(error, 'code') ?? ''),
    command: String(field(error, 'command') ?? ''),
    response: typeof response === 'string' ? response : '',
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
  }
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
