import { and, eq } from 'drizzle-orm'
import { aliases, mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { mailServiceOf } from '~/models/shared/mailboxes/kinds'
import type { DnsFinding, DomainNames } from '~/providers/dns/types'

export interface DomainHealth {
  domain: string
  findings: DnsFinding[]
}

/** The maximum number of domains checked for one mailbox: each takes about thirty DNS queries. */
const MAX_DOMAINS = 5

/**
 * Checks the DNS records of a mailbox's sending domains: its own and those of its verified aliases, which use the same servers.
 * @throws AppError NOT_FOUND
 */
export async function checkMailboxDomains(
  db: Db,
  userId: string,
  mailboxId: string,
  names: DomainNames,
): Promise<{ email: string; domains: DomainHealth[] }> {
  const [box] = await db
    .select({ email: mailAccounts.email, provider: mailAccounts.provider, smtpHost: mailAccounts.smtpHost })
    .from(mailAccounts)
    .where(and(eq(mailAccounts.id, mailboxId), eq(mailAccounts.userId, userId)))
  if (!box) notFound('Mailbox not found')
  const verified = await db
    .select({ email: aliases.sendAsEmail })
    .from(aliases)
    .where(and(eq(aliases.accountId, mailboxId), eq(aliases.verificationStatus, 'accepted')))
  const domains = [box.email, ...verified.map(({ email }) => email)].map(domainOf)
  const service = mailServiceOf(box)
  return {
    email: box.email,
    domains: await Promise.all(
      [...new Set(domains)]
        .slice(0, MAX_DOMAINS)
        .map(async (domain) => ({ domain, findings: await names.check(domain, service) })),
    ),
  }
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
