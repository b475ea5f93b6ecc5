import type { mailAccounts } from '#drizzle/schema'
import { dailyLimit } from '~/engine/slots'

type MailboxRow = typeof mailAccounts.$inferSelect

const DAY_MS = 86_400_000
/** Google's own daily limits, in messages (support.google.com/a/answer/166852). */
const GMAIL_LIMIT = 500
const WORKSPACE_LIMIT = 2_000

/** Google's own daily limit of a mailbox. The limits of SMTP servers are not known. */
export function providerLimit({ provider, email }: Pick<MailboxRow, 'provider' | 'email'>): number | null {
  if (provider !== 'gmail') return null
  return /@(gmail|googlemail)\.com$/i.test(email) ? GMAIL_LIMIT : WORKSPACE_LIMIT
}

/** The number of emails that a mailbox may send in one of its local days. */
export function limitOf(
  mailbox: Pick<MailboxRow, 'provider' | 'email' | 'dailyLimit' | 'createdAt'>,
  now: Date,
): number {
  const age = Math.floor((now.getTime() - mailbox.createdAt.getTime()) / DAY_MS)
  return dailyLimit(age, mailbox.dailyLimit, providerLimit(mailbox))
}
