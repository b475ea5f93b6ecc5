import { displayName, NewContact } from '~/models/contacts/contact'
import { isTimezone } from '~/models/shared/timezone'
import { IMPORT_COLUMNS, type ImportColumn, type Target } from './columns'

/** The maximum number of characters of each field. The same as in NewContact, which a test checks; the whole schema would take 30 µs per row. */
const LIMITS: Record<Exclude<ImportColumn, 'email'>, number> = {
  firstName: 200,
  lastName: 200,
  name: 400,
  title: 200,
  organizationName: 200,
  city: 200,
  state: 200,
  country: 200,
  timezone: 100,
  linkedinUrl: 500,
  headline: 500,
  apolloId: 100,
}
const FIELDS = Object.keys(LIMITS) as (keyof typeof LIMITS)[]

/** A valid row. */
export interface ImportRow {
  email: string
  /** Never empty after readRow. */
  name: string | null
  firstName: string | null
  lastName: string | null
  title: string | null
  organizationName: string | null
  city: string | null
  state: string | null
  country: string | null
  timezone: string | null
  linkedinUrl: string | null
  headline: string | null
  apolloId: string | null
  custom: Record<string, string>
}

const MAX_CUSTOM = 2000

/** Of the time zones in a file there are few, and each check takes a tenth of a millisecond. */
const zones = new Map<string, boolean>()

function isKnownZone(zone: string): boolean {
  const known = zones.get(zone) ?? isTimezone(zone)
  if (zones.size >= MOST_ZONES) zones.clear()
  zones.set(zone, known)
  return known
}

const MOST_ZONES = 1000

/** Parses a row with the rules of the contact form. @returns the row, or why it is rejected */
export function readRow(targets: Target[], cells: string[]): ImportRow | { reason: string } {
  if (cells.length > targets.length && cells.slice(targets.length).some((cell) => cell.trim())) {
    return { reason: `The row has ${cells.length} cells, the header has ${targets.length}` }
  }
  const fields: Partial<Record<ImportColumn, string>> = {}
  const custom: Record<string, string> = {}
  for (let index = 0; index < targets.length; index++) {
    const cell = cells[index]
    if (!cell) continue
    const target = targets[index]!
    if ('skip' in target) continue
    if (cell.includes('\0')) return { reason: 'The row holds a NUL character' }
    if ('field' in target) fields[target.field] = cell
    else {
      const value = cell.trim()
      if (value.length > MAX_CUSTOM)
        return { reason: `${target.custom}: Must be at most ${MAX_CUSTOM} characters` }
      if (value) custom[target.custom] = value
    }
  }
  const email = fields.email?.trim() ?? ''
  if (!email.includes('@'))
    return { reason: email ? 'The email address has no @' : 'The row has no email address' }
  if (!NewContact.shape.email.safeParse(email).success) return { reason: 'Invalid email address' }
  const row = { email, custom } as ImportRow
  for (const field of FIELDS) {
    const value = fields[field]?.trim() ?? ''
    if (value.length > LIMITS[field])
      return { reason: `${IMPORT_COLUMNS[field]}: Must be at most ${LIMITS[field]} characters` }
    row[field] = value || null
  }
  if (row.timezone && !isKnownZone(row.timezone)) return { reason: `Time Zone: ${row.timezone} is unknown` }
  return { ...row, name: displayName(row) }
}
