import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { contacts, personaContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { afterCursor, newestFirst, type Page, pageOf, updatedFrom } from '~/models/shared/page.server'
import { contactColumns } from './columns.server'
import type { Contact, PersonaContactsQuery } from './contact'
import { requirePersona } from './contact.server'
import { STATUS_CONDITIONS } from './search.server'

/** What the list is sorted by. */
const PLACE = { createdAt: personaContacts.addedAt, id: personaContacts.contactId }

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
  const { contactCount } = await requirePersona(db, userId, personaId)
  return (await readMembers(db, userId, { contactCount, personaId, limit, offset })).map(toContact)
}

interface Reading {
  personaId: string
  contactCount: number
  limit: number
  offset: number
}

type Member = Contact & { addedAt: Date }

const toContact = ({ addedAt: _, ...contact }: Member): Contact => contact

async function readMembers(
  db: Db,
  userId: string,
  { personaId, contactCount, limit, offset }: Reading,
): Promise<Member[]> {
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
  const rows: Member[] = await db
    .select({ ...contactColumns, addedAt: personaContacts.addedAt })
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
  const { contactCount } = await requirePersona(db, userId, personaId)
  const filters = and(STATUS_CONDITIONS[statusFilter], updatedFrom(contacts.updatedAt, updatedSince))
  const wanted = and(eq(personaContacts.personaId, personaId), eq(contacts.userId, userId), filters)
  const members = () =>
    db
      .select({ ...contactColumns, addedAt: personaContacts.addedAt })
      .from(personaContacts)
      .innerJoin(contacts, eq(contacts.id, personaContacts.contactId))
  const found: Member[] =
    filters || cursor
      ? await members()
          .where(and(wanted, afterCursor(PLACE, cursor)))
          .orderBy(...newestFirst(PLACE))
          .limit(limit + 1)
          .offset(cursor ? 0 : offset)
      : await readMembers(db, userId, { contactCount, personaId, limit: limit + 1, offset })
  const page = pageOf(found, limit, ({ addedAt, id }) => ({ createdAt: addedAt, id }))
  return {
    rows: page.rows.map(toContact),
    cursor: page.cursor,
    total: filters ? await db.$count(members().where(wanted).as('wanted')) : contactCount,
  }
}
