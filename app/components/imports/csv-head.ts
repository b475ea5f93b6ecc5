import { COLUMN_NAMES } from '~/models/imports/columns'
import { type FileHead, headOf, SAMPLE_ROWS } from '~/models/imports/head'
import type { Reading } from '~/models/imports/reading'
import { createSample, detectEncoding } from '~/models/shared/csv/encoding'
import { findFormat, firstRows, isBeforeHeader } from '~/models/shared/csv/format'
import { rowsOf } from '~/models/shared/csv/rows'

/** The encoding is detected from this much of the file; the server uses the whole file. */
const SAMPLE_BYTES = 4 * 1024 * 1024
const HEAD_BYTES = 64 * 1024

/** Reads the beginning of a file, as the server does. */
export async function readCsvHead(file: Blob, reading: Reading = {}): Promise<FileHead> {
  const bytes = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer())
  const sample = createSample()
  sample.take(bytes)
  const encoding = reading.encoding ?? (await detectEncoding(sample))
  const isWhole = file.size <= HEAD_BYTES
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, HEAD_BYTES), { stream: !isWhole })
  const format = findFormat(text, COLUMN_NAMES, reading.headerLine)
  const rows = rowsOf(text, format.delimiter, format.header).filter((row) => !isBeforeHeader(row, format))
  // The last row may be cut off.
  if (!isWhole && rows.length > 1) rows.pop()
  const [columns, ...others] = rows
  const read = others
    .filter(({ cells, problem }) => !problem && cells.some((cell) => cell.trim() !== ''))
    .slice(0, SAMPLE_ROWS)
    .map(({ cells }) => cells)
  const first = firstRows(text, format.delimiter)
  return headOf({ encoding, format, columns: columns?.cells ?? [], rows: read, first }, reading)
}
