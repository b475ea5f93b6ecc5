import { type CsvError, parse } from 'csv-parse'
import { invalid } from '~/errors'
import { type CsvEncoding, sniffDelimiter, sniffEncoding } from './csv-sniff'

/** Bytes of one row that we are willing to hold in memory. */
export const MAX_ROW_BYTES = 1024 * 1024
const HEAD_BYTES = 64 * 1024

/** A row of the file; `problem` says why it, or the file from here on, cannot be read. */
export interface CsvRow {
  cells: string[]
  problem?: string
  /** Nothing after this row can be read. */
  fatal?: true
}

/**
 * Reads the rows of a CSV file (RFC 4180, relaxed: semicolons and tabs, any line end, rows of any length, stray quotes)
 * while it streams in; the first one is the header. Blank lines are no rows. In memory: one chunk, one row.
 * A row of more than MAX_ROW_BYTES is the last one, with its problem. @throws AppError INVALID for what is no CSV file
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  const { head, whole, rest } = await takeHead(bytes)
  if (head.length === 0) invalid('The file is empty')
  if (isArchive(head)) invalid('This is a spreadsheet or an archive, not a CSV file; save it as CSV first')
  const encoding = sniffEncoding(head, whole)
  const parser = createParser(sniffDelimiter(new TextDecoder(encoding).decode(head)))
  for await (const part of encoding === 'utf-8' ? rest : toUtf8(rest, encoding)) {
    yield* await parser.take(part)
    if (parser.failure()) break
  }
  yield* await parser.end()
  const failure = parser.failure()
  if (!failure) return
  // All before the quotation mark has been read; what follows it was meant as one cell.
  if (failure.code === 'CSV_QUOTE_NOT_CLOSED')
    yield { cells: [], problem: 'A quotation mark in this row is never closed' }
  else yield { cells: [], problem: wordsFor(failure, parser.count() + 1), fatal: true }
}

const wordsFor = (failure: CsvError, row: number) =>
  failure.code === 'CSV_MAX_RECORD_SIZE'
    ? `Row ${row} is longer than 1 MB; perhaps a quotation mark before it is never closed`
    : `Row ${row} cannot be read; the file is not a valid CSV file`

/**
 * The parser, fed part by part. Rows are taken by its callback and not as a stream: a stream that fails drops the rows
 * before the failure.
 */
function createParser(delimiter: string) {
  let rows: CsvRow[] = []
  let count = 0
  let failure: CsvError | undefined
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    ltrim: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
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
    /** Rows read so far, the header among them. */
    count: () => count,
    failure: () => failure,
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
  return {
    head: Buffer.concat(taken).subarray(0, HEAD_BYTES),
    whole: whole && length <= HEAD_BYTES,
    rest: rest(),
  }
}

/** Zip (xlsx, ods) and the old binary format of spreadsheets. */
const isArchive = (head: Buffer) =>
  head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4])) ||
  head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))

async function* toUtf8(bytes: AsyncIterable<Uint8Array>, encoding: CsvEncoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding)
  for await (const part of bytes) yield Buffer.from(decoder.decode(part, { stream: true }))
  yield Buffer.from(decoder.decode())
}
