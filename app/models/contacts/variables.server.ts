import { type SQL, sql } from 'drizzle-orm'
import { contacts } from '#drizzle/schema'
import { contactColumns } from './contact.server'
import { CONTACT_VARIABLES, type ContactVariable, type Recipient } from './variables'

/** The columns of a contact that an email needs. */
export const recipientColumns = {
  custom: contactColumns.custom,
  ...(Object.fromEntries(CONTACT_VARIABLES.map(({ field }) => [field, contactColumns[field]])) as Pick<
    typeof contactColumns,
    ContactVariable['field']
  >),
} satisfies Record<keyof Recipient, unknown>

/** Whether a contact has no value for a variable, as `variablesFor` sees it. For a query of `contacts`. */
export function lacksVariable(name: string): SQL<boolean> {
  const custom = sql`btrim(coalesce(${contacts.custom} ->> ${name}, ''))`
  const field = CONTACT_VARIABLES.find((one) => one.name === name)?.field
  return field
    ? sql<boolean>`btrim(coalesce(${contactColumns[field]}, '')) = '' and ${custom} = ''`
    : sql<boolean>`${custom} = ''`
}
