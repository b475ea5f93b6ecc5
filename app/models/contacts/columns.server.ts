import { type SQL, sql } from 'drizzle-orm'
import { contacts } from '#drizzle/schema'
import { displayName } from './contact'
import { byField, type FieldName, NULLABLE_FIELDS, type OptionalField } from './fields'
import { CONTACT_VARIABLES, type ContactVariable, type Recipient } from './variables'

/** The fields in the order of `/api`. */
const NAMES: readonly FieldName[] = ['email', 'name', ...NULLABLE_FIELDS]

/** The columns of the fields of a contact, by field. */
const fieldColumns = byField(NAMES, (name) => contacts[name]) as Pick<typeof contacts, FieldName>

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

/** A column of the first email list that a contact joined; null if it is in none but dynamic ones. */
const firstListColumn = (column: SQL): SQL<string | null> => sql<string | null>`
  (select ${column} from persona_contacts pc join personas p on p.id = pc.persona_id and p.filter is null
   where pc.contact_id = contacts.id order by pc.added_at, pc.persona_id limit 1)`

/** The columns of a contact as screens and the API show it. */
export const contactColumns = {
  id: contacts.id,
  ...fieldColumns,
  organization: contacts.organization,
  custom: contacts.custom,
  industry: contacts.industry,
  suppressed: contacts.suppressed,
  unsubscribed: contacts.unsubscribed,
  hardBounced: contacts.hardBounced,
  tags: contacts.tags,
  notOpenedStreak: contacts.notOpenedStreak,
  metadata: contacts.metadata,
  personaId: firstListColumn(sql`p.id`),
  personaIndustry: firstListColumn(sql`p.industry`),
  createdAt: contacts.createdAt,
  updatedAt: contacts.updatedAt,
}

/** The columns of a contact that an email needs. */
export const recipientColumns = {
  custom: contactColumns.custom,
  dateKeys: sql<
    string[]
  >`array(select f.key from contact_fields f where f.user_id = ${contacts.userId} and f.type = 'date')`,
  ...(Object.fromEntries(CONTACT_VARIABLES.map(({ field }) => [field, contactColumns[field]])) as Pick<
    typeof contactColumns,
    ContactVariable['field']
  >),
} satisfies Record<keyof Recipient, unknown>

/** Whether a contact has no value for a variable, as `variablesFor` sees it. For a query of `contacts`. */
export function lacksVariable(name: string): SQL<boolean> {
  const custom = sql`btrim(coalesce(${contacts.custom} ->> ${name}, ''))`
  const field = CONTACT_VARIABLES.find((variable) => variable.name === name)?.field
  return field
    ? sql<boolean>`btrim(coalesce(${contactColumns[field]}, '')) = '' and ${custom} = ''`
    : sql<boolean>`${custom} = ''`
}
