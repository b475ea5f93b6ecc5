import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, check, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A primary key made by PostgreSQL: a UUID of version 7 (RFC 9562, 5.7), so that new rows lie together in their indexes. */
export const id = () => uuid('id').primaryKey().default(sql`uuid_v7()`)

/** A moment with its zone, as a `Date`. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

export const createdAt = () => moment('created_at').notNull().defaultNow()
export const updatedAt = () =>
  moment('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => sql`now()`)

/** The check of an enumeration: the column is one of `values`. */
export const oneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)

export const lower = (column: AnyPgColumn): SQL => sql`lower(${column})`
