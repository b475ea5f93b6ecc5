import { and, eq, isNull } from 'drizzle-orm'
import { jobFiles } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { invalid, notFound } from '~/errors'
import { readFile } from '~/models/jobs/file.server'
import { readCsv } from '~/models/shared/csv.server'
import { type ColumnChoice, isColumnChoice, MAX_COLUMNS, refuseChoices } from './columns'
import type { StoredUpload } from './import.server'

/** The header and the first data rows of a stored file. */
export interface FileHead {
  columns: string[]
  rows: string[][]
}

/** Data rows of a preview (specification document 2, section 9). */
const ROWS = 5
/** The maximum number of characters of a cell in a preview. */
const SHOWN = 200

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

/** Reads only the beginning of a stored file. @throws AppError INVALID if it is not a CSV file */
export async function readHead(db: Db, fileId: string): Promise<FileHead> {
  const head: FileHead = { columns: [], rows: [] }
  let first = true
  for await (const { cells, problem, fatal } of readCsv(readFile(db, fileId))) {
    if (first) {
      if (problem) invalid(problem)
      if (cells.length > MAX_COLUMNS)
        invalid(`The file has ${cells.length} columns. At most ${MAX_COLUMNS} are supported.`)
      head.columns = cells.map((cell) => previewText(cell))
      first = false
    } else if (!fatal && !problem) head.rows.push(cells.slice(0, MAX_COLUMNS).map(previewText))
    if (head.rows.length === ROWS) break
  }
  if (first) invalid('The file is empty')
  return head
}

const previewText = (cell: string) =>
  cell
    .slice(0, SHOWN)
    .replaceAll('\0', '\uFFFD')
    .replace(/[\uD800-\uDBFF]$/, '')

/** Parses the choices from a form's JSON. @throws AppError INVALID */
export function parseChoices(text: string): ColumnChoice[] {
  try {
    const given: unknown = JSON.parse(text)
    if (
      Array.isArray(given) &&
      given.length <= MAX_COLUMNS &&
      given.every((one): one is ColumnChoice => typeof one === 'string' && isColumnChoice(one))
    )
      return given
  } catch {}
  return invalid('Invalid column choices', 'columns')
}

/** Checks the choices against a stored file. @throws AppError INVALID if it cannot be imported with them */
export async function checkChoices(db: Db, fileId: string, choices: ColumnChoice[]): Promise<void> {
  const problem = refuseChoices((await readHead(db, fileId)).columns, choices)
  if (problem) invalid(problem, 'columns')
}
