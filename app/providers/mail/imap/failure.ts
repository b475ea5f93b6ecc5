import { unreachable } from '~/providers/net/connect'
import type { ProviderFailure } from '~/providers/net/failure'
import { NetRefusal } from '~/providers/net/refusal'
import { serverWords } from '../server-words'
import type { MailServer } from '../types'

/** Response codes for temporary failures (RFC 5530), also when a log-in is refused with them. */
const LATER = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'OVERQUOTA', 'CONTACTADMIN', 'ALERT'])
/** Response codes for invalid credentials, in any response. */
const LOGIN = new Set(['AUTHENTICATIONFAILED', 'AUTHORIZATIONFAILED', 'EXPIRED', 'PRIVACYREQUIRED'])
const SAYS_LATER = /temporar|try again|too many|unavailable|internal|in use|overload|busy|rate/i
const SAYS_LOGIN = /invalid credential|password|authentication failed|login failed/i

/** The library's messages if a server announces LOGINDISABLED, or offers no mechanism with a password. */
const SAYS_DISABLED = /^(login is disabled|no matching authentication method)$/i

const noLogIn = ({ host, port }: MailServer): string =>
  `${host}:${port} does not offer password login on this connection, so the user name and password could not be checked`

/** Maps a failed IMAP conversation: the mailbox must be reconnected, or a retry makes sense. */
export function imapFailure(error: unknown, server: MailServer): ProviderFailure {
  if (error instanceof NetRefusal) {
    return { ok: false, why: error.trouble === 'forbidden' ? 'auth' : 'retry', detail: error.message }
  }
  const said = text(error, 'responseText') ?? nonEmpty(field(error, 'response'))
  const code = text(error, 'serverResponseCode')?.toUpperCase()
  const detail = serverWords(said ?? explain(error, server))
  const more = code ? { code } : {}
  const later = (code && LATER.has(code)) || (!code && SAYS_LATER.test(detail) && !SAYS_LOGIN.test(detail))
  if (SAYS_DISABLED.test(detail)) return { ok: false, why: 'auth', detail: noLogIn(server) }
  const login = field(error, 'authenticationFailed') === true && said !== undefined
  if ((code && LOGIN.has(code)) || (login && !later)) return { ok: false, why: 'auth', detail, ...more }
  const outage = /^No encrypted connection|does not offer encryption/.test(detail) ? 'tls' : 'unreachable'
  return { ok: false, why: 'retry', detail, ...more, outage }
}

/** Describes a conversation that ended without a response. */
function explain(error: unknown, { host, port }: MailServer): string {
  const place = `${host}:${port}`
  const code = text(error, 'code') ?? ''
  const words = error instanceof Error ? error.message : ''
  if (/STARTTLS/i.test(words)) {
    return `${place} does not offer encryption (STARTTLS), so no password was sent`
  }
  if (
    field(error, 'tlsFailed') === true ||
    /^(CERT_|UNABLE_|DEPTH_|SELF_SIGNED|ERR_TLS|ERR_SSL|EPROTO)/.test(code)
  ) {
    return `No encrypted connection to ${place}: ${words}`
  }
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return `${place} did not answer in time`
  if (/^E[A-Z]+$/.test(code)) return unreachable(host, port, code).message
  if (/NoConnection|EConnectionClosed|ClosedAfter/.test(code)) return `${place} closed the connection`
  return words || `${place} could not be read`
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
const nonEmpty = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)
const text = (value: unknown, name: string) => nonEmpty(field(value, name))
