import { and, desc, eq } from 'drizzle-orm'
import { contactNotes } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { invalid, notFound } from '~/errors'
import { formatMoment } from '~/models/shared/format-time'
import { getContact } from './contact.server'
import type { Note } from './notes'

/** The maximum number of notes of one contact. */
const MAX_NOTES = 200

/** The notes about a contact, newest first. The caller has checked the owner. */
export async function listNotes(
  db: Db,
  userId: string,
  contactId: string,
  timezone: string,
): Promise<Note[]> {
  const rows = await db
    .select({ id: contactNotes.id, text: contactNotes.text, at: contactNotes.createdAt })
    .from(contactNotes)
    .where(and(eq(contactNotes.contactId, contactId), eq(contactNotes.userId, userId)))
    .orderBy(desc(contactNotes.createdAt), desc(contactNotes.id))
    .limit(MAX_NOTES)
  return rows.map(({ at, ...note }) => ({ ...note, at: formatMoment(at, timezone) }))
}

/** One note. @throws AppError NOT_FOUND */
export async function getNote(
  db: Db,
  userId: string,
  contactId: string,
  id: string,
): Promise<{ text: string }> {
  const [row] = await db
    .select({ text: contactNotes.text })
    .from(contactNotes)
    .where(
      and(eq(contactNotes.id, id), eq(contactNotes.contactId, contactId), eq(contactNotes.userId, userId)),
    )
  return row ?? notFound('Note not found')
}

/** Adds a note to a contact. @param now when it was written, in mail time @throws AppError NOT_FOUND; INVALID for too many */
export async function addNote(
  db: Db,
  userId: string,
  contactId: string,
  text: string,
  now: Date,
): Promise<void> {
  await getContact(db, userId, contactId)
  const there = await db.$count(contactNotes, eq(contactNotes.contactId, contactId))
  if (there >= MAX_NOTES) invalid(`A contact can have at most ${MAX_NOTES} notes`, 'text')
  await db.insert(contactNotes).values({ userId, contactId, text, createdAt: now })
}

/** Deletes a note. @throws AppError NOT_FOUND */
export async function deleteNote(db: Db, userId: string, contactId: string, id: string): Promise<void> {
  const rows = await db
    .delete(contactNotes)
    .where(
      and(eq(contactNotes.id, id), eq(contactNotes.contactId, contactId), eq(contactNotes.userId, userId)),
    )
    .returning({ id: contactNotes.id })
  if (rows.length === 0) notFound('Note not found')
}
