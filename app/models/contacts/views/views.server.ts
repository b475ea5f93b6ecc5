import { and, asc, eq, sql } from 'drizzle-orm'
import { contactViews } from '#drizzle/schema'
import { type Db, violatedConstraint } from '~/db.server'
import { AppError, invalid, notFound } from '~/errors'
import { checkFilter, kindOf, unknownField } from '../filter/filter'
import { sortOf } from '../filter/sort.server'
import { listOwnFields } from '../own-fields/own-fields.server'
import { ONLY_SHOWN } from './columns'
import type { ContactView, ContactViewChange, NewContactView } from './view'

/** The most views of a user. */
const MAX_VIEWS = 200

const columns = {
  id: contactViews.id,
  name: contactViews.name,
  filter: contactViews.filter,
  columns: contactViews.columns,
  sortBy: contactViews.sortBy,
  sortOrder: contactViews.sortOrder,
}

/** The user's views by name. */
export const listContactViews = (db: Db, userId: string): Promise<ContactView[]> =>
  db
    .select(columns)
    .from(contactViews)
    .where(eq(contactViews.userId, userId))
    .orderBy(asc(sql`lower(${contactViews.name})`), asc(contactViews.id))

/** @throws AppError NOT_FOUND */
export async function getContactView(db: Db, userId: string, id: string): Promise<ContactView> {
  const [row] = await db
    .select(columns)
    .from(contactViews)
    .where(and(eq(contactViews.id, id), eq(contactViews.userId, userId)))
  return row ?? notFound('View not found')
}

/** @throws AppError INVALID for a field that contacts do not have, CONFLICT if the name is taken or there are too many */
export async function createContactView(db: Db, userId: string, input: NewContactView): Promise<ContactView> {
  await checkView(db, userId, input)
  if ((await db.$count(contactViews, eq(contactViews.userId, userId))) >= MAX_VIEWS)
    throw new AppError('CONFLICT', `At most ${MAX_VIEWS} views. Delete one that is no longer used.`)
  return refuseTaken(async () => {
    const [row] = await db
      .insert(contactViews)
      .values({ ...input, userId })
      .returning(columns)
    return row!
  })
}

/** @throws AppError NOT_FOUND; INVALID and CONFLICT as for a new one */
export async function updateContactView(
  db: Db,
  userId: string,
  id: string,
  change: ContactViewChange,
): Promise<ContactView> {
  await getContactView(db, userId, id)
  await checkView(db, userId, change)
  return refuseTaken(async () => {
    const [row] = await db
      .update(contactViews)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(eq(contactViews.id, id), eq(contactViews.userId, userId)))
      .returning(columns)
    return row ?? notFound('View not found')
  })
}

/** @throws AppError NOT_FOUND */
export async function deleteContactView(db: Db, userId: string, id: string): Promise<void> {
  const rows = await db
    .delete(contactViews)
    .where(and(eq(contactViews.id, id), eq(contactViews.userId, userId)))
    .returning({ id: contactViews.id })
  if (rows.length === 0) notFound('View not found')
}

async function checkView(db: Db, userId: string, view: ContactViewChange): Promise<void> {
  const own = await listOwnFields(db, userId)
  if (view.filter) checkFilter(view.filter, own)
  if (view.sortBy !== undefined) sortOf(view.sortBy, 'asc', own)
  const unknown = view.columns?.find((column) => !ONLY_SHOWN.includes(column) && !kindOf(column, own))
  if (unknown !== undefined) invalid(unknownField(unknown, own), 'columns')
}

async function refuseTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!violatedConstraint(error)) throw error
    throw new AppError('CONFLICT', 'There is a view with this name', { field: 'name' })
  }
}
