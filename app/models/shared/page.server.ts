import { type AnyColumn, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '~/db.server'
import { invalid } from '~/errors'
import { type CursorPosition, decodeCursor, encodeCursor } from './cursor'
import type { Total } from './fields'

/** The columns that sort a list: a time and the id. */
interface Sorted {
  createdAt: AnyColumn
  id: AnyColumn
}

/** One page of a list. */
export interface Page<T> {
  rows: T[]
  /** Where the next page starts; null on the last page. */
  cursor: string | null
}

/** The order of lists: newest first. */
export const newestFirst = ({ createdAt, id }: Sorted) => [desc(createdAt), desc(id)] as const

/** The rows after a cursor; all of them without one. @throws AppError INVALID if the cursor is malformed */
export function afterCursor(
  { createdAt, id }: Sorted,
  cursor: string | undefined,
  order: 'asc' | 'desc' = 'desc',
): SQL | undefined {
  if (!cursor) return undefined
  const place = decodeCursor(cursor)
  return sql`(${createdAt}, ${id}) ${sql.raw(order === 'asc' ? '>' : '<')} (${place.createdAt.toISOString()}::timestamptz, ${place.id}::uuid)`
}

/** The rows that changed at or after a moment; all of them without one. */
export const updatedFrom = (updatedAt: AnyColumn, since: Date | undefined): SQL | undefined =>
  since && sql`${updatedAt} >= ${since.toISOString()}::timestamptz`

/**
 * Makes a page of rows that were read with one row more than the page has, to see whether there is a next page.
 * @param placeOf the columns that sort the list, if they have other names
 */
export function pageOf<T extends CursorPosition>(found: T[], limit: number): Page<T>
export function pageOf<T>(found: T[], limit: number, placeOf: (row: T) => CursorPosition): Page<T>
export function pageOf<T>(found: T[], limit: number, placeOf = (row: T) => row as CursorPosition): Page<T> {
  const rows = found.slice(0, limit)
  return { rows, cursor: found.length > limit ? encodeCursor(placeOf(rows.at(-1)!)) : null }
}

/** A page of a list that is read as a whole, because it is short. The cursor is the id of the last row. @throws AppError INVALID */
export function pageWithin<T>(
  all: T[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  idOf: (row: T) => string,
): Page<T> & { total: number } {
  const before = cursor ? all.findIndex((row) => idOf(row) === cursor) : -1
  if (cursor && before < 0) invalid('The row at this cursor no longer exists. Start from the first page.')
  const end = before + 1 + limit
  const rows = all.slice(before + 1, end)
  return { rows, cursor: end < all.length ? idOf(rows.at(-1)!) : null, total: all.length }
}

/** The maximum number of rows that are counted. Counting millions of rows for each page would be too slow (docs/decisions/0056). */
const MAX_COUNTED = 10_000

/** Counts the rows of a query. Above `MAX_COUNTED`, only a lower bound. */
export async function countUpTo(db: Db, found: { limit(rows: number): SQLWrapper }): Promise<Total> {
  const [row] = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${found.limit(MAX_COUNTED + 1)} as counted`,
  )
  return row!.n > MAX_COUNTED ? `${MAX_COUNTED}+` : row!.n
}
