/** How a file writes dates and numbers. Browser-safe: the dialog guesses as the import does. */
import type { OwnFieldType } from '~/models/contacts/own-fields/type'
import { type FieldValue, isDate, readValue } from '~/models/contacts/own-fields/value'
import { isPlaceholder } from '~/models/shared/placeholders'

/** How dates are written. 2026-12-31 is read in each case, because it has one meaning. */
export const DATES = {
  'day-first': '31.12.2026 (day first)',
  'month-first': '12/31/2026 (month first)',
} as const
export type Dates = keyof typeof DATES

/** How numbers are written. Those without signs between their digits are read in each case. */
export const NUMBERS = {
  point: '1,234.5 (decimal point)',
  comma: '1.234,5 (decimal comma)',
} as const
export type Numbers = keyof typeof NUMBERS

/** Null: only 2026-12-31, and only 1234.5. */
export interface Notation {
  dates: Dates | null
  numbers: Numbers | null
}
export const PLAIN_DATE = '2026-12-31'
export const PLAIN_NUMBER = '1234.5'

const DATE = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/
const NUMBER = {
  plain: /^-?\d+(?:\.\d+)?$/,
  point: /^-?(?:\d+|\d{1,3}(?:([,'’ \u202F])\d{3})(?:\1\d{3})*)(?:\.\d+)?$/,
  comma: /^-?(?:\d+|\d{1,3}(?:([.'’ \u202F])\d{3})(?:\1\d{3})*)(?:,\d+)?$/,
}

/** A date as `YYYY-MM-DD`; null if it is not written so. */
function toDate(text: string, dates: Dates | null): string | null {
  if (isDate(text)) return text
  const parts = DATE.exec(text)
  if (!parts || !dates) return null
  const [, first, , second, year] = parts as unknown as [string, string, string, string, string]
  const [day, month] = dates === 'day-first' ? [first, second] : [second, first]
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : null
}

/** A number as `1234.5`; null if it is not written so. */
function toNumber(text: string, numbers: Numbers | null): string | null {
  if (!NUMBER[numbers ?? 'plain'].test(text)) return null
  return numbers === 'comma'
    ? text.replace(/[.'’ \u202F]/g, '').replace(',', '.')
    : text.replace(/[,'’ \u202F]/g, '')
}

/**
 * Reads a cell as the value of one of the user's own fields.
 * @returns the value, or why it does not fit, as the end of a sentence that begins with the field
 */
export function readCell(
  field: { type: OwnFieldType; options: readonly string[] },
  cell: string,
  { dates, numbers }: Notation,
): { value: FieldValue | null } | { problem: string } {
  if (field.type === 'date') {
    const date = toDate(cell, dates)
    return date ? { value: date } : { problem: `Must be a date such as ${dates ? DATES[dates] : PLAIN_DATE}` }
  }
  if (field.type !== 'number') return readValue(field, cell)
  const number = toNumber(cell, numbers)
  return number === null
    ? { problem: `Must be a number such as ${numbers ? NUMBERS[numbers] : PLAIN_NUMBER}` }
    : readValue(field, number)
}

/** What the first rows of a file say about its notation. */
export interface GuessedNotation extends Notation {
  /** An example that can be read in two ways, where nothing decides between them: the user must choose. */
  unclear: { dates?: string; numbers?: string }
}

/**
 * Finds how a file writes dates and numbers, by its columns that have only such values. Where these allow both ways, nothing is guessed.
 * @param rows the first rows of the file
 */
export function guessNotation(rows: readonly string[][]): GuessedNotation {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, index) =>
    rows.map((row) => row[index]?.trim() ?? '').filter((value) => !isPlaceholder(value)),
  )
  const dates = chosenBy(columns, Object.keys(DATES) as Dates[], toDate, (text) => DATE.test(text))
  const numbers = chosenBy(columns, Object.keys(NUMBERS) as Numbers[], toNumber, (text) =>
    /[.,'’ \u202F]/.test(text),
  )
  const unclear = {
    ...(dates.unclear !== undefined && { dates: dates.unclear }),
    ...(numbers.unclear !== undefined && { numbers: numbers.unclear }),
  }
  return { dates: dates.way ?? null, numbers: numbers.way ?? null, unclear }
}

/**
 * The only way in which all of some columns can be read. Where both ways read the same, as with 04/04/2026, they prove nothing about later rows.
 * @param isTelling whether the ways may differ in a value: a column without such a value says nothing
 */
function chosenBy<Way extends string>(
  columns: string[][],
  ways: readonly Way[],
  read: (text: string, way: Way) => string | null,
  isTelling: (text: string) => boolean,
): { way?: Way; unclear?: string } {
  const fits = (values: string[], way: Way) => values.every((value) => read(value, way) !== null)
  const telling = columns.filter((values) => values.some(isTelling) && ways.some((way) => fits(values, way)))
  const [way, other] = ways.filter((one) => telling.every((values) => fits(values, one)))
  if (!way || telling.length === 0) return {}
  if (!other) return { way }
  const differs = telling.flat().find((value) => read(value, way) !== read(value, other))
  return differs === undefined ? {} : { unclear: differs }
}
