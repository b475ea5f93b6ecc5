import { and, asc, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { contactIndustries, contactStats, contacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { encodeCursor } from '~/models/shared/cursor'
import { afterCursor, countUpTo, type Page, pageOf, updatedFrom } from '~/models/shared/page.server'
import { contactColumns } from './columns.server'
import type { Contact, ContactChangesQuery, ContactsQuery } from './contact'
import { checkFilter, parseFilter } from './filter/filter'
import { type FilterTime, filterCondition, withinLimit } from './filter/filter.server'
import { afterSorted, encodeSorted, orderOf, type Sort, sortOf } from './filter/sort.server'
import { listOwnFields } from './own-fields/own-fields.server'
import { matchesText, STATUS_CONDITIONS } from './search.server'
import { getContactView } from './views/views.server'

/** One page of contacts, with the counters of all contacts. A page beyond the last one is empty. */
export async function listContacts(db: Db, userId: string, query: ContactsQuery) {
  const stats = await getContactStats(db, userId)
  const total = await countContacts(db, userId, query, stats)
  return { contacts: await readPage(db, userId, query, total), total, stats: shownOf(stats) }
}

const shownOf = ({ total: _, ...stats }: ContactStats) => stats

/**
 * One page of contacts after a cursor, with the cursor of the next page and the counters of all contacts. Without a cursor it begins at
 * `query.page`. What no counter knows is counted up to a limit (see countUpTo).
 * @throws AppError INVALID for a filter that is none, or that takes too long
 */
export async function listContactChanges(
  db: Db,
  userId: string,
  query: ContactChangesQuery,
  time: FilterTime,
) {
  const view = query.viewId === undefined ? null : await getContactView(db, userId, query.viewId)
  const sortBy = query.sortBy ?? view?.sortBy ?? 'createdAt'
  const sorted = { ...query, sortBy, sortOrder: query.sortOrder ?? view?.sortOrder ?? 'desc' }
  const isPlain = sortBy === 'createdAt'
  if (isPlain && query.filter === undefined && !view?.filter) return readChanges(db, userId, sorted)
  const own = await listOwnFields(db, userId)
  const given =
    query.filter === undefined
      ? view?.filter && checkFilter(view.filter, own)
      : parseFilter(query.filter, own)
  const condition = given ? filterCondition(given, time) : undefined
  const sort = isPlain ? undefined : sortOf(sortBy, sorted.sortOrder, own)
  return withinLimit(db, (tx) => readChanges(tx, userId, sorted, condition, sort))
}

/**
 * The condition of the contacts that a query finds, for a change of all of them.
 * @throws AppError INVALID for a filter that is none
 */
export async function conditionOf(
  db: Db,
  userId: string,
  query: Pick<ContactChangesQuery, 'q' | 'statusFilter' | 'industryFilter' | 'filter'>,
  time: FilterTime,
): Promise<SQL | undefined> {
  const { q, filter } = query
  const own = filter === undefined ? [] : await listOwnFields(db, userId)
  return and(
    wantedOf(userId, query),
    q ? matchesText(userId, q) : undefined,
    filter === undefined ? undefined : filterCondition(parseFilter(filter, own), time),
  )
}

/** The condition of the contacts that a call names. */
export const namedContacts = (ids: string[]): SQL => inArray(contacts.id, ids)

/** How many contacts of the user pass a condition. @throws AppError INVALID if it takes too long */
export const countMatching = (db: Db, userId: string, condition: SQL | undefined): Promise<number> =>
  withinLimit(db, (tx) => tx.$count(contacts, and(eq(contacts.userId, userId), condition)))

/** A query whose order is decided. */
type SortedQuery = ContactChangesQuery & Pick<ContactsQuery, 'sortOrder'>

async function readChanges(db: Db, userId: string, query: SortedQuery, filter?: SQL, sort?: Sort) {
  const { email, q, tag, updatedSince, cursor, page, limit } = query
  const filters = and(
    filter,
    email ? sql`lower(${contacts.email}) = ${email.toLowerCase()}` : undefined,
    q ? matchesText(userId, q) : undefined,
    tag ? sql`${tag} = any(${contacts.tags})` : undefined,
    updatedFrom(contacts.updatedAt, updatedSince),
  )
  const wanted = and(wantedOf(userId, query), filters)
  const stats = await getContactStats(db, userId)
  const counted = await countContacts(db, userId, query, stats)
  const matching = db.select({ one: sql`1` }).from(contacts).where(wanted)
  const total = filters ? await countUpTo(db, matching) : counted
  if (sort) return { ...(await readSorted(db, wanted, query, sort)), total, stats: shownOf(stats) }
  if (!filters && !cursor) {
    const rows = await readPage(db, userId, query, counted)
    const hasMore = rows.length > 0 && page * limit < counted
    return { rows, cursor: hasMore ? encodeCursor(rows.at(-1)!) : null, total, stats: shownOf(stats) }
  }
  const order = query.sortOrder === 'asc' ? asc : desc
  const found: Contact[] = await db
    .select(contactColumns)
    .from(contacts)
    .where(and(wanted, afterCursor(contacts, cursor, query.sortOrder)))
    .orderBy(order(contacts.createdAt), order(contacts.id))
    .limit(limit + 1)
    .offset(cursor ? 0 : (page - 1) * limit)
  return { ...pageOf(found, limit), total, stats: shownOf(stats) }
}

/** One page in another order than that of creation. */
async function readSorted(
  db: Db,
  wanted: SQL | undefined,
  { cursor, page, limit }: ContactChangesQuery,
  sort: Sort,
): Promise<Page<Contact>> {
  const found = await db
    .select({ contact: contactColumns, value: sql<string | null>`(${sort.value})::text` })
    .from(contacts)
    .where(and(wanted, afterSorted(sort, cursor)))
    .orderBy(orderOf(sort))
    .limit(limit + 1)
    .offset(cursor ? 0 : (page - 1) * limit)
  const last = found[limit - 1]
  return {
    rows: found.slice(0, limit).map(({ contact }) => contact),
    cursor: found.length > limit && last ? encodeSorted(sort, last.value, last.contact.id) : null,
  }
}

const wantedOf = (
  userId: string,
  { statusFilter, industryFilter }: Pick<ContactsQuery, 'statusFilter' | 'industryFilter'>,
) =>
  and(
    eq(contacts.userId, userId),
    STATUS_CONDITIONS[statusFilter],
    industryFilter ? eq(contacts.industry, industryFilter) : undefined,
  )

/** Counts the contacts that match a filter from the stored counters, in constant time. */
async function countContacts(
  db: Db,
  userId: string,
  { statusFilter, industryFilter }: Pick<ContactsQuery, 'statusFilter' | 'industryFilter'>,
  stats: ContactStats,
): Promise<number> {
  const which = statusFilter === 'all' ? 'total' : statusFilter
  if (!industryFilter) return stats[which]
  const [row] = await db
    .select()
    .from(contactIndustries)
    .where(and(eq(contactIndustries.userId, userId), eq(contactIndustries.industry, industryFilter)))
  return row ? countsOf(row)[which] : 0
}

/**
 * Reads one page. Skips the rows before it by an index-only scan from the nearer end, so that the last page is as fast as the
 * first.
 */
async function readPage(
  db: Db,
  userId: string,
  query: Omit<ContactsQuery, 'sortBy'>,
  total: number,
): Promise<Contact[]> {
  const start = (query.page - 1) * query.limit
  const size = Math.min(query.limit, total - start)
  if (size <= 0) return []
  const fromEnd = start > total / 2
  const order = (query.sortOrder === 'asc') === fromEnd ? desc : asc
  const ids = db
    .select({ id: contacts.id })
    .from(contacts)
    .where(wantedOf(userId, query))
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

type Counted = Pick<typeof contactStats.$inferSelect, 'total' | 'active' | 'unsubscribed' | 'suppressed'>

/** The number of contacts, and how many of them have each status: each has one. */
export interface ContactStats extends Counted {
  bounced: number
}

const countsOf = ({ total, active, unsubscribed, suppressed }: Counted): ContactStats => ({
  ...{ total, active, unsubscribed, suppressed },
  bounced: total - active - unsubscribed - suppressed,
})

/** The counters of a user's contacts. */
export async function getContactStats(db: Db, userId: string): Promise<ContactStats> {
  const [stats] = await db.select().from(contactStats).where(eq(contactStats.userId, userId))
  return countsOf(stats ?? { total: 0, active: 0, unsubscribed: 0, suppressed: 0 })
}

/** The maximum number of options of the industry filter. */
const MAX_INDUSTRIES = 500

/** The industries of the user's contacts, sorted by name, with the number of contacts in each. */
export async function listIndustries(db: Db, userId: string): Promise<{ industry: string; total: number }[]> {
  return db
    .select({ industry: contactIndustries.industry, total: contactIndustries.total })
    .from(contactIndustries)
    .where(and(eq(contactIndustries.userId, userId), gt(contactIndustries.total, 0)))
    .orderBy(contactIndustries.industry)
    .limit(MAX_INDUSTRIES)
}
