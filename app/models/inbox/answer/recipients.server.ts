import { and, desc, eq, sql } from 'drizzle-orm'
import { aliases, contacts, inboundMessages, mailAccounts, suppressions } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { invalid } from '~/errors'
import { emailAddress } from '~/models/shared/fields'
import { domainOf } from '~/models/suppressions/suppression.server'
import type { Secrets } from '~/secrets.server'
import {
  type AnswerChoices,
  answerChoices,
  distinct,
  everyone,
  isSameRecipients,
  MAX_RECIPIENTS,
  type NamedAddress,
  type Recipients,
} from './recipients'

/** Whom an answer in a conversation may go to, and who wrote the message that it answers; null if nobody has. */
export async function readAnswerChoices(
  db: Db,
  userId: string,
  conversationId: string,
  contactEmail: string,
): Promise<AnswerChoices & { sender: NamedAddress | null }> {
  const [[last], own] = await Promise.all([
    db
      .select({
        from: inboundMessages.fromEmail,
        name: inboundMessages.fromName,
        to: inboundMessages.recipients,
        cc: inboundMessages.cc,
        replyTo: inboundMessages.replyTo,
      })
      .from(inboundMessages)
      .where(
        and(
          eq(inboundMessages.conversationId, conversationId),
          eq(inboundMessages.userId, userId),
          eq(inboundMessages.kind, 'reply'),
        ),
      )
      .orderBy(desc(inboundMessages.receivedAt), desc(inboundMessages.id))
      .limit(1),
    ownAddresses(db, userId),
  ])
  if (!last) return { ...answerChoices(null, contactEmail, own), sender: null }
  const sender = { name: last.name, address: last.from }
  return { ...answerChoices({ ...last, from: sender }, contactEmail, own), sender: last.from ? sender : null }
}

/** The addresses of the user's mailboxes and their aliases: an answer to them would come back. */
async function ownAddresses(db: Db, userId: string): Promise<string[]> {
  const rows = await db.execute<{ email: string }>(sql`
    select ${mailAccounts.email} as email from ${mailAccounts} where ${mailAccounts.userId} = ${userId}::uuid
    union select ${aliases.sendAsEmail} from ${aliases} join ${mailAccounts} on ${mailAccounts.id} = ${aliases.accountId}
      where ${mailAccounts.userId} = ${userId}::uuid`)
  return rows.map(({ email }) => email)
}

/** What a form has chosen, without recipients that are those of an answer anyway: a later message may change these. */
export async function withoutUsual<Chosen extends { recipients?: Recipients }>(
  db: Db,
  userId: string,
  conversationId: string,
  contactEmail: string,
  chosen: Chosen,
): Promise<Chosen> {
  if (!chosen.recipients) return chosen
  const { one } = await readAnswerChoices(db, userId, conversationId, contactEmail)
  if (!isSameRecipients(chosen.recipients, one)) return chosen
  const { recipients: _, ...others } = chosen
  return others as Chosen
}

const Address = emailAddress('')

/**
 * Checks the recipients of an email that the user writes. The contact of the conversation may get a personal answer even after an opt-out
 * (docs/decisions/0060). @returns each once, with the domains as A-labels
 * @throws AppError INVALID for what is no address, for too many, or for one that must not be emailed
 */
export async function checkRecipients(
  db: Db,
  userId: string,
  given: Recipients,
  secrets: Secrets,
  contactEmail: string,
): Promise<Recipients & { hashes: string[] }> {
  const read = (field: keyof Recipients) =>
    given[field].map((typed) => {
      const parsed = Address.safeParse(typed)
      return parsed.success ? parsed.data : invalid(`Not an email address: ${typed.slice(0, 100)}`, field)
    })
  const recipients = distinct({ to: read('to'), cc: read('cc'), bcc: read('bcc') })
  if (recipients.to.length === 0) invalid('Enter at least one address', 'to')
  const all = everyone(recipients)
  if (all.length > MAX_RECIPIENTS) invalid(`An email can go to at most ${MAX_RECIPIENTS} addresses`, 'to')
  const others = all.filter((address) => address.toLowerCase() !== contactEmail.toLowerCase())
  const stopped = await stoppedAmong(db, userId, others, secrets)
  for (const field of ['to', 'cc', 'bcc'] as const) {
    const address = recipients[field].find((one) => stopped.has(one))
    if (address) invalid(`${address} ${stopped.get(address)}. ${LIFT}`, field)
  }
  return { ...recipients, hashes: all.map((address) => secrets.addressHash(userId, address)) }
}

const LIFT = 'Remove the address, or lift this on the contact’s screen if they asked you to write.'

const REASONS = {
  unsubscribed: 'has unsubscribed',
  suppressed: 'must not be contacted',
  complaint: 'has reported an email as spam',
  domain: 'is at a domain that must not be contacted',
  erased: 'was erased',
} as const

/** The addresses among these that must not be emailed, and why. Bounces do not count: the address may work again. */
async function stoppedAmong(
  db: Db,
  userId: string,
  addresses: string[],
  secrets: Secrets,
): Promise<Map<string, string>> {
  const byHash = new Map(addresses.map((address) => [secrets.addressHash(userId, address), address]))
  const lower = addresses.map((address) => address.toLowerCase())
  const domains = addresses.map(domainOf)
  const [listed, flagged] = await Promise.all([
    db
      .select({ hash: suppressions.addressHash, domain: suppressions.domain, reason: suppressions.reason })
      .from(suppressions)
      .where(
        and(
          eq(suppressions.userId, userId),
          sql`(${suppressions.addressHash} = any(${sql.param([...byHash.keys()])}::text[])
            or ${suppressions.domain} = any(${sql.param(domains)}::text[]))`,
        ),
      ),
    db
      .select({ email: contacts.email, unsubscribed: contacts.unsubscribed })
      .from(contacts)
      .where(
        and(
          eq(contacts.userId, userId),
          sql`lower(${contacts.email}) = any(${sql.param(lower)}::text[])`,
          sql`(${contacts.unsubscribed} or ${contacts.suppressed})`,
        ),
      ),
  ])
  const stopped = new Map<string, string>()
  const stop = (matches: (address: string) => boolean, reason: keyof typeof REASONS) => {
    for (const address of addresses) if (matches(address)) stopped.set(address, REASONS[reason])
  }
  for (const { hash, domain, reason } of listed) {
    if (reason === 'hard_bounce') continue
    stop((address) => (hash === null ? domainOf(address) === domain : byHash.get(hash) === address), reason)
  }
  for (const { email, unsubscribed } of flagged)
    stop(
      (address) => address.toLowerCase() === email.toLowerCase(),
      unsubscribed ? 'unsubscribed' : 'suppressed',
    )
  return stopped
}
