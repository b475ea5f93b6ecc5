import type { Db } from '~/db.server'
import { toPlainKey } from '~/models/shared/plain-key'
import { nearestName } from '~/models/shared/spelling'
import { FIELD_BY_ALIAS } from './field-aliases'
import { CONTACT_FIELDS } from './fields'
import { listOwnFields } from './own-fields/own-fields.server'
import { STANDARD_VARIABLES } from './variables'

/** The variables of the user's own fields. */
export const listOwnVariables = async (db: Db, userId: string): Promise<Set<string>> =>
  new Set((await listOwnFields(db, userId)).map(({ key }) => key))

/** The known variable that an unknown one is a misspelling of. @param own the variables of the user's own fields */
export const intendedVariable = (name: string, own: ReadonlySet<string>): string | null =>
  STANDARD_VARIABLES.includes(name) || own.has(name)
    ? null
    : nearestName(name, [...STANDARD_VARIABLES, ...own])

/** The variable of the field that other programs call so: `company_name` for `company`. Null if there is none. */
export const variableByAlias = (name: string): string | null => {
  const field = FIELD_BY_ALIAS.get(toPlainKey(name))
  return (field && CONTACT_FIELDS[field].variable?.name) ?? null
}

/** Finds the first variable that is the misspelling of a known one. @returns the refusal as a sentence */
export async function findMisspelling(
  db: Db,
  userId: string,
  variables: Iterable<string>,
): Promise<string | null> {
  const unknown = [...new Set(variables)].filter((name) => !STANDARD_VARIABLES.includes(name))
  if (unknown.length === 0) return null
  const own = await listOwnVariables(db, userId)
  for (const name of unknown) {
    const intended = intendedVariable(name, own)
    if (intended) return `{{${name}}}: did you mean ${intended}?`
  }
  return null
}
