import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { contacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { decodeCursor, encodeCursor } from '~/models/shared/cursor'
import { anywhere } from '~/models/shared/patterns'
import type { Contact, ContactsQuery } from './contact'
import { contactColumns } from './contact.server'
import { STATUS_CONDITIONS } from './list.server'
import { SHORTEST_SEARCH } from './search'

/** The text that searches match. Must be exactly the expression of the index `contacts_search_idx`. */
const SEARCHED = sql.raw(
  `(email || ' ' || name || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, ''))`,
)

/** Texts too short for the index are searched only in this many newest contacts. */
const NEWEST_SEARCHED = 10_000

/** Whether a contact's address or names contain `text`, ignoring case. Uses columns of `contacts`. */
export function matchesText(userId: string, text: string): SQL {
  const pattern = anywhere(text)
  if (text.trim().length >= SHORTEST_SEARCH) return sql`${SEARCHED} ilike ${pattern}`
  // Avoids the index on purpose: for so short a text it would return every row.
  return sql`${SEARCHED} || '' ilike ${pattern} and contacts.created_at >= coalesce((
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
): Promise<{ rows: Contact[]; cursor: string | null }> {
  if (!text.trim()) return { rows: [], cursor: null }
  const after = cursor ? decodeCursor(cursor) : null
  const rows: Contact[] = await db
    .select(contactColumns)
    .from(contacts)
    .where(
      and(
        eq(contacts.userId, userId),
        matchesText(userId, text),
        STATUS_CONDITIONS[status],
        industry ? eq(contacts.industry, industry) : undefined,
        after
          ? sql`(${contacts.createdAt}, ${contacts.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(contacts.createdAt), desc(contacts.id))
    .limit(limit)
  return { rows, cursor: rows.length === limit ? encodeCursor(rows.at(-1)!) : null }
}
