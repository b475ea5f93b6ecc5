import { AppError } from '~/errors'
import type { Providers } from '~/providers/factory.server'
import type { SmtpConfig } from '~/providers/mail/types'
import { deadline } from '~/providers/net/deadline'

/** Both log-ins together, the slowest server included. */
const VERIFY_MS = 30_000

/** What our own check of an address says: no server was asked. */
const NOT_TRIED = /is not allowed|is not a host name/

const SERVERS = { smtp: 'SMTP', imap: 'IMAP' } as const

/**
 * Logs in for real before a mailbox is saved.
 * @throws AppError with the server's own words: INVALID beside the field that is most likely wrong; UPSTREAM_FAILED
 * when the server itself has trouble
 */
export async function verifyLogin(providers: Providers, config: SmtpConfig): Promise<void> {
  const result = await providers.verifySmtp(config, deadline(VERIFY_MS))
  if (result.ok) return
  const server = SERVERS[result.part]
  const words = result.detail.slice(0, 500)
  const answered = result.code !== undefined
  if (result.why === 'auth' && !NOT_TRIED.test(words)) {
    throw new AppError('INVALID', `The ${server} server refused the log-in: ${words}`, { field: 'password' })
  }
  if (result.why === 'quota' || (result.why === 'retry' && answered)) {
    throw new AppError('UPSTREAM_FAILED', `The ${server} server has trouble just now: ${words}`)
  }
  throw new AppError('INVALID', `The ${server} server cannot be used: ${words}`, {
    field: result.part === 'smtp' ? 'smtpHost' : 'imapHost',
  })
}

/** What counts and paces together: one log-in at one server, whoever added it and under whatever address. */
export const smtpAccountKey = ({ username, smtpHost }: { username: string; smtpHost: string }): string =>
  `smtp:${username}@${smtpHost}`.toLowerCase()
