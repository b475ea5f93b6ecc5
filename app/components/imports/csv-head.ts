import { parse } from 'csv-parse/browser/esm/sync'
import { MAX_COLUMNS } from '~/models/imports/columns'
import { CSV_OPTIONS, sniffDelimiter, sniffEncoding } from '~/models/shared/csv-sniff'

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
  const [columns = [], ...rows] = readRows(text, ROWS + 1)
  return { columns: columns.slice(0, MAX_COLUMNS), rows }
}

/** The first `most` rows of a text, as far as they can be parsed: the upload reports problems in the others. */
export function readRows(text: string, most: number): string[][] {
  const rows: string[][] = []
  const onRecord = (cells: string[]) => {
    rows.push(cells)
    return null
  }
  try {
    parse(text, { ...CSV_OPTIONS, delimiter: sniffDelimiter(text), to: most, on_record: onRecord })
  } catch {}
  return rows
}
