import { invalid } from '~/errors'
import { readCsv, readFormat } from '~/models/shared/csv/csv.server'
import { createSample, detectEncoding } from '~/models/shared/csv/encoding'
import { MAILBOX_COLUMN_NAMES, MAILBOX_COLUMNS, type MailboxColumnName, mailboxColumnOf } from './columns'

/** The largest file, and the most rows of one. */
export const MAX_MAILBOX_FILE_BYTES = 1024 * 1024
export const MAX_MAILBOX_ROWS = 500

/** A row of the file: its cells by column, or why it could not be read. */
export interface MailboxRow {
  line: number
  cells: Partial<Record<MailboxColumnName, string>>
  problem?: string
}

/**
 * Reads a file of mailboxes. Empty rows are left out.
 * @param leaveOut whether columns that are not known are left out; otherwise they are refused
 * @throws AppError INVALID if it is no CSV file, or if a column is unknown, missing or there twice
 */
export async function readMailboxFile(bytes: Uint8Array, leaveOut: boolean): Promise<MailboxRow[]> {
  const sample = createSample()
  sample.take(bytes)
  const encoding = await detectEncoding(sample)
  const { format } = await readFormat(once(bytes), { encoding, names: MAILBOX_COLUMN_NAMES })
  let columns: (MailboxColumnName | undefined)[] | undefined
  const rows: MailboxRow[] = []
  for await (const { line, cells, problem } of readCsv(once(bytes), encoding, format)) {
    if (!columns) {
      if (problem) invalid(problem)
      columns = columnsOf(cells, leaveOut)
    } else if (problem) rows.push({ line, cells: {}, problem })
    else if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells: byColumn(columns, cells) })
    if (rows.length > MAX_MAILBOX_ROWS)
      invalid(`The file has more than ${MAX_MAILBOX_ROWS} rows. Divide it.`, 'file')
  }
  if (rows.length === 0) invalid('The file has no rows', 'file')
  return rows
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

/** What each column of the file is; undefined for one that is left out. */
function columnsOf(header: readonly string[], leaveOut: boolean): (MailboxColumnName | undefined)[] {
  const columns = header.map(mailboxColumnOf)
  const unknown = header.filter((name, index) => name.trim() !== '' && !columns[index])
  const quoted = (names: readonly string[]) => names.map((name) => `"${name.trim()}"`).join(', ')
  if (unknown.length > 0 && !leaveOut)
    invalid(
      `Unknown columns: ${quoted(unknown)}. Rename them, or have columns that are not known left out.`,
      'file',
    )
  const named = columns.filter((column) => column !== undefined)
  const twice = named.find((column, index) => named.indexOf(column) !== index)
  if (twice)
    invalid(
      `Several columns are ${MAILBOX_COLUMNS[twice].label}: ${quoted(header.filter((_, index) => columns[index] === twice))}. Keep one.`,
      'file',
    )
  for (const needed of ['email', 'password'] as const)
    if (!named.includes(needed)) invalid(`The file has no column ${MAILBOX_COLUMNS[needed].label}`, 'file')
  return columns
}

/** The cells that are not empty. A password keeps its spaces. */
const byColumn = (columns: readonly (MailboxColumnName | undefined)[], cells: readonly string[]) =>
  Object.fromEntries(
    columns.flatMap((column, index) => {
      const cell = cells[index] ?? ''
      return column && cell.trim() !== '' ? [[column, isSecret(column) ? cell : cell.trim()]] : []
    }),
  )

const isSecret = (column: MailboxColumnName) => column === 'password' || column === 'imapPassword'
