import { displayName, NewContact } from './contact'
import { IMPORT_COLUMNS, type ImportColumn, type Target } from './import-columns'

/** A row that can become a contact. */
export interface ImportRow {
  email: string
  name: string
  firstName: string | null
  lastName: string | null
  title: string | null
  organizationName: string | null
  city: string | null
  state: string | null
  country: string | null
  linkedinUrl: string | null
  headline: string | null
  apolloId: string | null
  custom: Record<string, string>
}

const Row = NewContact.pick({
  email: true,
  firstName: true,
  lastName: true,
  name: true,
  title: true,
  organizationName: true,
  city: true,
  state: true,
  country: true,
  linkedinUrl: true,
  headline: true,
  apolloId: true,
})

const MAX_CUSTOM = 2000

/** Reads a row by the meaning of its columns, under the rules of a contact's form. @returns the row, or why it is refused */
export function readRow(targets: Target[], cells: string[]): ImportRow | { reason: string } {
  if (cells.length > targets.length && cells.slice(targets.length).some((cell) => cell.trim())) {
    return { reason: `The row has ${cells.length} cells, the header has ${targets.length}` }
  }
  const fields: Partial<Record<ImportColumn, string>> = {}
  const custom: Record<string, string> = {}
  for (let index = 0; index < targets.length; index++) {
    const cell = cells[index]
    if (!cell) continue
    if (cell.includes('\0')) return { reason: 'The row holds a NUL character' }
    const target = targets[index]!
    if ('field' in target) fields[target.field] = cell
    else {
      const value = cell.trim()
      if (value.length > MAX_CUSTOM) return { reason: `${target.custom}: Must be at most ${MAX_CUSTOM} characters` }
      if (value) custom[target.custom] = value
    }
  }
  const email = fields.email?.trim() ?? ''
  if (!email.includes('@')) return { reason: email ? 'The email address has no @' : 'The row has no email address' }
  const parsed = Row.safeParse(fields)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const column = issue!.path[0] as ImportColumn
    return { reason: column === 'email' ? 'Invalid email address' : `${IMPORT_COLUMNS[column]}: ${issue!.message}` }
  }
  const row = parsed.data
  return {
    email: row.email,
    name: displayName(row),
    firstName: row.firstName ?? null,
    lastName: row.lastName ?? null,
    title: row.title ?? null,
    organizationName: row.organizationName ?? null,
    city: row.city ?? null,
    state: row.state ?? null,
    country: row.country ?? null,
    linkedinUrl: row.linkedinUrl ?? null,
    headline: row.headline ?? null,
    apolloId: row.apolloId ?? null,
    custom,
  }
}
