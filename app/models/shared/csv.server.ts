import { type CsvError, parse } from 'csv-parse'
import { invalid } from '~/errors'
import { CSV_OPTIONS, type CsvEncoding, sniffDelimiter, sniffEncoding } from './csv-sniff'

/** Longest row, in bytes. One row is held in memory. */
const MAX_ROW_BYTES = 1024 * 1024
const HEAD_BYTES = 64 * 1024

/** A row of the file. `problem` explains why the row cannot be read. */
export interface CsvRow {
  cells: string[]
  problem?: string
  /** The rest of the file cannot be read either. */
  fatal?: true
}

/**
 * Streams the rows of a CSV file: a relaxed RFC 4180 that allows semicolons and tabs, any line end, rows of any length and stray
 * quotes. The first row is the header; blank lines are skipped. Holds one chunk and one row in memory. A row longer than
 * MAX_ROW_BYTES ends the file with a problem. @throws AppError INVALID if it is not a CSV file
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  const { head, isComplete, rest } = await takeHead(bytes)
  if (head.length === 0) invalid('The file is empty')
  if (isArchive(head)) invalid('This is a spreadsheet or an archive, not a CSV file. Save it as CSV first.')
  const encoding = sniffEncoding(head, isComplete)
  const parser = createParser(sniffDelimiter(new TextDecoder(encoding).decode(head)))
  for await (const part of encoding === 'utf-8' ? rest : toUtf8(rest, encoding)) {
    yield* await parser.take(part)
    if (parser.failure()) break
  }
  yield* await parser.end()
  const failure = parser.failure()
  if (!failure) return
  // All rows before the quotation mark were read. The parser took everything after it as one cell.
  if (failure.code === 'CSV_QUOTE_NOT_CLOSED')
    yield { cells: [], problem: 'A quotation mark in this row is never closed' }
  else yield { cells: [], problem: messageFor(failure, parser.count() + 1), fatal: true }
}

const messageFor = (failure: CsvError, row: number) =>
  failure.code === 'CSV_MAX_RECORD_SIZE'
    ? `Row ${row} is longer than 1 MB. Perhaps a quotation mark before it is never closed.`
    : `Row ${row} cannot be read: the file is not a valid CSV file`

/**
 * The parser, fed chunk by chunk. Rows are collected by its callback, because a stream that fails drops the rows before the
 * failure.
 */
function createParser(delimiter: string) {
  let rows: CsvRow[] = []
  let count = 0
  let failure: CsvError | undefined
  const parser = parse({
    ...CSV_OPTIONS,
    delimiter,
    max_record_size: MAX_ROW_BYTES,
    on_record: (cells: string[]) => {
      rows.push({ cells })
      count++
      return null
    },
  })
  parser.on('error', (error) => {
    failure = error as CsvError
  })
  parser.resume()
  const drain = (start: (done: () => void) => void) =>
    new Promise<CsvRow[]>((resolve) => {
      start(() => {
        const read = rows
        rows = []
        resolve(read)
      })
    })
  return {
    take: (part: Uint8Array) => drain((done) => parser.write(part, done)),
    end: () => drain((done) => (failure ? done() : parser.end(done))),
    /** Rows read so far, including the header. */
    count: () => count,
    failure: () => failure,
  }
}

/** Reads the beginning of the file to detect its format. `rest` is the whole stream, including the head. */
async function takeHead(bytes: AsyncIterable<Uint8Array>) {
  const iterator = bytes[Symbol.asyncIterator]()
  const taken: Uint8Array[] = []
  let length = 0
  let isEnd = false
  while (length < HEAD_BYTES && !isEnd) {
    const { value, done } = await iterator.next()
    if (done) isEnd = true
    else {
      taken.push(value)
      length += value.byteLength
    }
  }
  async function* rest() {
    yield* taken
    if (!isEnd) yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return {
    head: Buffer.concat(taken).subarray(0, HEAD_BYTES),
    isComplete: isEnd && length <= HEAD_BYTES,
    rest: rest(),
  }
}

/** Detects zip files (xlsx, ods) and the old binary spreadsheet format by their magic numbers. */
const isArchive = (head: Buffer) =>
  head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4])) ||
  head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))

async function* toUtf8(bytes: AsyncIterable<Uint8Array>, encoding: CsvEncoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding)
  for await (const part of bytes) yield Buffer.from(decoder.decode(part, { stream: true }))
  yield Buffer.from(decoder.decode())
}
