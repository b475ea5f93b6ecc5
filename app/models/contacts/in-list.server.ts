import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { contacts, personaContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { encodeCursor } from '~/models/shared/cursor'
import { beyond, newestFirst, type Page, pageOf, updatedFrom } from '~/models/shared/page.server'
import type { Contact, PersonaContactsQuery } from './contact'
import { contactColumns, requirePersona } from './contact.server'
import { STATUS_CONDITIONS } from './search.server'

/** What the list is sorted by. */
const PLACE = { createdAt: personaContacts.addedAt, id: personaContacts.contactId }

/** A contact's email list is the one that is shown. */
const ofList = (industry: string) => ({
  personaId: personaContacts.personaId,
  personaIndustry: sql<string>`${industry}::text`,
})

/**
 * One page of the contacts in an email list, newest member first. Skips the rows before the page by an index-only scan from the
 * nearer end, so that the last page is as fast as the first.
 */
export async function listPersonaContacts(
  db: Db,
  userId: string,
  personaId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Contact[]> {
  const { industry, contactCount } = await requirePersona(db, userId, personaId)
  const size = Math.min(limit, contactCount - offset)
  if (size <= 0) return []
  const fromEnd = offset > contactCount / 2
  const order = fromEnd ? asc : desc
  const page = db
    .select({ contactId: personaContacts.contactId })
    .from(personaContacts)
    .where(eq(personaContacts.personaId, personaId))
    .orderBy(order(personaContacts.addedAt), order(personaContacts.contactId))
    .limit(size)
    .offset(fromEnd ? contactCount - offset - size : offset)
  const rows: Contact[] = await db
    .select({ ...contactColumns, ...ofList(industry) })
    .from(personaContacts)
    .innerJoin(contacts, eq(contacts.id, personaContacts.contactId))
    .where(
      and(
        eq(personaContacts.personaId, personaId),
        inArray(personaContacts.contactId, sql`(select contact_id from ${page} as page)`),
        eq(contacts.userId, userId),
      ),
    )
    .orderBy(order(personaContacts.addedAt), order(personaContacts.contactId))
  return fromEnd ? rows.reverse() : rows
}

/**
 * One page of the contacts in an email list after a cursor, newest member first, with the number of those that pass the filters. Without
 * a cursor it begins at `offset`.
 */
export async function listPersonaContactChanges(
  db: Db,
  userId: string,
  personaId: string,
  { limit, offset, cursor, statusFilter, updatedSince }: PersonaContactsQuery,
): Promise<Page<Contact> & { total: number }> {
  const { industry, contactCount } = await requirePersona(db, userId, personaId)
  const filters = and(STATUS_CONDITIONS[statusFilter], updatedFrom(contacts.updatedAt, updatedSince))
  if (!filters && !cursor) {
    const rows = await listPersonaContacts(db, userId, personaId, { limit, offset })
    const last = offset + rows.length < contactCount ? rows.at(-1) : undefined
    return { rows, cursor: last ? await placeOf(db, personaId, last.id) : null, total: contactCount }
  }
  const wanted = and(eq(personaContacts.personaId, personaId), eq(contacts.userId, userId), filters)
  const members = () =>
    db
      .select({ ...contactColumns, ...ofList(industry), addedAt: personaContacts.addedAt })
      .from(personaContacts)
      .innerJoin(contacts, eq(contacts.id, personaContacts.contactId))
  const found = await members()
    .where(and(wanted, beyond(PLACE, cursor)))
    .orderBy(...newestFirst(PLACE))
    .limit(limit + 1)
    .offset(cursor ? 0 : offset)
  const page = pageOf(found, limit, ({ addedAt, id }) => ({ createdAt: addedAt, id }))
  return {
    rows: page.rows.map(({ addedAt: _, ...contact }) => contact),
    cursor: page.cursor,
    total: filters ? await db.$count(members().where(wanted).as('wanted')) : contactCount,
  }
}

/** The cursor of a contact in a list; null if it has just left it. */
async function placeOf(db: Db, personaId: string, id: string): Promise<string | null> {
  const [row] = await db
    .select(PLACE)
    .from(personaContacts)
    .where(and(eq(personaContacts.personaId, personaId), eq(personaContacts.contactId, id)))
  return row ? encodeCursor(row) : null
}
