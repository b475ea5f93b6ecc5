import type { mailAccounts } from '#drizzle/schema'
import { dailyLimit } from '~/engine/slots'

type Mailbox = typeof mailAccounts.$inferSelect

const DAY_MS = 86_400_000
/** Messages a day that Google itself lets through (reference: support.google.com/a/answer/166852). */
const GMAIL_LIMIT = 500
const WORKSPACE_LIMIT = 2_000

/** Google's own cap for a mailbox; SMTP mailboxes have none that we know of. */
export function providerLimit({ provider, email }: Pick<Mailbox, 'provider' | 'email'>): number | null {
  if (provider !== 'gmail') return null
  return /@(gmail|googlemail)\.com$/i.test(email) ? GMAIL_LIMIT : WORKSPACE_LIMIT
}

/** Mails that a mailbox may send in one of its local days. */
export function limitOf(
  mailbox: Pick<Mailbox, 'provider' | 'email' | 'dailyLimit' | 'createdAt'>,
  now: Date,
): number {
  const age = Math.floor((now.getTime() - mailbox.createdAt.getTime()) / DAY_MS)
  return dailyLimit(age, mailbox.dailyLimit, providerLimit(mailbox))
}
