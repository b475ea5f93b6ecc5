/** The columns of a contact import. Browser-safe. */

import { CONTACT_FIELD_TYPES } from '#drizzle/schema/enums'
import { FIELD_BY_ALIAS } from '~/models/contacts/field-aliases'
import { CONTACT_FIELDS, FIELD_NAMES, type FieldName } from '~/models/contacts/fields'
import { toFieldKey } from '~/models/contacts/own-fields/key'
import type { OwnField, OwnFieldType } from '~/models/contacts/own-fields/type'
import { STANDARD_VARIABLES } from '~/models/contacts/variables'
import { isPlaceholder } from '~/models/shared/placeholders'
import { toPlainKey } from '~/models/shared/plain-key'
import { MAX_NORMALIZED } from '~/normalize'
import { IMPORT_COLUMNS } from './column-names'
import { type Notation, readCell } from './notation'
import { isHonorific } from './person-name'
import { CHOSEN_STOP, isProposedStop, type StopColumn, stopColumnFor, stopColumnOf } from './stop-columns'

/** The template file: only the header row (specification document 2, section 3.1). */
export const IMPORT_TEMPLATE = `${FIELD_NAMES.filter((name) => !CONTACT_FIELDS[name].isExtra)
  .map((name) => IMPORT_COLUMNS[name])
  .join(',')}\r\n`

/** The maximum number of columns of a file. */
export const MAX_COLUMNS = 200

/**
 * The target of a column: a field of the contact, one of the user's own fields by its key, or none. `type` is what the field becomes if there is
 * none. `stop` reads the values as stops, beside the own field or instead of it; `isStrict` if values that are not understood count as
 * stops: those of a column that only tells about stops, of a consent, or of one that the user chose. A status has many values, so a guess
 * is not enough.
 */
export type ColumnTarget =
  | { field: FieldName }
  | { custom: string; type?: OwnFieldType; stop?: StopColumn; isStrict?: boolean }
  | { stop: StopColumn; isStrict: true }
  | { skip: true }

/**
 * The user's choice for a column: a field's name, keep as a text field of their own or as one of another type, one of their own fields, skip,
 * or that it says who is stopped. A column that is kept though its name tells about stops stops contacts too; only skipping it does not.
 */
export const KEEP = 'variable'
export const SKIP = 'skip'
export const STOPPED = 'stopped'
const NEW = 'new:'
const OWN = 'own:'
export type ColumnChoice =
  | FieldName
  | typeof KEEP
  | typeof SKIP
  | typeof STOPPED
  | `${typeof NEW}${OwnFieldType}`
  | `${typeof OWN}${string}`
/** Types of new fields that a file can make; a choice needs options first. */
export const NEW_TYPES = CONTACT_FIELD_TYPES.filter((type) => type !== 'choice' && type !== 'text')
export const newField = (type: OwnFieldType): ColumnChoice => `${NEW}${type}`
export const ownField = (key: string): ColumnChoice => `${OWN}${key}`
const isField = (choice: string): choice is FieldName => Object.hasOwn(IMPORT_COLUMNS, choice)
/** The type of a new field; undefined for another choice. */
const newTypeOf = (choice: string) => NEW_TYPES.find((type) => choice === `${NEW}${type}`)
/** The key of an own field; undefined for another choice. */
export const ownKeyOf = (choice: string) => (choice.startsWith(OWN) ? choice.slice(OWN.length) : undefined)
export const isColumnChoice = (text: string): text is ColumnChoice =>
  [KEEP, SKIP, STOPPED].includes(text) || isField(text) || Boolean(newTypeOf(text) ?? ownKeyOf(text))

const FIELD_BY_NAME = new Map(FIELD_NAMES.map((field) => [toPlainKey(IMPORT_COLUMNS[field]), field]))

/** What Pipedrive writes around the name of a field: "Person - Email - Work". */
const OWNER = /^(?:person|contact|lead|deal)\s?[-:]\s?/i
const PLACE = /\s?-\s?(?:work|home|other)$/i

/**
 * The field that a header means in another program. If the header has several parts ("Company / Account", "Vorname (First name)"),
 * all of them must mean the same field: "Email / Phone" has no single meaning.
 */
function fieldByAlias(given: string): FieldName | undefined {
  const fieldOf = (text: string) => FIELD_BY_NAME.get(text) ?? FIELD_BY_ALIAS.get(text)
  const field = fieldOf(toPlainKey(given))
  if (field) return field
  const header = given.trim().replace(OWNER, '').replace(PLACE, '')
  const own = header === given.trim() ? undefined : fieldOf(toPlainKey(header))
  // A deal has a title of its own.
  if (own) return /^(lead|deal)/i.test(given.trim()) && (own === 'title' || own === 'name') ? undefined : own
  const parts = header
    .slice(0, MAX_NORMALIZED)
    .split(/[/|,;()[\]]/)
    .map(toPlainKey)
  const [first, ...others] = parts.filter((part) => part !== '').map(fieldOf)
  return others.every((field) => field === first) ? first : undefined
}

/** Known names of columns, for finding the header row. */
export const COLUMN_NAMES = {
  isKnown: (name: string) => fieldByAlias(name) !== undefined || stopColumnOf(name)?.polarity === 'stop',
  isEmail: (name: string) => fieldByAlias(name) === 'email',
}

/** The first columns of the download of rejected rows. */
export const REJECT_COLUMNS = ['Row', 'Reason'] as const
/** Whether this is the header of our own download of rejected rows. */
export const isRejectsFile = (header: readonly string[]): boolean =>
  REJECT_COLUMNS.every((name, index) => header[index]?.trim() === name)

/**
 * Guesses the meaning of each column from its header and its values: known names in any case and spacing, what says who is stopped, or the
 * names of other programs and languages. All others are kept as text fields.
 * @param rows the first rows of the file @param own the user's own fields
 */
export function guessColumns(
  header: string[],
  rows: readonly string[][] = [],
  own: readonly OwnField[] = [],
): ColumnChoice[] {
  const fields = new Set<string>()
  const keys = new Set<string>()
  const takeOwn = (text: string) => {
    const key = toFieldKey(text)
    const found = key && own.find((field) => field.key === key || toFieldKey(field.name) === key)
    if (!found || keys.has(found.key)) return null
    keys.add(found.key)
    return ownField(found.key)
  }
  const take = (field: FieldName | undefined) => {
    if (!field || fields.has(field)) return null
    fields.add(field)
    return field
  }
  const valuesOf = (index: number) => rows.map((row) => row[index] ?? '')
  const hasJobTitle = header.some((text) => toPlainKey(text) === 'jobtitle')
  /** "Title" with "Dr." or "Mr." is the form of address. */
  const isAddress = (text: string, index: number) => {
    if (toPlainKey(text) !== 'title') return false
    const values = valuesOf(index).filter((value) => !isPlaceholder(value))
    return values.length > 0 ? values.every(isHonorific) : hasJobTitle
  }
  const firstNames = header.findIndex((text) => fieldByAlias(text) === 'firstName')
  const hasLastName = header.some((text) => fieldByAlias(text) === 'lastName')
  /** Beside a first name that it does not repeat, and without a last name, a "Name" is the last one. */
  const orSurname = (field: FieldName | undefined, index: number) =>
    field === 'name' &&
    SHORT_NAMES.has(toPlainKey(header[index]!)) &&
    firstNames >= 0 &&
    !hasLastName &&
    !rows.some((row) => row[firstNames] && row[index]?.includes(row[firstNames]))
      ? 'lastName'
      : field
  const isOwn = isRejectsFile(header)
  const exact = header.map((text, index) => {
    if (isOwn && index < REJECT_COLUMNS.length) return SKIP
    if (isAddress(text, index)) return KEEP
    if (!stopColumnOf(text) && isAnyText(text) && isProposedStop(text, valuesOf(index))) return STOPPED
    return take(orSurname(FIELD_BY_NAME.get(toPlainKey(text)), index))
  })
  return header.map((text, index) => {
    if (exact[index]) return exact[index]
    if (stopColumnOf(text) && isProposedStop(text, valuesOf(index))) return STOPPED
    return takeOwn(text) ?? take(orSurname(fieldByAlias(text), index)) ?? KEEP
  })
}

/** Names of the column "Name" in languages where it may be the last name: "Name, Vorname". */
const SHORT_NAMES = new Set(['name', 'naam', 'namn'])

/** The type that all values of a column fit; text if none does, or if they look like the numbers of phones and postcodes. */
export function proposeType(values: readonly string[], notation: Notation): OwnFieldType {
  const given = values.map((value) => value.trim()).filter((value) => !isPlaceholder(value))
  const fits = (type: OwnFieldType) =>
    given.every(
      (value) =>
        !(type === 'number' && /^[-+]?0\d/.test(value)) &&
        !('problem' in readCell({ type, options: [] }, value, notation)),
    )
  return given.length === 0 ? 'text' : (NEW_TYPES.find(fits) ?? 'text')
}

/** Whether the values of a column may be a status, whatever its name: not those of addresses and names. */
const isAnyText = (header: string): boolean => !NAMES.has(fieldByAlias(header) ?? '')
const NAMES = new Set<string>(['email', 'firstName', 'lastName', 'name', 'organizationName'])

/** The problem with the choices for a header row, as a sentence; null if they are valid. */
export function refuseChoices(header: string[], choices: readonly ColumnChoice[]): string | null {
  if (choices.length !== header.length) return 'The chosen columns do not match the columns of the file'
  const twice = choices.find(
    (choice, index) => (isField(choice) || ownKeyOf(choice)) && choices.indexOf(choice) !== index,
  )
  if (twice)
    return `Two columns are mapped to ${isField(twice) ? IMPORT_COLUMNS[twice] : ownKeyOf(twice)}. Choose one.`
  return choices.includes('email') ? null : 'Choose the column with the email address'
}

/**
 * Maps each column to its target, as chosen or as guessed. Columns that are kept get keys that no field and no variable of every contact
 * has, because that value would be used instead.
 * @param rows the first rows of the file
 */
export function mapColumns(
  header: string[],
  choices = guessColumns(header),
  rows: readonly string[][] = [],
): ColumnTarget[] {
  const names = new Set([
    ...FIELD_NAMES.map((field) => toFieldKey(IMPORT_COLUMNS[field])),
    ...STANDARD_VARIABLES,
    ...choices.flatMap((choice) => ownKeyOf(choice) ?? []),
  ])
  return choices.map((choice, index): ColumnTarget => {
    const text = header[index]!
    if (choice === SKIP) return { skip: true }
    if (isField(choice)) return { field: choice }
    const type = newTypeOf(choice)
    const values = isAnyText(text) ? rows.map((row) => row[index] ?? '') : []
    const stop = stopColumnFor(text, values)
    const isChosen = choice === STOPPED && !isProposedStop(text, values)
    if (isChosen && (!stop || stop.isYesOnly)) return { stop: CHOSEN_STOP, isStrict: true }
    if (choice === STOPPED && stop && stop.polarity !== 'status') return { stop, isStrict: true }
    // A status that stops some contacts says something about the others too, so it is kept.
    const name = toPlainKey(text) === 'title' ? 'form_of_address' : toFieldKey(text)
    const custom = ownKeyOf(choice) ?? unused(name || `column_${index + 1}`, names)
    names.add(custom)
    return { custom, ...(type ? { type } : {}), ...(stop ? { stop, isStrict: isChosen } : {}) }
  })
}

function unused(name: string, taken: Set<string>): string {
  for (let number = 2, candidate = name; ; number++) {
    if (!taken.has(candidate)) return candidate
    candidate = `${name}_${number}`
  }
}
