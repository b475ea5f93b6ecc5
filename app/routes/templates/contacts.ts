import { page } from '~/http/page.server'
import { ContactsQuery, displayName } from '~/models/contacts/contact'
import { listContacts } from '~/models/contacts/list.server'
import { searchContacts } from '~/models/contacts/search.server'

const MOST = 8

/** The newest contacts, or those that contain a text, for scripts that show an email as one of them. */
export const loader = page(async ({ db, userId, url }) => {
  const text = (url.searchParams.get('find') ?? '').slice(0, 200).replaceAll('\0', '')
  const rows = text.trim()
    ? (await searchContacts(db, userId, { text, limit: MOST })).rows
    : (await listContacts(db, userId, ContactsQuery.parse({ limit: MOST }))).contacts
  return Response.json(rows.map((row) => ({ id: row.id, name: displayName(row), email: row.email })))
})
