import { and, asc, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { contactIndustries, contactStats, contacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { Contact, ContactsQuery } from './contact'
import { contactColumns } from './contact.server'

/** The rows of each status, in the words of the partial indexes. */
export const WITH_STATUS: Record<ContactsQuery['statusFilter'], SQL | undefined> = {
  all: undefined,
  active: sql`not suppressed and not unsubscribed and not hard_bounced`,
  unsubscribed: sql`unsubscribed and not suppressed`,
  suppressed: sql`suppressed`,
}

/** One page of contacts with the counters of all; a page beyond the last one is empty. */
export async function listContacts(db: Db, userId: string, query: ContactsQuery) {
  const stats = await getContactStats(db, userId)
  const total = await countContacts(db, userId, query, stats)
  return {
    contacts: await readPage(db, userId, query, total),
    total,
    stats: { active: stats.active, suppressed: stats.suppressed, unsubscribed: stats.unsubscribed },
  }
}

/** How many contacts a filter leaves, by the counters: the same cost at ten and at ten million. */
async function countContacts(
  db: Db,
  userId: string,
  { statusFilter, industryFilter }: ContactsQuery,
  stats: Awaited<ReturnType<typeof getContactStats>>,
): Promise<number> {
  const which = statusFilter === 'all' ? 'total' : statusFilter
  if (!industryFilter) return stats[which]
  const [row] = await db
    .select()
    .from(contactIndustries)
    .where(and(eq(contactIndustries.userId, userId), eq(contactIndustries.industry, industryFilter)))
  return row?.[which] ?? 0
}

/**
 * The rows of a page. What lies before them is stepped over in the index alone, from whichever end is nearer: the last
 * page costs what the first one does.
 */
async function readPage(db: Db, userId: string, query: ContactsQuery, total: number): Promise<Contact[]> {
  const start = (query.page - 1) * query.limit
  const size = Math.min(query.limit, total - start)
  if (size <= 0) return []
  const fromEnd = start > total / 2
  const order = (query.sortOrder === 'asc') === fromEnd ? desc : asc
  const ids = db
    .select({ id: contacts.id })
    .from(contacts)
    .where(
      and(
        eq(contacts.userId, userId),
        WITH_STATUS[query.statusFilter],
        query.industryFilter ? eq(contacts.industry, query.industryFilter) : undefined,
      ),
    )
    .orderBy(order(contacts.createdAt), order(contacts.id))
    .limit(size)
    .offset(fromEnd ? total - start - size : start)
  const rows: Contact[] = await db
    .select(contactColumns)
    .from(contacts)
    .where(inArray(contacts.id, sql`(select id from ${ids} as page)`))
    .orderBy(order(contacts.createdAt), order(contacts.id))
  return fromEnd ? rows.reverse() : rows
}

/** The counters of all contacts of a user. */
export async function getContactStats(db: Db, userId: string) {
  const [stats] = await db.select().from(contactStats).where(eq(contactStats.userId, userId))
  return stats ?? { userId, total: 0, active: 0, unsubscribed: 0, suppressed: 0 }
}

/** Choices of the industry filter; a list of more is of no use. */
const MOST_INDUSTRIES = 500

/** The industries that the user's contacts have, in order, and how many have each. */
export async function listIndustries(db: Db, userId: string): Promise<{ industry: string; total: number }[]> {
  return db
    .select({ industry: contactIndustries.industry, total: contactIndustries.total })
    .from(contactIndustries)
    .where(and(eq(contactIndustries.userId, userId), gt(contactIndustries.total, 0)))
    .orderBy(contactIndustries.industry)
    .limit(MOST_INDUSTRIES)
}
