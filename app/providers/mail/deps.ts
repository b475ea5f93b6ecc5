import { createHash } from 'node:crypto'
import { type Clock, systemClock } from '~/clock.server'
import { MAIL_BUDGETS, type MailBudgets } from '~/providers/net/budget'
import { type Network, systemNetwork } from '~/providers/net/connect'
import type { SmtpConfig } from './types'

/** How long mail servers are waited for, in milliseconds. */
export interface MailTimeouts {
  /** Finding the host, connecting and TLS. */
  connect: number
  /** The server's first word. */
  greeting: number
  /** Silence within a conversation; also for the answer to a whole mail. */
  silence: number
  /** How long an unused connection is kept. */
  idle: number
}

/** RFC 5321, 4.5.3.2 asks for minutes; a send that waits so long blocks its mailbox's other mails. */
export const MAIL_TIMEOUTS: MailTimeouts = {
  connect: 20_000,
  greeting: 30_000,
  silence: 120_000,
  idle: 30_000,
}

/** What the SMTP/IMAP providers need of the world; all of it can be replaced by tests. */
export interface MailDeps {
  network: Network
  /** Mail time, for "try again in five minutes" and for catching up after a changed UIDVALIDITY. */
  clock: Clock
  timeouts: MailTimeouts
  /** What a conversation may cost in all. */
  budgets: MailBudgets
  /** SMTP connections of one mailbox at a time. */
  maxConnections: number
}

export const DEFAULT_CONNECTIONS = 5

export const mailDeps = (given: Partial<MailDeps> & { allowPrivateHosts: boolean }): MailDeps => ({
  network: given.network ?? systemNetwork(given.allowPrivateHosts),
  clock: given.clock ?? systemClock,
  timeouts: given.timeouts ?? MAIL_TIMEOUTS,
  budgets: given.budgets ?? MAIL_BUDGETS,
  maxConnections: given.maxConnections ?? DEFAULT_CONNECTIONS,
})

/** Equal for equal settings, and says nothing about the password. */
export function configKey({ email, smtp, imap, username, password }: SmtpConfig): string {
  const server = (one: SmtpConfig['imap']) => one && [one.host, one.port, one.secure]
  const parts = [email, server(smtp), server(imap), username, password]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
