import type { Db } from '~/db.server'
import { invalid } from '~/errors'
import { listOwnFields } from '~/models/contacts/own-fields/own-fields.server'
import type { OwnField } from '~/models/contacts/own-fields/type'
import { readFile } from '~/models/jobs/file.server'
import { readCsv } from '~/models/shared/csv/csv.server'
import type { CsvEncoding } from '~/models/shared/csv/encoding'
import type { CsvRow } from '~/models/shared/csv/rows'
import {
  type ColumnChoice,
  type ColumnTarget,
  guessColumns,
  isRejectsFile,
  MAX_COLUMNS,
  mapColumns,
  refuseChoices,
} from './columns'
import { formatOf, readHead } from './head.server'
import type { ImportChoices } from './import.server'
import type { Notation } from './notation'
import { EMPTY_ROW, type ReadRow, readRow } from './row.server'

/** How the rows of a file are read. */
export interface FilePlan {
  /** The header. */
  columns: string[]
  encoding: CsvEncoding
  delimiter: string
  /** How dates and numbers are written: as the user chose, or as was found. */
  notation: Notation
  /** The user's choices, or what was guessed. */
  choices: ColumnChoice[]
  targets: ColumnTarget[]
  /** Whether it is our own download of rejected rows. */
  isOurs: boolean
  /** The user's own fields. */
  own: OwnField[]
  /** The rows after the header. */
  rows: () => AsyncGenerator<CsvRow>
}

/** Reads the header and the first rows, and decides what each column is. @throws AppError INVALID if the file cannot be imported */
export async function planFile(
  db: Db,
  userId: string,
  fileId: string,
  { choices, reading }: ImportChoices,
): Promise<FilePlan> {
  const { encoding, format } = await formatOf(db, fileId, reading)
  const head = await readHead(db, fileId, reading)
  let columns: string[] = []
  for await (const { cells } of readCsv(readFile(db, fileId), encoding, format)) {
    columns = cells
    break
  }
  const own = await listOwnFields(db, userId)
  const decided = choices ?? guessColumns(columns, head.sample, own)
  const rows = async function* () {
    let isHeader = true
    for await (const row of readCsv(readFile(db, fileId), encoding, format)) {
      if (!isHeader) yield row
      isHeader = false
    }
  }
  return {
    ...{ columns, encoding, own, rows },
    delimiter: format.delimiter,
    choices: decided,
    targets: readHeader(columns, decided, head.sample),
    notation: { dates: head.dates, numbers: head.numbers },
    isOurs: isRejectsFile(columns),
  }
}

/** Maps the columns to fields. @throws AppError INVALID for a header without an email column */
function readHeader(cells: string[], choices: ColumnChoice[], rows: string[][]): ColumnTarget[] {
  if (cells.length > MAX_COLUMNS)
    invalid(`The file has ${cells.length} columns. At most ${MAX_COLUMNS} are supported.`)
  if (cells.some((cell) => cell.includes('\0'))) invalid('The header of the file holds a NUL character')
  if (!choices.includes('email')) invalid('The file has no Email column; its first row must name the columns')
  const wrong = refuseChoices(cells, choices)
  if (wrong) invalid(wrong)
  return mapColumns(cells, choices, rows)
}

/**
 * Reads a row. One that is broken is rejected, but what it says about a stop counts.
 * @param own the user's own fields, by key
 */
export function readRecord(
  { targets, isOurs, notation }: Pick<FilePlan, 'targets' | 'isOurs' | 'notation'>,
  own: ReadonlyMap<string, OwnField>,
  { cells, problem }: CsvRow,
): ReadRow {
  const row = readRow(targets, cells, { isOurs, own, notation })
  if (problem === undefined) return row
  if (row === EMPTY_ROW) return { reason: problem }
  const { email, others = [], stops = [] } = row
  return { reason: problem, others, stops, ...(email ? { email } : {}) }
}
