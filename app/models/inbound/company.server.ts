import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { contacts, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { type CompanyReply, type OtherReplyPolicy, onCompanyReply } from '~/engine/replies'
import { getContactSettings } from '~/models/accounts/contact-settings.server'
import { lockEnrollments } from '~/models/shared/locks.server'
import { domainOf } from '~/models/suppressions/suppression.server'
import { applyMessage } from './effects.server'
import { isFreemail } from './freemail.server'

/** The domain of a contact's address, as it is indexed. */
const emailDomain = sql`split_part(lower(${contacts.email}), '@', -1)`

/** What a reply means for the contact's colleagues. */
export interface ColleagueEffect extends Omit<CompanyReply, 'at'> {
  policy: OtherReplyPolicy
}

/** The company of a contact; null if the user ignores replies of colleagues, or if the address says nothing about the company. */
async function findCompany(tx: Db, userId: string, contactId: string): Promise<ColleagueEffect | null> {
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

/** The active enrollments of the user's other contacts with the domain. */
const colleaguesIn = (tx: Db, userId: string, { domain, colleague }: ColleagueEffect): SQL =>
  and(
    inArray(
      sequenceContacts.contactId,
      tx
        .select({ id: contacts.id })
        .from(contacts)
        .where(and(eq(contacts.userId, userId), eq(emailDomain, domain), ne(contacts.id, colleague))),
    ),
    eq(sequenceContacts.userId, userId),
    eq(sequenceContacts.status, 'active'),
  )!

/**
 * Locks the enrollments that a reply may change, all at once and so by ascending id: the one it replies to, the contact's others, and those
 * of colleagues. @param others further enrollments @returns the contact's company, if its colleagues are affected
 */
export async function lockReplied(
  tx: Db,
  userId: string,
  { contactId, enrollmentId }: { contactId: string; enrollmentId: string | null },
  others: string[] = [],
): Promise<ColleagueEffect | null> {
  const company = await findCompany(tx, userId, contactId)
  const ids = await listIds(tx, eq(sequenceContacts.contactId, contactId))
  if (company) ids.push(...(await listIds(tx, colleaguesIn(tx, userId, company))))
  await lockEnrollments(tx, [...(enrollmentId ? [enrollmentId] : []), ...ids, ...others])
  return company
}

async function listIds(tx: Db, where: SQL | undefined): Promise<string[]> {
  const rows = await tx.select({ id: sequenceContacts.id }).from(sequenceContacts).where(where)
  return rows.map(({ id }) => id)
}

/** Holds or stops the enrollments of a contact's colleagues after its reply. */
export async function holdOrStopColleagues(
  tx: Db,
  userId: string,
  messageId: string,
  company: ColleagueEffect,
  at: Date,
  now: Date,
): Promise<void> {
  const { policy, ...reply } = company
  await applyMessage(
    tx,
    messageId,
    colleaguesIn(tx, userId, company),
    (s) => onCompanyReply(s, { at, ...reply }, policy),
    now,
  )
}
