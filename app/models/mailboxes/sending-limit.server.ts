import type { mailAccounts } from '#drizzle/schema'
import { dailyLimit } from '~/engine/slots'
import { MAILBOX_KINDS } from '~/models/shared/mailboxes/kinds'

type MailboxRow = typeof mailAccounts.$inferSelect

const DAY_MS = 86_400_000

/** The provider's own daily limit of a mailbox; null if it is not known. */
export const providerLimit = ({ provider, email }: Pick<MailboxRow, 'provider' | 'email'>): number | null =>
  MAILBOX_KINDS[provider].company?.dailyLimit(email) ?? null

/** The number of emails that a mailbox may send in one of its local days. */
export function limitOf(
  mailbox: Pick<MailboxRow, 'provider' | 'email' | 'dailyLimit' | 'createdAt'>,
  now: Date,
): number {
  const age = Math.floor((now.getTime() - mailbox.createdAt.getTime()) / DAY_MS)
  return dailyLimit(age, mailbox.dailyLimit, providerLimit(mailbox))
}
