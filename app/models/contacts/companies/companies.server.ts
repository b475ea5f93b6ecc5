import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '~/db.server'
import { invalid, notFound } from '~/errors'
import { FREEMAIL_DOMAINS, isFreemail } from '~/models/shared/addresses/freemail.server'
import type { Total } from '~/models/shared/fields'
import { countUpTo, type Page } from '~/models/shared/page.server'
import { containsText } from '~/models/shared/search.server'
import { withinLimit } from '../filter/filter.server'
import type { CompaniesQuery, Company, CompanyOrder } from './company'

const DOMAIN = sql`split_part(lower(c.email), '@', -1)`

/** Whether no email may go to a contact `c`. */
const STOPPED = sql`(c.suppressed or c.unsubscribed or c.hard_bounced or exists (
  select from suppressions s where s.user_id = c.user_id and s.domain = ${DOMAIN}))`

/** The companies of a user, without what happened to their emails. Addresses of free-mail providers say nothing about a company. */
const companies = (userId: string, { q, domain }: { q?: string | undefined; domain?: string }): SQL => sql`
  select ${DOMAIN} as domain, mode() within group (order by nullif(btrim(c.organization_name), '')) as name,
    count(*)::int as contacts, (count(*) filter (where ${STOPPED}))::int as stopped
  from contacts c where c.user_id = ${userId}::uuid
    and ${domain === undefined ? sql`${DOMAIN} <> all(${sql.param(FREEMAIL_DOMAINS)}::text[])` : sql`${DOMAIN} = ${domain}::text`}
  group by 1
  ${q ? sql`having ${containsText(DOMAIN, q)} or bool_or(${containsText(sql`c.organization_name`, q)})` : sql``}`

/** Adds what happened to the emails. @param among companies as `companies` returns them */
const withMail = (userId: string, among: SQL): SQL => sql`
  select g.*, m.sent as "emailsSent", m.replied as "lastReplyAt"
  from (${among}) g cross join lateral (
    select count(l.sent_at)::int as sent, max(l.replied_at) as replied
    from contacts c join email_logs l on l.contact_id = c.id
    where c.user_id = ${userId}::uuid and ${DOMAIN} = g.domain) m`

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
  { q, sortBy, sortOrder, limit, offset = 0, after }: CompaniesPage,
): Promise<{ rows: Company[]; total: Total }> {
  const all = companies(userId, { q })
  const ordered = sql`order by ${COLUMNS[sortBy]} ${sql.raw(sortOrder)} nulls last, domain collate "C"`
  const order = sql`${ordered} limit ${limit} offset ${offset}`
  const wanted = after === undefined ? sql`` : sql`where domain collate "C" > ${after}::text collate "C"`
  // What only the rows of the page need is asked for them alone.
  const page = OF_MAIL.includes(sortBy)
    ? sql`${withMail(userId, all)} ${order}`
    : withMail(userId, sql`select * from (${all}) a ${wanted} ${order}`)
  return withinLimit(db, async (tx) => {
    const rows = await tx.execute<Row>(sql`select * from (${page}) p ${ordered}`)
    const counted = { limit: (n: number) => sql`(select 1 from (${all}) a limit ${n})` }
    return { rows: rows.map(companyOf), total: await countUpTo(tx, counted) }
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
  const [row] = await db.execute<Row>(withMail(userId, companies(userId, { domain })))
  return row ? companyOf(row) : notFound('Company not found')
}
