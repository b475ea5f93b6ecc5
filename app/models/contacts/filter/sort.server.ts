import { type SQL, sql } from 'drizzle-orm'
import { contacts } from '#drizzle/schema'
import { invalid } from '~/errors'
import type { OwnField } from '../own-fields/type'
import { type FilterKind, kindOf, unknownField } from './filter'
import { customText, momentOf, numberOf, textOf } from './filter.server'

/** How a list of contacts is sorted: by this value, and contacts without one come last. */
export interface Sort {
  by: string
  order: 'asc' | 'desc'
  value: SQL
  /** The type of the value in SQL. */
  type: 'text' | 'numeric'
}

type Scalar = Exclude<FilterKind, 'tags' | 'list' | 'sequence' | 'status'>
const TYPES: Record<Scalar, Sort['type']> = {
  ...{ text: 'text', date: 'text', boolean: 'text', number: 'numeric', moment: 'numeric' },
}
const isScalar = (kind: FilterKind): kind is Scalar => Object.hasOwn(TYPES, kind)

/** @param own the user's own fields @throws AppError INVALID for a field that contacts do not have, or that has no order */
export function sortOf(by: string, order: Sort['order'], own: readonly OwnField[]): Sort {
  if (by === 'updatedAt') return { by, order, value: seconds(sql`${contacts.updatedAt}`), type: 'numeric' }
  const kind = kindOf(by, own)
  if (!kind) return invalid(unknownField(by, own), 'sortBy')
  if (!isScalar(kind)) return invalid(`Contacts cannot be sorted by ${by}`, 'sortBy')
  return { by, order, value: SORTED[kind](by), type: TYPES[kind] }
}

/** A moment as a number, which a cursor can carry exactly. */
const seconds = (moment: SQL): SQL => sql`extract(epoch from ${moment})`

const SORTED: Record<Scalar, (field: string) => SQL> = {
  text: (field) => sql`lower(${textOf(field)})`,
  number: numberOf,
  date: (field) => sql`(${customText(field)}) collate "C"`,
  boolean: (field) => sql`(${customText(field)})`,
  moment: (field) => seconds(momentOf(field)),
}

/** The order of the rows; contacts with the same value by id. */
export function orderOf({ value, order }: Sort): SQL {
  const direction = sql.raw(order)
  return sql`${value} ${direction} nulls last, ${contacts.id} ${direction}`
}

/** The place of a row, as an opaque text. @param value its sorted value as PostgreSQL prints it */
export const encodeSorted = ({ by, order }: Sort, value: string | null, id: string): string =>
  Buffer.from(JSON.stringify([by, order, value, id])).toString('base64url')

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The rows after a cursor. @throws AppError INVALID if it is malformed, or of a list with another order */
export function afterSorted({ by, order, value, type }: Sort, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const [wasBy, wasOrder, last, id] = decode(cursor)
  if (wasBy !== by || wasOrder !== order) invalid('This cursor is of a list with another order', 'cursor')
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  const isLater = sql`${contacts.id} ${beyond} ${id}::uuid`
  if (last !== null && !fitsType(last, type)) invalid('Invalid cursor', 'cursor')
  if (last === null) return sql`(${value} is null and ${isLater})`
  const at = sql`${last}::${sql.raw(type)}`
  return sql`(${value} ${beyond} ${at} or (${value} = ${at} and ${isLater}) or ${value} is null)`
}

const NUMBER = /^-?\d{1,400}(?:\.\d{1,400})?$/

/** A cursor may be forged: what PostgreSQL could not read is refused. */
function decode(cursor: string): [string, string, string | null, string] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const [by, order, value, id] = parts as unknown[]
    const isKnown = typeof by === 'string' && typeof order === 'string'
    const isPlace = typeof id === 'string' && ID.test(id) && (value === null || isPlain(value))
    if (isKnown && isPlace) return [by, order, value, id]
  } catch {}
  return invalid('Invalid cursor', 'cursor')
}

const isPlain = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0')

/** Whether a value of a cursor can be read as this type. */
const fitsType = (value: string, type: Sort['type']): boolean => type === 'text' || NUMBER.test(value)
