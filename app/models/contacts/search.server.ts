import { and, eq, type SQL, sql } from 'drizzle-orm'
import { contacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { afterCursor, newestFirst, type Page, pageOf } from '~/models/shared/page.server'
import { normalize } from '~/normalize'
import { contactColumns } from './columns.server'
import type { Contact, ContactsQuery } from './contact'
import { SHORTEST_SEARCH } from './search'

/** The condition of each status. Must match the partial indexes exactly. */
export const STATUS_CONDITIONS: Record<ContactsQuery['statusFilter'], SQL | undefined> = {
  all: undefined,
  active: sql`not suppressed and not unsubscribed and not hard_bounced`,
  bounced: sql`hard_bounced and not suppressed and not unsubscribed`,
  unsubscribed: sql`unsubscribed and not suppressed`,
  suppressed: sql`suppressed`,
}

/** The text that searches match. Must be exactly the expression of the index `contacts_search_idx`. */
const SEARCHED = sql.raw(
  'searched_contact(contacts.email, contacts.name, contacts.first_name, contacts.last_name, contacts.organization_name, contacts.custom)',
)

/** Texts too short for the index are searched only in this many newest contacts. */
const NEWEST_SEARCHED = 10_000

/**
 * Whether a contact's address, names, company or own texts contain `text`, ignoring case and accents: "Nguyen" finds "Nguyễn". Uses columns
 * of `contacts`.
 */
export function matchesText(userId: string, text: string): SQL {
  // What is left of a letter with an accent that is written as two signs is one sign.
  if (normalize(text.trim(), 'NFC').length >= SHORTEST_SEARCH)
    return sql`${SEARCHED} like search_pattern(${text})`
  // Avoids the index on purpose: for so short a text it would return every row.
  return sql`${SEARCHED} || '' like search_pattern(${text}) and contacts.created_at >= coalesce((
    select n.created_at from contacts n where n.user_id = ${userId}::uuid
    order by n.created_at desc, n.id desc offset ${NEWEST_SEARCHED - 1} limit 1), '-infinity')`
}

export interface ContactSearch {
  text: string
  limit: number
  cursor?: string | undefined
  status?: ContactsQuery['statusFilter']
  industry?: string | undefined
}

/** One page of the contacts that contain a text, newest first, and the cursor of the next page. */
export async function searchContacts(
  db: Db,
  userId: string,
  { text, limit, cursor, status = 'all', industry }: ContactSearch,
): Promise<Page<Contact>> {
  if (!text.trim()) return { rows: [], cursor: null }
  const found: Contact[] = await db
    .select(contactColumns)
    .from(contacts)
    .where(
      and(
        eq(contacts.userId, userId),
        matchesText(userId, text),
        STATUS_CONDITIONS[status],
        industry ? eq(contacts.industry, industry) : undefined,
        afterCursor(contacts, cursor),
      ),
    )
    .orderBy(...newestFirst(contacts))
    .limit(limit + 1)
  return pageOf(found, limit)
}
