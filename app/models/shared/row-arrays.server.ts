import { Param, SQL, type SQLChunk, type SQLWrapper, StringChunk, sql } from 'drizzle-orm'

type ColumnType = 'uuid' | 'text' | 'int' | 'smallint' | 'boolean' | 'timestamptz' | 'jsonb'

/** Columns of a table that goes over as arrays. */
export interface ArrayColumns {
  names: string[]
  types: ColumnType[]
  arrays: string[]
}

type Types = Record<string, ColumnType>

/**
 * Rows as a table of a statement's `from`, by one array for each column. PostgreSQL takes arrays in several times faster
 * than rows of JSON, and the statement's text stays the same however many rows there are, so that it can be prepared.
 * @param name the table's
 * @param types of its columns, in PostgreSQL's names; the rows have the same keys
 */
export const rowArrays = <T extends Types>(name: string, types: T, rows: Record<keyof T, unknown>[]): SQL =>
  tableOf(name, arrayColumns(types, rows))

/** Some columns of such a table, their names after a prefix. */
export function arrayColumns<T extends Types>(
  types: T,
  rows: Record<keyof T, unknown>[],
  prefix = '',
): ArrayColumns {
  const columns = Object.keys(types)
  return {
    names: columns.map((column) => prefix + column),
    types: columns.map((column) => types[column]!),
    arrays: columns.map((column) => arrayText(rows, column, types[column]!)),
  }
}

/**
 * A table of columns that were made of equally many rows each. Its parts lie in one row, not in each other: drizzle puts a statement
 * together anew each time, and asks of every part what it is.
 */
export function tableOf(name: string, ...columns: ArrayColumns[]): SQL {
  const names = columns.flatMap((some) => some.names).join(', ')
  const types = columns.flatMap((some) => some.types)
  const parts: SQLChunk[] = [new StringChunk('unnest(')]
  for (const [n, array] of columns.flatMap((some) => some.arrays).entries())
    parts.push(
      new Param(array),
      new StringChunk(`::${types[n]}[]${n === types.length - 1 ? `) as ${name} (${names})` : ', '}`),
    )
  return new SQL(parts)
}

/** Whether a column of ids is one of `ids`, as one array: the statement can be prepared, however many they are. */
export const isAmong = (column: SQLWrapper, ids: string[]): SQL<boolean> =>
  sql`${column} = any(${sql.param(ids)}::uuid[])`

/**
 * Ids as a table of a statement's `from`, each once; its only column is `id`. With a `lateral` that has an order, what belongs to each
 * is looked up by index, for as long as the statement stays prepared. With `isAmong`, a table that was empty when it
 * was planned is read whole until PostgreSQL counts its rows again, a minute later.
 * @param name the table's
 */
export const ofEach = (name: string, ids: string[]): SQL =>
  sql`unnest(${sql.param([...new Set(ids)])}::uuid[]) as ${sql.raw(name)} (id)`

/** A column of rows as PostgreSQL reads an array: written at once, where the driver would look at each value for itself. */
function arrayText(rows: Record<string, unknown>[], column: string, type: ColumnType): string {
  let text = ''
  for (const row of rows) {
    const value = row[column]
    if (text !== '') text += ','
    if (value === null || value === undefined) text += 'NULL'
    else if (value instanceof Date) text += value.toISOString()
    else text += quote(type === 'jsonb' ? JSON.stringify(value) : String(value))
  }
  return `{${text}}`
}

/** Whatever it holds, it stays one value. Most hold nothing to look at twice, and a pattern takes twice as long. */
const quote = (value: string): string =>
  value.includes('"') || value.includes('\\')
    ? `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    : `"${value}"`
