import { decodeHTMLStrict } from 'entities'
import { type Custom, NewContact } from '~/models/contacts/contact'
import { CONTACT_FIELDS, type FieldName, OPTIONAL_FIELDS, type OptionalField } from '~/models/contacts/fields'
import type { OwnField } from '~/models/contacts/own-fields/type'
import { onOneLine } from '~/models/shared/fields'
import { isPlaceholder } from '~/models/shared/placeholders'
import { findTimezone } from '~/models/shared/timezone-names.server'
import { MAX_NORMALIZED, normalize } from '~/normalize'
import { readAddress } from './address'
import { IMPORT_COLUMNS } from './column-names'
import type { ColumnTarget } from './columns'
import { type Notation, readCell } from './notation'
import { splitName } from './person-name'
import { isStopKind, readStopValue } from './stop-columns'
import type { StopKind } from './stop-words'

/** A valid row. */
export interface ImportRow extends Record<OptionalField, string | null> {
  email: string
  custom: Custom
  /** Why the person must not be emailed, at none of the addresses. */
  stops: StopKind[]
  /** More addresses in the cell of the address. */
  others: string[]
  /** What the summary says about the row. */
  notes: RowNote[]
}

/** The cell of the address had several; the time zone is unknown and left out; a value of a Stopped column was not understood. */
export type RowNote = 'severalAddresses' | 'unknownZones' | 'unclearStops'

/** A row that is rejected. What it says about a stop counts nevertheless. */
interface RefusedRow {
  reason: string
  email?: string
  others?: string[]
  stops?: StopKind[]
}
export const EMPTY_ROW = 'empty'
/** A row, why it is rejected, or that it has no values. */
export type ReadRow = ImportRow | RefusedRow | typeof EMPTY_ROW

/** A row of a file with its line and its cells as they were read. */
export interface BatchRow {
  line: number
  cells: string[]
  row: ReadRow
}

const maxOf = (field: FieldName) => CONTACT_FIELDS[field].max
/** What a field is that no type is known of. */
const TEXT = { type: 'text', options: [] } as const
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/
/** The apostrophe that protects a formula in the files that we write. */
const PROTECTED = /^'(?=\s*[=+\-@\t\r＝＋－＠])/

/** A cell of a file that we wrote, without that apostrophe. */
export const withoutApostrophe = (cell: string): string => cell.replace(PROTECTED, '')

/** Of the time zones in a file there are few, and each check takes a tenth of a millisecond. */
const zones = new Map<string, string | null>()
const MAX_ZONES = 1000

function zoneOf(text: string): string | null {
  const known = zones.get(text)
  if (known !== undefined) return known
  if (zones.size >= MAX_ZONES) zones.clear()
  const zone = findTimezone(text)
  zones.set(text, zone)
  return zone
}

const BEYOND_ASCII = /\P{ASCII}/u

/** A value as it is meant: entities decoded, spaces around it removed, placeholders empty. */
function cleanValue(cell: string): string {
  const decoded = cell.includes('&') ? decodeHTMLStrict(cell) : cell
  const text = decoded.trim()
  if (isPlaceholder(text)) return ''
  // Most values are ASCII, and this runs for every cell.
  if (!BEYOND_ASCII.test(text)) return text
  const spaced = text.replaceAll('\u00A0', ' ')
  return spaced.length <= MAX_NORMALIZED ? normalize(spaced, 'NFC') : spaced
}

/** How the cells of a file are meant. */
interface CellRules {
  /** Whether the file is our own download of rejected rows. */
  isOurs?: boolean
  /** The user's own fields, by key. */
  own?: ReadonlyMap<string, OwnField>
  notation?: Notation
}

/** Parses a row with the rules of the contact form. */
export function readRow(
  targets: ColumnTarget[],
  cells: string[],
  { isOurs = false, own = new Map(), notation = { dates: null, numbers: null } }: CellRules = {},
): ReadRow {
  if (cells.every((cell) => cell.trim() === '')) return EMPTY_ROW
  const stops = new Set<StopKind>()
  const notes = new Set<RowNote>()
  const fields: Partial<Record<FieldName, string>> = {}
  const custom: Custom = {}
  let problem: string | null = null
  for (let index = 0; index < targets.length; index++) {
    const cell = cells[index]
    if (!cell) continue
    const target = targets[index]!
    if ('skip' in target) continue
    const given = isOurs ? withoutApostrophe(cell) : cell
    if ('stop' in target && target.stop) {
      const reading = readStopValue(target.stop, given)
      if (isStopKind(reading)) stops.add(reading)
      else if (reading === 'unclear' && target.isStrict) {
        stops.add(target.stop.kind)
        notes.add('unclearStops')
      }
    }
    const value = cleanValue(given)
    if (value === '') continue
    if (CONTROL.test(value)) {
      problem ??= `${nameOf(target)}: Must not contain control characters`
      continue
    }
    if ('field' in target) {
      fields[target.field] = target.field === 'email' ? value : onOneLine(value)
      continue
    }
    if ('custom' in target) {
      const read = readCell(own.get(target.custom) ?? TEXT, value, notation)
      if ('problem' in read) problem ??= `${target.custom}: ${read.problem}`
      else if (read.value !== null) custom[target.custom] = read.value
    }
  }
  const found = readAddress(fields.email ?? '')
  const email = validAddress(found.email)
  const others = found.others.flatMap((other) => validAddress(other) ?? [])
  const refuse = (reason: string): RefusedRow => ({
    reason,
    others,
    stops: [...stops],
    ...(email ? { email } : {}),
  })
  if (cells.length > targets.length && cells.slice(targets.length).some((cell) => cell.trim()))
    return refuse(`The row has ${cells.length} cells, the header has ${targets.length}`)
  if (!email) return refuse(problem ?? refusalOf(found.email))
  if (problem) return refuse(problem)
  if (others.length > 0) notes.add('severalAddresses')
  const row = { email, custom } as ImportRow
  for (const field of OPTIONAL_FIELDS) {
    const value = fields[field] ?? ''
    if (value.length > maxOf(field))
      return refuse(`${IMPORT_COLUMNS[field]}: Must be at most ${maxOf(field)} characters`)
    row[field] = value || null
  }
  if (row.timezone) {
    row.timezone = zoneOf(row.timezone)
    if (!row.timezone) notes.add('unknownZones')
  }
  if (row.name && !row.firstName && !row.lastName) {
    const split = splitName(row.name, row.country)
    if (split && split.firstName.length <= maxOf('firstName') && split.lastName.length <= maxOf('lastName')) {
      Object.assign(row, split)
      if (/[,，]/.test(row.name)) row.name = null
    }
  }
  row.stops = [...stops]
  row.others = others
  row.notes = [...notes]
  return row
}

function validAddress(text: string): string | null {
  const address = text.includes('@') ? NewContact.shape.email.safeParse(text) : null
  return address?.success ? address.data : null
}

function refusalOf(address: string): string {
  if (address === '') return 'The row has no email address'
  return address.includes('@') ? 'Invalid email address' : 'The email address has no @'
}

const nameOf = (target: ColumnTarget): string =>
  'field' in target ? IMPORT_COLUMNS[target.field] : 'custom' in target ? target.custom : 'Stopped'
