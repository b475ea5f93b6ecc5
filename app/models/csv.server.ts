import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { invalid } from '../errors'
import { type CsvEncoding, sniffDelimiter, sniffEncoding } from './csv-sniff'

/** Bytes of one row, and columns of one file, that we are willing to hold in memory. */
export const MAX_ROW_BYTES = 1024 * 1024
export const MAX_COLUMNS = 200
const HEAD_BYTES = 64 * 1024

/** A row of the file; `unclosed` when the file ends inside a quoted cell of it. */
export interface CsvRow {
  cells: string[]
  unclosed?: true
}

/**
 * Reads the rows of a CSV file (RFC 4180, relaxed: semicolons and tabs, any line end, rows of any length, stray quotes)
 * while it streams in; the first one is the header. Blank lines are no rows. In memory: one chunk, one row.
 * @throws AppError INVALID for what is no CSV file, and for a row that is longer than MAX_ROW_BYTES.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  const { head, whole, rest } = await takeHead(bytes)
  if (head.length === 0) invalid('The file is empty')
  if (isArchive(head)) invalid('This is a spreadsheet or an archive, not a CSV file; save it as CSV first')
  const encoding = sniffEncoding(head, whole)
  const parser = parse({
    delimiter: sniffDelimiter(new TextDecoder(encoding).decode(head)),
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    ltrim: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
  })
  const source = Readable.from(encoding === 'utf-8' ? rest : toUtf8(rest, encoding), { objectMode: false })
  source.once('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    for await (const cells of parser) yield { cells: cells as string[] }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // What is inside the quotes was meant as one cell; all before it has been read.
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') yield { cells: (error.record as string[] | undefined) ?? [], unclosed: true }
    else if (error.code === 'CSV_MAX_RECORD_SIZE') {
      invalid(`Row ${Number(error.records) + 1} is longer than 1 MB; perhaps a quotation mark before it is never closed`)
    } else invalid('The file is not a valid CSV file')
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** Reads enough to judge the file by; `rest` is the whole stream again. */
async function takeHead(bytes: AsyncIterable<Uint8Array>) {
  const iterator = bytes[Symbol.asyncIterator]()
  const taken: Uint8Array[] = []
  let length = 0
  let whole = false
  while (length < HEAD_BYTES && !whole) {
    const { value, done } = await iterator.next()
    if (done) whole = true
    else {
      taken.push(value)
      length += value.byteLength
    }
  }
  async function* rest() {
    yield* taken
    if (!whole) yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { head: Buffer.concat(taken).subarray(0, HEAD_BYTES), whole: whole && length <= HEAD_BYTES, rest: rest() }
}

/** Zip (xlsx, ods) and the old binary format of spreadsheets. */
const isArchive = (head: Buffer) =>
  head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4])) || head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))

async function* toUtf8(bytes: AsyncIterable<Uint8Array>, encoding: CsvEncoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding)
  for await (const part of bytes) yield Buffer.from(decoder.decode(part, { stream: true }))
  yield Buffer.from(decoder.decode())
}
