import { and, eq, sql } from 'drizzle-orm'
import { contacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { nearestName } from '~/models/shared/spelling'
import { STANDARD_VARIABLES } from './variables'

/** Contacts sampled for the names of custom columns. */
const SAMPLE_SIZE = 2000

/** The names of the user's custom columns, taken from a sample of contacts. */
export async function listCustomColumns(db: Db, userId: string): Promise<Set<string>> {
  const some = db
    .select({ custom: contacts.custom })
    .from(contacts)
    .where(and(eq(contacts.userId, userId), sql`${contacts.custom} <> '{}'::jsonb`))
    .limit(SAMPLE_SIZE)
    .as('some')
  const rows = await db.selectDistinct({ name: sql<string>`jsonb_object_keys(${some.custom})` }).from(some)
  return new Set(rows.map(({ name }) => name))
}

/** The known variable that an unknown one is a misspelling of. @param columns the names of the user's custom columns */
export const intendedVariable = (name: string, columns: ReadonlySet<string>): string | null =>
  STANDARD_VARIABLES.includes(name) || columns.has(name)
    ? null
    : nearestName(name, [...STANDARD_VARIABLES, ...columns])

/**
 * Finds the first variable that is the misspelling of a known one, and is no column of any contact itself.
 * @returns the refusal as a sentence
 */
export async function findMisspelling(
  db: Db,
  userId: string,
  variables: Iterable<string>,
): Promise<string | null> {
  const unknown = [...new Set(variables)].filter((name) => !STANDARD_VARIABLES.includes(name))
  if (unknown.length === 0) return null
  const columns = await listCustomColumns(db, userId)
  for (const name of unknown) {
    const intended = intendedVariable(name, columns)
    if (intended && !(await isColumn(db, userId, name))) return `{{${name}}}: did you mean ${intended}?`
  }
  return null
}

/** Whether any contact has a custom column: the sample may lack it. */
async function isColumn(db: Db, userId: string, name: string): Promise<boolean> {
  const rows = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.userId, userId), sql`${contacts.custom} ? ${name}`))
    .limit(1)
  return rows.length > 0
}
