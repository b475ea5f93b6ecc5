import { createHash } from 'node:crypto'
import { type Clock, systemClock } from '~/clock.server'
import { MAIL_BUDGETS, type MailBudgets } from '~/providers/net/budget'
import { type Network, systemNetwork } from '~/providers/net/connect'
import type { SmtpConfig } from './types'

/** Timeouts for mail servers, in milliseconds. */
export interface MailTimeouts {
  /** For resolving the host, connecting and TLS. */
  connect: number
  /** For the server's greeting. */
  greeting: number
  /** For a silent server; also for the response to a whole message. */
  silence: number
  /** How long an unused connection is kept. */
  idle: number
}

/** RFC 5321, 4.5.3.2 recommends minutes, but a send that waits so long blocks the other sends of its mailbox. */
const MAIL_TIMEOUTS: MailTimeouts = {
  connect: 20_000,
  greeting: 30_000,
  silence: 120_000,
  idle: 30_000,
}

/** The SMTP/IMAP providers' dependencies; tests can replace each. */
export interface MailDeps {
  network: Network
  /** Mail time, for "try again in five minutes" and for resyncing after a changed UIDVALIDITY. */
  clock: Clock
  timeouts: MailTimeouts
  /** Limits on the time and data of a conversation. */
  budgets: MailBudgets
  /** The most SMTP connections of one mailbox. */
  maxConnections: number
}

const DEFAULT_CONNECTIONS = 5

export const mailDeps = (given: Partial<MailDeps> & { allowPrivateHosts: boolean }): MailDeps => ({
  network: given.network ?? systemNetwork(given.allowPrivateHosts),
  clock: given.clock ?? systemClock,
  timeouts: given.timeouts ?? MAIL_TIMEOUTS,
  budgets: given.budgets ?? MAIL_BUDGETS,
  maxConnections: given.maxConnections ?? DEFAULT_CONNECTIONS,
})

/** A key that is equal for equal settings and reveals nothing about the password. */
export function configKey({ email, smtp, imap, username, password }: SmtpConfig): string {
  const server = (imap: SmtpConfig['imap']) => imap && [imap.host, imap.port, imap.secure]
  const parts = [email, server(smtp), server(imap), username, password]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
