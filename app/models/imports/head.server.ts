import { and, eq, isNull } from 'drizzle-orm'
import { jobFiles } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { invalid, notFound } from '~/errors'
import { splitTags, tagList } from '~/models/contacts/contact'
import { listOwnFields } from '~/models/contacts/own-fields/own-fields.server'
import { readFile } from '~/models/jobs/file.server'
import { readCsv, readFormat } from '~/models/shared/csv/csv.server'
import type { CsvEncoding } from '~/models/shared/csv/encoding'
import { type CsvFormat, firstRows } from '~/models/shared/csv/format'
import {
  COLUMN_NAMES,
  type ColumnChoice,
  isColumnChoice,
  MAX_COLUMNS,
  ownKeyOf,
  refuseChoices,
} from './columns'
import { EXISTING, isExisting } from './existing'
import { type FileHead, headOf, SAMPLE_ROWS } from './head'
import { encodingOf, type ImportChoices, type StoredUpload } from './import.server'
import { DATES, NUMBERS } from './notation'
import { parseReading, type Reading, type ReadingField } from './reading'

/** A stored file that is not part of an import yet. @throws AppError NOT_FOUND */
export async function getUpload(
  db: Db,
  userId: string,
  id: string,
): Promise<Pick<StoredUpload, 'id' | 'name'>> {
  const [file] = await db
    .select({ id: jobFiles.id, name: jobFiles.name })
    .from(jobFiles)
    .where(
      and(
        eq(jobFiles.id, id),
        eq(jobFiles.userId, userId),
        eq(jobFiles.purpose, 'contact_import'),
        isNull(jobFiles.queueJobId),
      ),
    )
  return file ?? notFound('File not found')
}

/** How a stored file is read: as the user chose, else as detected. @throws AppError INVALID if it is not a CSV file */
export async function formatOf(
  db: Db,
  fileId: string,
  reading: Reading = {},
): Promise<{ encoding: CsvEncoding; format: CsvFormat; text: string }> {
  const encoding = reading.encoding ?? (await encodingOf(db, fileId))
  const given = { encoding, headerLine: reading.headerLine, names: COLUMN_NAMES }
  return { encoding, ...(await readFormat(readFile(db, fileId), given)) }
}

/** Reads only the beginning of a stored file. @throws AppError INVALID if it is not a CSV file */
export async function readHead(db: Db, fileId: string, reading: Reading = {}): Promise<FileHead> {
  const { encoding, format, text } = await formatOf(db, fileId, reading)
  const rows: string[][] = []
  let columns: string[] | undefined
  for await (const { cells, problem } of readCsv(readFile(db, fileId), encoding, format)) {
    if (!columns) {
      if (problem) invalid(problem)
      if (cells.length > MAX_COLUMNS)
        invalid(`The file has ${cells.length} columns. At most ${MAX_COLUMNS} are supported.`)
      columns = cells
    } else if (!problem && cells.some((cell) => cell.trim() !== '')) rows.push(cells)
    if (rows.length === SAMPLE_ROWS) break
  }
  if (!columns) invalid('The file is empty')
  return headOf({ encoding, format, columns, rows, first: firstRows(text, format.delimiter) }, reading)
}

/** Parses the choices from a form's JSON. @throws AppError INVALID */
export function parseChoices(text: string): ColumnChoice[] {
  try {
    const given: unknown = JSON.parse(text)
    if (
      Array.isArray(given) &&
      given.length <= MAX_COLUMNS &&
      given.every((choice): choice is ColumnChoice => typeof choice === 'string' && isColumnChoice(choice))
    )
      return given
  } catch {}
  return invalid('Invalid column choices', 'columns')
}

/** Reads tags that are separated by commas. @throws AppError INVALID for one that is too long, or too many */
export function parseTags(text: string): string[] {
  const parsed = tagList.safeParse(splitTags(text))
  return parsed.success ? parsed.data : invalid(parsed.error.issues[0]!.message, 'tags')
}

const WRONG_READING: Record<ReadingField, string> = {
  encoding: 'Unknown encoding',
  headerRow: 'Must be the number of a line',
  dates: `Must be one of ${Object.keys(DATES).join(', ')}`,
  numbers: `Must be one of ${Object.keys(NUMBERS).join(', ')}`,
}

/** Reads the choices of an import from the texts of a form. @throws AppError INVALID with the field that is wrong */
export function readImportChoices(field: (name: string) => string | null | undefined): ImportChoices {
  const columns = field('columns')
  const existing = field('existing') || undefined
  if (existing !== undefined && !isExisting(existing))
    invalid(`Must be one of ${Object.keys(EXISTING).join(', ')}`, 'existing')
  const reading = parseReading(field)
  if ('wrong' in reading) {
    invalid(WRONG_READING[reading.wrong], reading.wrong)
  }
  const tags = parseTags(field('tags') ?? '')
  return { choices: columns ? parseChoices(columns) : undefined, existing, reading, tags }
}

/** Checks the choices against a stored file. @throws AppError INVALID if it cannot be imported with them */
export async function checkChoices(
  db: Db,
  userId: string,
  fileId: string,
  choices: ColumnChoice[],
  reading?: Reading,
): Promise<void> {
  const problem = refuseChoices((await readHead(db, fileId, reading)).columns, choices)
  if (problem) invalid(problem, 'columns')
  const own = new Set((await listOwnFields(db, userId)).map(({ key }) => key))
  const unknown = choices.map(ownKeyOf).find((key) => key !== undefined && !own.has(key))
  if (unknown) invalid(`There is no field ${unknown}`, 'columns')
}
