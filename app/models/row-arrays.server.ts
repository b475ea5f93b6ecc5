import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

type ColumnType = 'uuid' | 'text' | 'int' | 'smallint' | 'boolean' | 'timestamptz' | 'jsonb'

/** Those that go over as arrays of their own type; of all others the driver would guess it by the first value. */
const NATIVE: ColumnType[] = ['uuid', 'text']

/**
 * Rows as a table of a statement's `from`, by one array for each column. PostgreSQL takes arrays in several times faster
 * than rows of JSON, and the statement's text stays the same however many rows there are, so that it can be prepared.
 * @param name the table's
 * @param types of its columns, in PostgreSQL's names; the rows have the same keys
 */
export function rowArrays<T extends Record<string, ColumnType>>(
  name: string,
  types: T,
  rows: Record<keyof T, unknown>[],
): SQL {
  const columns = Object.entries(types)
  const arrays = columns.map(([column, type]) => {
    const values = rows.map((row) => asText(row[column], type))
    return sql`${sql.param(values)}::${sql.raw(NATIVE.includes(type) ? type : 'text')}[]`
  })
  const names = columns.map(([column]) => column).join(', ')
  const typed = columns.map(([column, type]) => (NATIVE.includes(type) ? column : `${column}::${type}`))
  return sql`(select ${sql.raw(typed.join(', '))} from unnest(${sql.join(arrays, sql`, `)}) as r(${sql.raw(names)})) as ${sql.raw(name)}`
}

/**
 * Whether a column of ids is one of `ids`, as one array: the statement can be prepared, and its plan does not hang on what
 * PostgreSQL believes of a table that was empty when it last counted.
 */
export const isAmong = (column: SQLWrapper, ids: string[]): SQL<boolean> =>
  sql`${column} = any(${sql.param(ids)}::uuid[])`

function asText(value: unknown, type: ColumnType): unknown {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (type === 'jsonb') return JSON.stringify(value)
  return NATIVE.includes(type) ? value : String(value)
}
