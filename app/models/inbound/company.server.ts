import { and, eq, inArray, ne, type SQL } from 'drizzle-orm'
import { contacts, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onCompanyReply } from '~/engine/replies'
import { type Company, emailDomain, findCompany } from '~/models/enrollments/company.server'
import { lockEnrollments } from '~/models/shared/locks.server'
import { applyMessage } from './effects.server'

/** The active enrollments of the user's other contacts with the domain. */
const colleaguesIn = (tx: Db, userId: string, { domain, colleague }: Company): SQL =>
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
): Promise<Company | null> {
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
  company: Company,
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
