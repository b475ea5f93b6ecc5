import { type CsvEncoding, isCsvEncoding } from '~/models/shared/csv/encoding'
import { DATES, type Dates, NUMBERS, type Numbers } from './notation'

/** How the user wants a file to be read. What is absent is detected. */
export interface Reading {
  encoding?: CsvEncoding
  /** The line of the header. */
  headerLine?: number
  dates?: Dates | undefined
  numbers?: Numbers | undefined
}

/** The fields of a form or a call that say how a file is read. */
export const READING_FIELDS = ['encoding', 'headerRow', 'dates', 'numbers'] as const
export type ReadingField = (typeof READING_FIELDS)[number]

/** Rejected rows that are kept of one import. */
export const KEPT_REJECTS = 10_000
/** Of so many imports, the newest, rejected rows are kept. */
export const KEPT_IMPORTS = 20

/** Lines below this one cannot be the header. */
const LAST_LINE = 1000

/** Reads the choices of a form or a call. @returns them, or the name of the field that is wrong */
export function parseReading(
  field: (name: ReadingField) => string | null | undefined,
): Reading | { wrong: ReadingField } {
  const [encoding, headerLine, dates, numbers] = READING_FIELDS.map(field)
  const reading: Reading = {}
  if (encoding) {
    if (!isCsvEncoding(encoding)) return { wrong: 'encoding' }
    reading.encoding = encoding
  }
  if (headerLine) {
    const line = Number(headerLine)
    if (!Number.isInteger(line) || line < 1 || line > LAST_LINE) return { wrong: 'headerRow' }
    reading.headerLine = line
  }
  if (dates) {
    if (!Object.hasOwn(DATES, dates)) return { wrong: 'dates' }
    reading.dates = dates as Dates
  }
  if (numbers) {
    if (!Object.hasOwn(NUMBERS, numbers)) return { wrong: 'numbers' }
    reading.numbers = numbers as Numbers
  }
  return reading
}
