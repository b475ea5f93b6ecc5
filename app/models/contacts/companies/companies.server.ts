import { eq, type SQL, sql } from 'drizzle-orm'
import { users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { invalid, notFound } from '~/errors'
import { FREEMAIL_DOMAINS, isFreemail } from '~/models/shared/addresses/freemail.server'
import type { Total } from '~/models/shared/fields'
import { countUpTo, type Page } from '~/models/shared/page.server'
import { containsText } from '~/models/shared/search.server'
import type { Filter } from '../filter/filter'
import { type FilterTime, filterCondition, withinLimit } from '../filter/filter.server'
import { COMPANY_COLUMNS, type CompaniesQuery, type Company, type CompanyOrder } from './company'

const DOMAIN = sql`split_part(lower(contacts.email), '@', -1)`

/** Whether no email may go to a contact. */
const STOPPED = sql`(contacts.suppressed or contacts.unsubscribed or contacts.hard_bounced or exists (
  select from suppressions s where s.user_id = contacts.user_id and s.domain = ${DOMAIN}))`

/** The contacts that count. @param among a condition of `contacts` */
const counted = (userId: string, among: SQL): SQL => sql`contacts.user_id = ${userId}::uuid and ${among}`

/** The companies of a user, without what happened to their emails. Addresses of free-mail providers say nothing about a company. */
const companies = (
  userId: string,
  { q, domain, among }: { q?: string | undefined; domain?: string; among: SQL },
): SQL => sql`
  select ${DOMAIN} as domain, mode() within group (order by nullif(btrim(contacts.organization_name), '')) as name,
    count(*)::int as contacts, (count(*) filter (where ${STOPPED}))::int as stopped
  from contacts where ${counted(userId, among)}
    and ${domain === undefined ? sql`${DOMAIN} <> all(${sql.param(FREEMAIL_DOMAINS)}::text[])` : sql`${DOMAIN} = ${domain}::text`}
  group by 1
  ${q ? sql`having ${containsText(DOMAIN, q)} or bool_or(${containsText(sql`contacts.organization_name`, q)})` : sql``}`

/** Adds what happened to the emails. @param given companies as `companies` returns them */
const withMail = (userId: string, among: SQL, given: SQL): SQL => sql`
  select g.*, m.sent as "emailsSent", m.replied as "lastReplyAt"
  from (${given}) g cross join lateral (
    select count(l.sent_at)::int as sent, max(l.replied_at) as replied
    from contacts join email_logs l on l.contact_id = contacts.id
    where ${counted(userId, among)} and ${DOMAIN} = g.domain) m`

const COLUMNS: Record<CompanyOrder, SQL> = {
  domain: sql`domain collate "C"`,
  name: sql`lower(name)`,
  contacts: sql`contacts`,
  stopped: sql`stopped`,
  emailsSent: sql`"emailsSent"`,
  lastReplyAt: sql`"lastReplyAt"`,
}
const OF_MAIL: readonly CompanyOrder[] = ['emailsSent', 'lastReplyAt']

interface CompaniesPage {
  q?: string | undefined
  /** Counts only contacts that pass it. */
  filter?: { passes: Filter; time: FilterTime } | undefined
  sortBy: CompanyOrder
  sortOrder: 'asc' | 'desc'
  limit: number
  /** Rows to skip. */
  offset?: number
  /** Only companies after this domain; for those sorted by domain. */
  after?: string | undefined
}

/**
 * Companies in any order, and how many there are.
 * @throws AppError INVALID if the user has so many contacts that it takes too long
 */
export function sortCompanies(
  db: Db,
  userId: string,
  { q, filter, sortBy, sortOrder, limit, offset = 0, after }: CompaniesPage,
): Promise<{ rows: Company[]; total: Total }> {
  const among = filter ? filterCondition(filter.passes, filter.time) : sql`true`
  const all = companies(userId, { q, among })
  const ordered = sql`order by ${COLUMNS[sortBy]} ${sql.raw(sortOrder)} nulls last, domain collate "C"`
  const order = sql`${ordered} limit ${limit} offset ${offset}`
  const wanted = after === undefined ? sql`` : sql`where domain collate "C" > ${after}::text collate "C"`
  // What only the rows of the page need is asked for them alone.
  const page = OF_MAIL.includes(sortBy)
    ? sql`${withMail(userId, among, all)} ${order}`
    : withMail(userId, among, sql`select * from (${all}) a ${wanted} ${order}`)
  return withinLimit(db, async (tx) => {
    const rows = await tx.execute<Row>(sql`select * from (${page}) p ${ordered}`)
    const upTo = { limit: (n: number) => sql`(select 1 from (${all}) a limit ${n})` }
    return { rows: rows.map(companyOf), total: await countUpTo(tx, upTo) }
  })
}

type Row = Omit<Company, 'lastReplyAt'> & { lastReplyAt: string | Date | null }
const companyOf = (row: Row): Company => ({
  ...{ domain: row.domain, name: row.name, contacts: row.contacts, emailsSent: row.emailsSent },
  ...{ lastReplyAt: row.lastReplyAt ? new Date(row.lastReplyAt) : null, stopped: row.stopped },
})

/** One page of the user's companies by domain, and the cursor of the next page. @throws AppError INVALID for a malformed cursor */
export async function listCompanies(
  db: Db,
  userId: string,
  { q, limit, cursor }: CompaniesQuery,
): Promise<Page<Company> & { total: Total }> {
  const after = cursor === undefined ? undefined : decode(cursor)
  const wanted = { q, after, limit: limit + 1, sortBy: 'domain', sortOrder: 'asc' } as const
  const { rows: found, total } = await sortCompanies(db, userId, wanted)
  const rows = found.slice(0, limit)
  return { rows, total, cursor: found.length > limit ? encode(rows.at(-1)!.domain) : null }
}

/** The domain as an opaque text. */
const encode = (domain: string) => Buffer.from(JSON.stringify([domain])).toString('base64url')
function decode(cursor: string): string {
  try {
    const [domain] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (typeof domain === 'string' && !domain.includes('\0')) return domain
  } catch {}
  return invalid('Invalid cursor', 'cursor')
}

/** The company of a domain. @throws AppError NOT_FOUND for one of a free-mail provider, and if no contact has it */
export async function getCompany(db: Db, userId: string, given: string): Promise<Company> {
  const domain = given.toLowerCase()
  if (isFreemail(domain) || domain.includes('\0')) notFound('Company not found')
  const among = sql`true`
  const [row] = await db.execute<Row>(withMail(userId, among, companies(userId, { domain, among })))
  return row ? companyOf(row) : notFound('Company not found')
}

/** What the user's table of companies shows beside the company, in order. */
export async function getCompanyColumns(db: Db, userId: string): Promise<typeof COMPANY_COLUMNS> {
  const [row] = await db.select({ chosen: users.companyColumns }).from(users).where(eq(users.id, userId))
  const chosen = row!.chosen.flatMap((column) => COMPANY_COLUMNS.find(({ value }) => value === column) ?? [])
  return chosen.length > 0 ? chosen : COMPANY_COLUMNS
}

/** Stores them. @param columns empty for all of them in their usual order */
export async function setCompanyColumns(db: Db, userId: string, columns: CompanyOrder[]): Promise<void> {
  await db.update(users).set({ companyColumns: columns }).where(eq(users.id, userId))
}
