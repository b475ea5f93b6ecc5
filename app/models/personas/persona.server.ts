import { and, desc, eq, ilike, inArray, or, sql } from 'drizzle-orm'
import { personas, sequencePersonas, sequences } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { requireRoomFor } from '~/models/accounts/quotas.server'
import { afterCursor, newestFirst, type Page, pageOf, updatedFrom } from '~/models/shared/page.server'
import { containsPattern } from '~/models/shared/patterns'
import type { DatedChoice } from '~/models/shared/uses/uses'
import { requireConfirmed } from '~/models/shared/uses/uses.server'
import type { NewPersona, Persona, PersonaChange, PersonasQuery } from './persona'
import { applyToMembers, readPersonaUses } from './uses.server'

const columns = {
  id: personas.id,
  name: personas.name,
  industry: personas.industry,
  jobTitle: personas.jobTitle,
  location: personas.location,
  description: personas.description,
  contactCount: personas.contactCount,
  isDynamic: sql<boolean>`${personas.filter} is not null`,
  filter: personas.filter,
  sequenceCount: sql<number>`(select count(*)::int from ${sequencePersonas} sp where sp.persona_id = personas.id)`,
  createdAt: personas.createdAt,
  updatedAt: personas.updatedAt,
}

type Filters = Omit<PersonasQuery, 'limit' | 'cursor'>

const wanted = (userId: string, { q, updatedSince }: Filters) =>
  and(eq(personas.userId, userId), containing(q), updatedFrom(personas.updatedAt, updatedSince))

/** The email lists that contain a text in any field. */
const containing = (q = '') =>
  q.trim()
    ? or(
        ...[
          ...[personas.name, personas.industry, personas.jobTitle],
          ...[personas.location, personas.description],
        ].map((text) => ilike(text, containsPattern(q))),
      )
    : undefined

/** One page of the user's email lists, newest first, and the cursor of the next page. */
export async function listPersonas(
  db: Db,
  userId: string,
  { limit, cursor, ...filters }: PersonasQuery,
): Promise<Page<Persona>> {
  const found: Persona[] = await db
    .select(columns)
    .from(personas)
    .where(and(wanted(userId, filters), afterCursor(personas, cursor)))
    .orderBy(...newestFirst(personas))
    .limit(limit + 1)
  return pageOf(found, limit)
}

/** Counts the user's email lists that pass the filters. */
export const countPersonas = (db: Db, userId: string, filters: Filters = {}): Promise<number> =>
  db.$count(personas, wanted(userId, filters))

/** One page of the email lists that contain `q` in any text field, newest first, and the total. */
export async function searchPersonas(
  db: Db,
  userId: string,
  { q, page, limit }: { q: string; page: number; limit: number },
) {
  const where = wanted(userId, { q })
  const rowsOf = (shown: number): Promise<Persona[]> =>
    db
      .select(columns)
      .from(personas)
      .where(where)
      .orderBy(desc(personas.createdAt), desc(personas.id))
      .limit(limit)
      .offset((shown - 1) * limit)
  const [[{ total } = { total: 0 }], asked] = await Promise.all([
    db.select({ total: sql<number>`count(*)::int` }).from(personas).where(where),
    rowsOf(page),
  ])
  const pageCount = Math.max(1, Math.ceil(total / limit))
  const shown = Math.min(page, pageCount)
  const rows = shown === page ? asked : await rowsOf(shown)
  return { rows, total, page: shown, pageCount }
}

/** Counts a user's email lists and their industries, ignoring case. */
export async function getPersonaStats(
  db: Db,
  userId: string,
): Promise<{ lists: number; industries: number }> {
  const [stats] = await db
    .select({
      lists: sql<number>`count(*)::int`,
      industries: sql<number>`count(distinct lower(trim(${personas.industry})))::int`,
    })
    .from(personas)
    .where(eq(personas.userId, userId))
  return stats!
}

export async function getPersona(db: Db, userId: string, id: string): Promise<Persona> {
  const [row] = await db
    .select(columns)
    .from(personas)
    .where(and(eq(personas.id, id), eq(personas.userId, userId)))
  return row ?? notFound('Email list not found')
}

/** What is stored of the filter of a dynamic list. */
type StoredFilter = Partial<Pick<typeof personas.$inferInsert, 'filter' | 'filterFields' | 'nextCheckAt'>>

/** @param input with a checked filter (see createList) */
export async function createPersona(
  db: Db,
  userId: string,
  input: Omit<NewPersona, 'filter'> & StoredFilter,
): Promise<Persona> {
  await requireRoomFor(db, userId, 'personas')
  const [row] = await db
    .insert(personas)
    .values({ ...input, userId })
    .returning({ id: personas.id })
  return getPersona(db, userId, row!.id)
}

/** Locks an email list for a change of its fields. @throws AppError NOT_FOUND */
export async function lockPersona(tx: Db, userId: string, id: string): Promise<void> {
  const [row] = await tx
    .select({ id: personas.id })
    .from(personas)
    .where(and(eq(personas.id, id), eq(personas.userId, userId)))
    .for('no key update')
  if (!row) notFound('Email list not found')
}

export async function updatePersona(
  db: Db,
  userId: string,
  id: string,
  change: Omit<PersonaChange, 'filter'> & StoredFilter,
): Promise<Persona> {
  const [row] = await db
    .update(personas)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(personas.id, id), eq(personas.userId, userId)))
    .returning({ id: personas.id })
  if (!row) notFound('Email list not found')
  return getPersona(db, userId, id)
}

/**
 * Deletes an email list. Its contacts are kept, and their enrollments go on unless `choice.contacts` says otherwise.
 * @param choice absent: confirmed
 * @throws AppError NOT_FOUND; IN_USE if it is in use and the choice does not confirm
 */
export async function deletePersona(db: Db, userId: string, id: string, choice?: DatedChoice): Promise<void> {
  await db.transaction(async (tx) => {
    await lockMembers(tx, userId, id)
    await requireConfirmed(choice, 'This email list', () => readPersonaUses(tx, userId, id))
    await applyToMembers(tx, userId, { personaId: id, sequenceId: null }, choice)
    await tx.delete(personas).where(eq(personas.id, id))
  })
}

/** Locks an email list, so that no contact joins it before it is deleted or unlinked. @throws AppError NOT_FOUND */
export async function lockMembers(tx: Db, userId: string, id: string): Promise<void> {
  const [row] = await tx
    .select({ id: personas.id })
    .from(personas)
    .where(and(eq(personas.id, id), eq(personas.userId, userId)))
    .for('update')
  if (!row) notFound('Email list not found')
}

/** The sequences that an email list is linked to, newest first. */
export async function listPersonaSequences(db: Db, userId: string, personaId: string) {
  await getPersona(db, userId, personaId)
  const rows = await db
    .select({
      id: sequences.id,
      name: sequences.name,
      description: sequences.description,
      status: sequences.status,
    })
    .from(sequencePersonas)
    .innerJoin(sequences, eq(sequences.id, sequencePersonas.sequenceId))
    .where(and(eq(sequencePersonas.personaId, personaId), eq(sequences.userId, userId)))
    .orderBy(desc(sequences.createdAt), desc(sequences.id))
  return rows as (Omit<(typeof rows)[number], 'status'> & { status: 'draft' | 'running' | 'paused' })[]
}

/** Checks that the user owns all these email lists. @throws AppError NOT_FOUND */
export async function requirePersonas(db: Db, userId: string, ids: string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  const found = await db
    .select({ id: personas.id })
    .from(personas)
    .where(and(inArray(personas.id, wanted), eq(personas.userId, userId)))
  if (found.length !== wanted.length) notFound('Email list not found')
}
