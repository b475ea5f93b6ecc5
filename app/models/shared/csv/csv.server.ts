import { invalid } from '~/errors'
import type { CsvEncoding } from './encoding'
import { type CsvFormat, findFormat, isBeforeHeader, type KnownNames } from './format'
import { type CsvRow, createRows } from './rows'

const HEAD_BYTES = 64 * 1024

/** The name that iconv-lite has for an encoding. */
export const iconvName = (encoding: CsvEncoding): string =>
  encoding === 'x-mac-cyrillic' ? 'maccyrillic' : encoding

/** How a file is read. */
export interface CsvReading {
  encoding: CsvEncoding
  /** The line of the header that the user chose. */
  headerLine?: number | undefined
  names: KnownNames
}

/** The beginning of a file as text, and the format that it shows. @throws AppError INVALID if it is not a CSV file */
export async function readFormat(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, headerLine, names }: CsvReading,
): Promise<{ format: CsvFormat; text: string }> {
  const head = await takeHead(bytes)
  if (head.length === 0) invalid('The file is empty')
  if (isArchive(head)) invalid('This is a spreadsheet or an archive, not a CSV file. Save it as CSV first.')
  const text = new TextDecoder(encoding).decode(head, { stream: true })
  const format = findFormat(text, names, headerLine)
  if (headerLine !== undefined && format.headerLine < headerLine)
    invalid(
      `Line ${headerLine} cannot be the header: the beginning of the file has no such line`,
      'headerRow',
    )
  return { format, text }
}

/**
 * Streams the rows of a CSV file from its header on, as `createRows` reads them. Holds one chunk and one row in memory. A line of more than
 * a megabyte ends the file with a problem.
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  encoding: CsvEncoding,
  format: CsvFormat,
): AsyncGenerator<CsvRow> {
  const decoder = new TextDecoder(encoding)
  const rows = createRows(format.delimiter, format.header)
  const wanted = (row: CsvRow) => row.fatal || !isBeforeHeader(row, format)
  for await (const part of bytes) {
    for (const row of rows.take(decoder.decode(part, { stream: true }))) {
      if (wanted(row)) yield row
      if (row.fatal) return
    }
  }
  for (const row of [...rows.take(decoder.decode()), ...rows.end()]) if (wanted(row)) yield row
}

/** Reads the beginning of the file. */
async function takeHead(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const taken: Uint8Array[] = []
  let length = 0
  for await (const part of bytes) {
    taken.push(part)
    length += part.byteLength
    if (length >= HEAD_BYTES) break
  }
  return Buffer.concat(taken).subarray(0, HEAD_BYTES)
}

/** Detects zip files (xlsx, ods) and the old binary spreadsheet format by their magic numbers. */
const isArchive = (head: Buffer) =>
  head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4])) ||
  head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))
