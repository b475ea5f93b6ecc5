import { MAX_COLUMNS } from '~/models/imports/columns'
import { sniffDelimiter, sniffEncoding } from '~/models/shared/csv-sniff'

/** The beginning of a CSV file: its header and its first data rows. */
export interface CsvHead {
  columns: string[]
  rows: string[][]
}

const HEAD_BYTES = 64 * 1024
const ROWS = 5

/** Reads the beginning of a file: the header and at most five rows after it. */
export async function readCsvHead(file: Blob): Promise<CsvHead> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const whole = bytes.length === file.size
  const text = new TextDecoder(sniffEncoding(bytes, whole)).decode(bytes)
  const [columns = [], ...rows] = splitCsv(text, sniffDelimiter(text), ROWS + 1)
  return { columns: columns.slice(0, MAX_COLUMNS), rows }
}

/** The first `most` rows of a text. Blank lines are no rows; a quoted cell may hold delimiters, line ends and doubled quotes. */
export function splitCsv(text: string, delimiter: string, most: number): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endRow = () => {
    row.push(cell)
    if (row.length > 1 || row[0]!.trim()) rows.push(row)
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length && rows.length < most; at++) {
    const character = text[at]!
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[++at]!
      else quoted = false
    } else if (character === '"' && !cell.trim()) {
      quoted = true
      cell = ''
    } else if (character === delimiter) {
      row.push(cell)
      cell = ''
    } else if (character === '\n' || character === '\r') endRow()
    else cell += character
  }
  if (rows.length < most && (cell || row.length > 0)) endRow()
  return rows
}
