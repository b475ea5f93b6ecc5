import type { OwnFieldType } from './type'

/** A value of one of the user's own fields, as it is stored. A date is `YYYY-MM-DD`. */
export type FieldValue = string | number | boolean

/** Values by key; null removes one. */
export type FieldChange = Record<string, FieldValue | null>

/** The most characters of a value. */
export const MAX_VALUE = 2000
export const VALUE_TOO_LONG = `Must be at most ${MAX_VALUE} characters`

// As programs write them in English, German, French, Spanish and Vietnamese.
const YES = new Set('yes true 1 y ja wahr oui vrai sí si verdadero có đúng'.split(' '))
const NO = new Set('no false 0 n nein falsch non faux falso không sai'.split(' '))

/**
 * Reads a value of a call, a form or a file. A text is read by the type of the field; a text field takes any value.
 * @returns the value, null if it is blank, or why it does not fit, as the end of a sentence that begins with the field
 */
export function readValue(
  { type, options }: { type: OwnFieldType; options: readonly string[] },
  given: FieldValue,
): { value: FieldValue | null } | { problem: string } {
  if (typeof given === 'number' && type === 'number')
    return Number.isFinite(given) ? { value: given } : { problem: NEEDED.number }
  if (typeof given === 'boolean' && type === 'boolean') return { value: given }
  const text = String(given).trim()
  if (text === '') return { value: null }
  if (text.length > MAX_VALUE) return { problem: VALUE_TOO_LONG }
  const value = READERS[type](text, options)
  return value === null
    ? { problem: type === 'choice' ? `Must be one of ${options.join(', ')}` : NEEDED[type] }
    : { value }
}

const READERS: Record<OwnFieldType, (text: string, options: readonly string[]) => FieldValue | null> = {
  text: (text) => text,
  number: (text) => (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : null),
  date: (text) => (isDate(text) ? text : null),
  boolean: (text) => (YES.has(text.toLowerCase()) ? true : NO.has(text.toLowerCase()) ? false : null),
  url: (text) => (/^https?:\/\//i.test(text) && URL.canParse(text) ? text : null),
  choice: (text, options) =>
    options.find((option) => option === text) ??
    options.find((option) => option.toLowerCase() === text.toLowerCase()) ??
    null,
}

const NEEDED: Record<Exclude<OwnFieldType, 'choice'>, string> = {
  text: 'Must be a text',
  number: 'Must be a number such as 1234.5',
  date: 'Must be a date such as 2026-12-31',
  boolean: 'Must be yes or no',
  url: 'Must be an address that begins with http:// or https://',
}

/** Whether a text is a day of the calendar, as `YYYY-MM-DD`. PostgreSQL has no year 0. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Years stay as they are: 1998, but 12,480. */
const NUMBER = new Intl.NumberFormat('en-US', { useGrouping: 'min2', maximumFractionDigits: 15 })
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A value as people write it: "12,480", "December 18, 2026", "yes". @param isDay whether it is of a date field */
export function printValue(value: FieldValue, isDay: boolean): string {
  if (typeof value === 'number') return NUMBER.format(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return isDay && isDate(value) ? DAY.format(new Date(`${value}T00:00:00Z`)) : value
}
