import { and, desc, eq, ilike, or, type SQL } from 'drizzle-orm'
import { contacts, personas, sequences } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { matchesText } from '~/models/contacts/search.server'
import { containsPattern } from '~/models/shared/patterns'
import type { Found } from './search'

/**
 * The user's sequences, email lists and contacts whose name or address contains `text`, newest first, at most `limit` of each.
 * Without a text, the newest sequences and lists.
 */
export async function searchOwn(db: Db, userId: string, text: string, limit: number): Promise<Found> {
  const wanted = text.trim()
  const pattern = wanted ? containsPattern(wanted) : null
  const like = (...columns: Parameters<typeof ilike>[0][]): SQL | undefined =>
    pattern ? or(...columns.map((column) => ilike(column, pattern))) : undefined
  const [foundSequences, foundLists, foundContacts] = await Promise.all([
    db
      .select({ id: sequences.id, name: sequences.name, status: sequences.status })
      .from(sequences)
      .where(and(eq(sequences.userId, userId), like(sequences.name)))
      .orderBy(desc(sequences.createdAt), desc(sequences.id))
      .limit(limit),
    db
      .select({ id: personas.id, name: personas.name, contactCount: personas.contactCount })
      .from(personas)
      .where(and(eq(personas.userId, userId), like(personas.name)))
      .orderBy(desc(personas.createdAt), personas.id)
      .limit(limit),
    pattern === null
      ? []
      : db
          .select({
            id: contacts.id,
            name: contacts.name,
            email: contacts.email,
          })
          .from(contacts)
          .where(and(eq(contacts.userId, userId), matchesText(userId, wanted)))
          .orderBy(desc(contacts.createdAt), desc(contacts.id))
          .limit(limit),
  ])
  return { sequences: foundSequences as Found['sequences'], lists: foundLists, contacts: foundContacts }
}
