import { and, asc, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { contactIndustries, contactStats, contacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { Contact, ContactsQuery } from './contact'
import { contactColumns } from './contact.server'

/** The condition of each status. Must match the partial indexes exactly. */
export const STATUS_CONDITIONS: Record<ContactsQuery['statusFilter'], SQL | undefined> = {
  all: undefined,
  active: sql`not suppressed and not unsubscribed and not hard_bounced`,
  unsubscribed: sql`unsubscribed and not suppressed`,
  suppressed: sql`suppressed`,
}

/** One page of contacts, with the counters of all contacts. A page beyond the last one is empty. */
export async function listContacts(db: Db, userId: string, query: ContactsQuery) {
  const stats = await getContactStats(db, userId)
  const total = await countContacts(db, userId, query, stats)
  return {
    contacts: await readPage(db, userId, query, total),
    total,
    stats: { active: stats.active, suppressed: stats.suppressed, unsubscribed: stats.unsubscribed },
  }
}

/** Counts the contacts that match a filter from the stored counters, in constant time. */
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
 * Reads one page. Skips the rows before it by an index-only scan from the nearer end, so that the last page is as fast as the
 * first.
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
        STATUS_CONDITIONS[query.statusFilter],
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

/** The counters of a user's contacts. */
export async function getContactStats(db: Db, userId: string) {
  const [stats] = await db.select().from(contactStats).where(eq(contactStats.userId, userId))
  return stats ?? { userId, total: 0, active: 0, unsubscribed: 0, suppressed: 0 }
}

/** Most options of the industry filter. */
const MOST_INDUSTRIES = 500

/** The industries of the user's contacts, sorted by name, with the number of contacts in each. */
export async function listIndustries(db: Db, userId: string): Promise<{ industry: string; total: number }[]> {
  return db
    .select({ industry: contactIndustries.industry, total: contactIndustries.total })
    .from(contactIndustries)
    .where(and(eq(contactIndustries.userId, userId), gt(contactIndustries.total, 0)))
    .orderBy(contactIndustries.industry)
    .limit(MOST_INDUSTRIES)
}
