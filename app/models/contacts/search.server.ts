import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { contacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { decodeCursor, encodeCursor } from '~/models/shared/cursor'
import { anywhere } from '~/models/shared/patterns'
import type { Contact, ContactsQuery } from './contact'
import { contactColumns } from './contact.server'
import { WITH_STATUS } from './list.server'
import { SHORTEST_SEARCH } from './search'

/** What a search over all contacts reads: to the letter the expression of the index `contacts_search_idx`. */
const SEARCHED = sql.raw(
  `(email || ' ' || name || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, ''))`,
)

/** The newest contacts that a text too short for the index is looked for in. */
const LOOKED_AT = 10_000

/** Whether a contact holds `text` in its address or a name, in whatever case; with the columns of `contacts`. */
export function holdsText(userId: string, text: string): SQL {
  const pattern = anywhere(text)
  if (text.trim().length >= SHORTEST_SEARCH) return sql`${SEARCHED} ilike ${pattern}`
  // Not the index's expression: of so short a text it would give every row there is.
  return sql`${SEARCHED} || '' ilike ${pattern} and contacts.created_at >= coalesce((
    select n.created_at from contacts n where n.user_id = ${userId}::uuid
    order by n.created_at desc, n.id desc offset ${LOOKED_AT - 1} limit 1), '-infinity')`
}

export interface ContactSearch {
  text: string
  limit: number
  cursor?: string | undefined
  status?: ContactsQuery['statusFilter']
  industry?: string | undefined
}

/** The contacts that hold a text, newest first: a page, and the cursor of the next one. */
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
        holdsText(userId, text),
        WITH_STATUS[status],
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
