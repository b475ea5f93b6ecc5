import { type SQL, sql } from 'drizzle-orm'
import { contacts } from '#drizzle/schema'
import { displayName } from './contact'
import { byField, type FieldName, NULLABLE_FIELDS, type OptionalField } from './fields'

/** The fields in the order of `/api`. */
const NAMES: readonly FieldName[] = ['email', 'name', ...NULLABLE_FIELDS]

/** The columns of the fields of a contact, by field. */
export const fieldColumns = byField(NAMES, (name) => contacts[name]) as Pick<typeof contacts, FieldName>

/** Their names in SQL. */
export const FIELD_COLUMNS = NAMES.map((name) => contacts[name].name)

/** Their types in SQL, by column. */
export const FIELD_TYPES: Record<string, 'text'> = Object.fromEntries(
  FIELD_COLUMNS.map((column) => [column, 'text']),
)

/** The columns as a list in a statement. @param table what their table is called there */
export const columnList = (table?: string): SQL =>
  sql.raw(FIELD_COLUMNS.map((column) => (table ? `${table}.${column}` : column)).join(', '))

/** The fields of a new contact as a row of those columns. A missing name is built from first and last name, else the address. */
export function columnsOf(
  fields: { email: string } & { [Name in OptionalField]?: string | null },
): Record<string, unknown> {
  const row = Object.fromEntries(NAMES.map((name) => [contacts[name].name, fields[name]]))
  return { ...row, name: displayName(fields) }
}
