import { and, eq, gte, ne, or, sql } from 'drizzle-orm'
import { contacts, inboundMessages } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { OtherReplyPolicy } from '~/engine/replies'
import { getContactSettings } from '~/models/accounts/contact-settings.server'
import { isFreemail } from '~/models/shared/addresses/freemail.server'
import { domainOf } from '~/models/suppressions/suppression.server'

/** The domain of a contact's address, as it is indexed. */
export const emailDomain = sql`split_part(lower(${contacts.email}), '@', -1)`

/** The company of a contact, and what a reply of one of its people does to the others. */
export interface Company {
  policy: OtherReplyPolicy
  /** The domain of its addresses. */
  domain: string
  /** The id of the contact. */
  colleague: string
  /** The name or address of the contact. */
  detail: string
}

/** The company of a contact; null if the user ignores replies of colleagues, or if the address says nothing about the company. */
export async function findCompany(tx: Db, userId: string, contactId: string): Promise<Company | null> {
  const { companyReply: policy } = await getContactSettings(tx, userId)
  if (policy === 'ignore') return null
  const [contact] = await tx
    .select({ email: contacts.email, firstName: contacts.firstName, lastName: contacts.lastName })
    .from(contacts)
    .where(and(eq(contacts.id, contactId), eq(contacts.userId, userId)))
  const domain = contact && domainOf(contact.email)
  if (!domain || isFreemail(domain)) return null
  const name = [contact.firstName, contact.lastName].filter(Boolean).join(' ')
  return { policy, domain, colleague: contactId, detail: name ? `${name}, ${domain}` : contact.email }
}

/**
 * Whether the contact, or a colleague whose replies affect it, replied to any email of the user since an instant. Replies that the user's
 * settings ignore do not count.
 */
export async function hasRepliedElsewhere(
  tx: Db,
  userId: string,
  contactId: string,
  since: Date,
): Promise<boolean> {
  const { otherReplies } = await getContactSettings(tx, userId)
  const company = await findCompany(tx, userId, contactId)
  const [reply] = await tx
    .select({ id: inboundMessages.id })
    .from(inboundMessages)
    .innerJoin(contacts, eq(contacts.id, inboundMessages.contactId))
    .where(
      and(
        eq(contacts.userId, userId),
        eq(inboundMessages.kind, 'reply'),
        gte(inboundMessages.receivedAt, since),
        or(
          otherReplies === 'ignore' ? sql`false` : eq(contacts.id, contactId),
          company ? and(eq(emailDomain, company.domain), ne(contacts.id, contactId)) : sql`false`,
        ),
      ),
    )
    .limit(1)
  return reply !== undefined
}
