/** The beginning of a file, as the dialog shows it. Browser-safe: with scripts the browser reads it, without them the server. */
import type { CsvEncoding } from '~/models/shared/csv/encoding'
import type { CsvFormat } from '~/models/shared/csv/format'
import type { CsvRow } from '~/models/shared/csv/rows'
import { MAX_COLUMNS } from './columns'
import { type GuessedNotation, guessNotation } from './notation'
import type { Reading } from './reading'

/** The header, the first data rows, and how they were read. */
export interface FileHead extends GuessedNotation {
  columns: string[]
  /** The rows that are shown. */
  rows: string[][]
  /** More rows, for the guesses. */
  sample: string[][]
  encoding: CsvEncoding
  headerLine: number
  /** The lines that may be the header, with what stands in them. */
  headerLines: { line: number; text: string }[]
}

/** Data rows of a preview (specification document 2, section 9), and those that the guesses see. */
const ROWS = 5
export const SAMPLE_ROWS = 50
/** The maximum number of characters of a cell in a preview. */
const SHOWN = 200

/** The head of a file, with texts short enough to show. @param chosen how the user wants it to be read */
export function headOf(
  read: {
    encoding: CsvEncoding
    format: CsvFormat
    columns: string[]
    rows: string[][]
    first: CsvRow[]
  },
  chosen: Reading,
): FileHead {
  const rows = read.rows.map((cells) => cells.slice(0, MAX_COLUMNS).map(previewText))
  const header = { line: read.format.headerLine, cells: read.columns }
  const isAmongFirst = read.first.some(({ line }) => line === header.line)
  const guessed = guessNotation(rows)
  return {
    dates: chosen.dates ?? guessed.dates,
    numbers: chosen.numbers ?? guessed.numbers,
    unclear: {
      ...(!chosen.dates && guessed.unclear.dates && { dates: guessed.unclear.dates }),
      ...(!chosen.numbers && guessed.unclear.numbers && { numbers: guessed.unclear.numbers }),
    },
    columns: read.columns.slice(0, MAX_COLUMNS).map(previewText),
    rows: rows.slice(0, ROWS),
    sample: rows,
    encoding: read.encoding,
    headerLine: read.format.headerLine,
    headerLines: (isAmongFirst ? read.first : [...read.first, header]).map(({ line, cells }) => ({
      line,
      text: previewText(
        cells
          .slice(0, 8)
          .map((cell) => cell.trim())
          .filter(Boolean)
          .join(', '),
      ).slice(0, 60),
    })),
  }
}

const previewText = (cell: string) =>
  cell
    .slice(0, SHOWN)
    .replaceAll('\0', '\uFFFD')
    .replace(/[\uD800-\uDBFF]$/, '')
