import { aboutWhom } from '~/providers/mail/failure/about'
import {
  classifyFailure,
  isExplained,
  isInvalidAddress,
  statusIn,
} from '~/providers/mail/inbound/delivery-status'
import { unreachable } from '~/providers/net/connect'
import type { Outage, ProviderFailure } from '~/providers/net/failure'
import { NetRefusal } from '~/providers/net/refusal'
import { replyWords, retryTimeIn, serverWords } from '../server-words'
import type { MailServer } from '../types'

/** A failed SMTP conversation. */
export interface SmtpTrouble {
  /** What the SMTP library reported. */
  error: unknown
  /** The final dot was written, or may have been: without a reply, the outcome is unknown. */
  handedOver: boolean
  /** The server had accepted the login. */
  loggedIn: boolean
  server: MailServer
  now: Date
}

/** Commands before the message: if one fails, only the connection has failed. */
const OPENING = new Set(['CONN', 'EHLO', 'HELO', 'STARTTLS', 'API'])
const AUTH_CODES = new Set([530, 534, 535, 538])
/** Bad or missing log-in (RFC 4954), and Microsoft's codes for "basic auth disabled" and "not authenticated". */
const AUTH_STATUS = new Set(['5.7.8', '5.7.9', '5.7.30', '5.7.57', '5.7.139'])
/** So many connections at once: a few minutes are enough. */
const SAYS_CONNECTIONS =
  /too many (concurrent|simultaneous|open|smtp)?[^.]{0,20}(connections|sessions)|thread limit|concurrent[^.]{0,30} (limit|exceed)/i
const CONNECTIONS_MS = 5 * 60_000
const SAYS_NO_ACCOUNT = /user doesn['’]t have an? \S{1,100} account/i
const SAYS_POLICY = /relay|not (allowed|permitted|authori[sz]ed) to send/i

/** Maps a failed send or log-in (RFC 5321, RFC 3463). */
export function smtpFailure(trouble: SmtpTrouble): ProviderFailure {
  const failure = judge(trouble)
  if (failure.why !== 'retry' || trouble.loggedIn || isStopped(trouble.error)) return failure
  return { ...failure, outage: failure.outage ?? 'unreachable' }
}

function judge({ error, handedOver, server, now }: SmtpTrouble): ProviderFailure {
  if (error instanceof NetRefusal) {
    return { ok: false, why: error.trouble === 'forbidden' ? 'auth' : 'retry', detail: error.message }
  }
  const { code, command, response, responseCode } = readError(error)
  if (code === 'ETLS')
    return { ok: false, why: 'retry', detail: withoutTls(error, server, command, response), outage: 'tls' }
  if (response && responseCode && responseCode >= 400 && responseCode < 600) {
    return judgeReply({ reply: response, number: responseCode, command, atAuth: code === 'EAUTH', now })
  }
  if (handedOver) {
    const said = response ? ` It said: ${serverWords(response)}` : ''
    return { ok: false, why: 'unknown', detail: `The connection was lost before the server answered.${said}` }
  }
  const detail = withoutReply(code, error, server, response)
  if (code === 'EAUTH' && !response) return { ok: false, why: 'auth', detail }
  // The server announced a size limit, or the library rejects the address: a retry is pointless.
  if (code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'API'))
    return { ok: false, why: 'refused', detail }
  return { ok: false, why: 'retry', detail, ...tlsOutage(code, error) }
}

interface Reply {
  reply: string
  number: number
  command: string
  atAuth: boolean
  now: Date
}

/** A definite refusal: nothing was accepted. */
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
  const { about, because, period } = aboutWhom(detail, status)
  const isLogin = atAuth || AUTH_CODES.has(number) || (status !== null && AUTH_STATUS.has(status))
  // Of a refused login, only a limit or a suspension passes by itself.
  const passes = because === 'limit' || (because === 'suspended' && !AUTH_STATUS.has(status ?? ''))
  if (about === 'sender' && (passes || !isLogin)) {
    const soon = SAYS_CONNECTIONS.test(detail) ? new Date(now.getTime() + CONNECTIONS_MS) : undefined
    return failure('sender', { retryAt: retryAt ?? soon, period, because })
  }
  if (number < 500) return failure('retry', { retryAt })
  if (isLogin) return failure('auth')
  // "Bad sequence of commands" is about this conversation, not about the message.
  if (number === 503) return failure('retry')
  const kind = classifyFailure(status, detail)
  const isPolicy = about === 'message' || kind === 'policy' || SAYS_POLICY.test(detail)
  // Before the message, nothing else can be meant.
  if (OPENING.has(command)) return failure(isPolicy ? 'sender' : 'retry')
  // A refused MAIL FROM is about the sender, unless it is about the size that was announced with it.
  if (command === 'MAIL FROM') return failure(isAboutSize(number, status) ? 'refused' : 'sender')
  if (isPolicy && about !== 'recipient') return failure('policy')
  // After RCPT TO the text may be about anything in the message: only a status code, or the words of Yahoo, which has none, show that
  // it is about the address.
  const isAboutIt =
    command === 'RCPT TO' || /^5\.(1\.|2\.1$)/.test(status ?? '') || SAYS_NO_ACCOUNT.test(detail)
  const hard = kind === 'hard' && isAboutIt && isInvalidAddress(status, detail)
  return failure('refused', {
    hard,
    isUnexplained: !hard && (isPolicy || kind === 'hard' || !isExplained(status, detail)),
  })
}

const isAboutSize = (number: number, status: string | null) =>
  number === 552 || status === '5.3.4' || status === '5.2.3'

/** Describes a conversation that ended without a usable reply. */
function withoutReply(code: string, error: unknown, server: MailServer, response: string): string {
  const place = `${server.host}:${server.port}`
  if (response) return `${place} sent a response that is not SMTP: ${serverWords(response)}`
  const words = error instanceof Error ? serverWords(error.message) : ''
  switch (code) {
    case 'ETIMEDOUT':
      return `${place} did not answer in time`
    case 'ECONNECTION':
      return `${place} closed the connection`
    case 'ESOCKET':
      return isTls(error) ? `No encrypted connection to ${place}: ${words}` : reached(error, server)
    case 'EABORT':
      return 'Stopped before it was handed over'
    default:
      return words || `The email could not be delivered to ${place}`
  }
}

/** The server offers no TLS, or its TLS is invalid. Nothing was sent to it. */
function withoutTls(error: unknown, { host, port }: MailServer, command: string, response: string): string {
  const refused = `${host}:${port} does not offer encryption (STARTTLS), so no password was sent`
  if (command === 'STARTTLS' && response) return `${refused}: ${replyWords(response)}`
  return `No encrypted connection to ${host}:${port}: ${error instanceof Error ? serverWords(error.message) : ''}`
}

/** For a server that accepts no log-in although the user entered a user name and password. */
export const noLoginOffered = ({ host, port }: MailServer): string =>
  `${host}:${port} does not offer login (AUTH), so the user name and password could not be checked. Use the submission port, usually 587 or 465.`

/** We stopped it ourselves: that says nothing about the server. */
const isStopped = (error: unknown) => field(error, 'code') === 'EABORT'
const tlsOutage = (code: string, error: unknown): { outage?: Outage } =>
  code === 'ESOCKET' && isTls(error) ? { outage: 'tls' } : {}
const isTls = (error: unknown) =>
  /^(CERT_|UNABLE_|DEPTH_|SELF_SIGNED|ERR_TLS|ERR_SSL|HOSTNAME_)/.test(origin(error))
const origin = (error: unknown) => String(field(error, 'originalCode') ?? '')
const reached = (error: unknown, { host, port }: MailServer) => unreachable(host, port, origin(error)).message

/** Reads the library's errors by shape. */
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
