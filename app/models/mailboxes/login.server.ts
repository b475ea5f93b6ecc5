import { AppError } from '~/errors'
import type { Providers } from '~/providers/factory.server'
import type { SmtpConfig } from '~/providers/mail/types'
import { deadline } from '~/providers/net/deadline'

/** Timeout for both logins together. */
const VERIFY_MS = 30_000

/** Messages of our own address check: no server was contacted. */
const NOT_CONTACTED = /is not allowed|is not a host name/

const SERVERS = { smtp: 'SMTP', imap: 'IMAP' } as const

/**
 * Tests a mailbox's logins against its servers before it is saved.
 * @throws AppError with the server's message: INVALID for the field that is most likely wrong; UPSTREAM_FAILED if the server
 * is temporarily unable to answer
 */
export async function verifyMailboxLogin(providers: Providers, config: SmtpConfig): Promise<void> {
  const result = await providers.verifySmtp(config, deadline(VERIFY_MS))
  if (result.ok) return
  const server = SERVERS[result.part]
  const detail = result.detail.slice(0, 500)
  const hasReplied = result.code !== undefined
  if (result.why === 'auth' && !NOT_CONTACTED.test(detail)) {
    throw new AppError('INVALID', `The ${server} server refused the login: ${detail}`, { field: 'password' })
  }
  if (result.why === 'sender' || (result.why === 'retry' && hasReplied)) {
    throw new AppError('UPSTREAM_FAILED', `The ${server} server is temporarily unavailable: ${detail}`)
  }
  throw new AppError('INVALID', `The ${server} server cannot be used: ${detail}`, {
    field: result.part === 'smtp' ? 'smtpHost' : 'imapHost',
  })
}

/** The key under which limits and spacing are counted: one login at one server, across users and addresses. */
export const smtpAccountKey = ({ username, smtpHost }: { username: string; smtpHost: string }): string =>
  `smtp:${username}@${smtpHost}`.toLowerCase()
