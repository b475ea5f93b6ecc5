import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { contactChangeParts, contacts, jobFiles } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { invalid } from '~/errors'
import { storeFile } from '~/models/jobs/file.server'
import { finishJob, getJobWork, isUnfinished, saveProgress } from '~/models/jobs/job.server'
import { CSV_START, csvLine } from '~/models/shared/csv/write'
import { isAmong } from '~/models/shared/row-arrays.server'
import { type Cell, MAX_SHEET_ROWS, writeXlsx } from '~/models/shared/xlsx.server'
import { contactColumns } from '../columns.server'
import { displayStatus } from '../contact'
import { CONTACT_FIELDS, FIELD_NAMES } from '../fields'
import { listOwnFields } from '../own-fields/own-fields.server'
import type { OwnField } from '../own-fields/type'
import type { ExportFormat } from './bulk'

/** An export can be downloaded for this many hours. */
const EXPORT_HOURS = 24

const FILES = {
  csv: { name: 'contacts.csv', contentType: 'text/csv; charset=utf-8' },
  xlsx: {
    name: 'contacts.xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const satisfies Record<ExportFormat, object>

/** The columns beside the fields. */
const EXTRA = ['Industry', 'Status', 'Tags', 'Email Lists', 'Created At'] as const

const rowColumns = {
  ...contactColumns,
  lists: sql<string[]>`array(select p.name from persona_contacts pc join personas p on p.id = pc.persona_id
    where pc.contact_id = contacts.id order by pc.added_at, p.id)`,
}

/**
 * Writes the file of an export: one row for each of its contacts, with every field. The header can be imported again. After a crash, it
 * deletes the partial file and starts again.
 * @returns whether it is done, or was stopped by the user; false if `stopped` interrupted it
 */
export async function writeContactsExport(db: Db, jobId: string, stopped: () => boolean): Promise<boolean> {
  const work = await getJobWork<{ format: ExportFormat }>(db, jobId)
  if (!work) return true
  const { userId, payload, progress } = work
  if (payload.format === 'xlsx' && progress.total >= MAX_SHEET_ROWS)
    invalid(`A sheet has at most ${MAX_SHEET_ROWS.toLocaleString('en-US')} rows: export as CSV`)
  await db.delete(jobFiles).where(eq(jobFiles.queueJobId, jobId))
  const own = await listOwnFields(db, userId)
  let isCancelled = false
  const rows = async function* (): AsyncGenerator<Cell[]> {
    yield [...FIELD_NAMES.map(headerOf), ...EXTRA, ...own.map(({ name }) => name)]
    const done = { ...progress, current: 0, added: 0, skipped: 0 }
    for (let last = -1; ; last++) {
      const part = await nextPart(db, userId, jobId, last)
      if (!part || stopped() || isCancelled) return
      for (const row of part.rows) yield cellsOf(row, own)
      done.current += part.size
      done.added += part.rows.length
      done.skipped += part.size - part.rows.length
      await saveProgress(db, jobId, done)
      isCancelled = !(await isUnfinished(db, jobId))
    }
  }
  const file = { userId, queueJobId: jobId, purpose: 'export', hours: EXPORT_HOURS, ...FILES[payload.format] }
  const bytes = payload.format === 'xlsx' ? writeXlsx(rows()) : writeCsv(rows())
  const { id } = await storeFile(db, file, bytes)
  if (stopped() || isCancelled) {
    await db.delete(jobFiles).where(eq(jobFiles.id, id))
    return isCancelled
  }
  await finishJob(db, jobId)
  return true
}

async function* writeCsv(rows: AsyncIterable<Cell[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(CSV_START)
  for await (const row of rows) yield Buffer.from(csvLine(row.map(textOf)))
}

const textOf = (cell: Cell): string =>
  typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : cell === null ? '' : String(cell)

const headerOf = (name: (typeof FIELD_NAMES)[number]) =>
  CONTACT_FIELDS[name].column ?? CONTACT_FIELDS[name].label

/** The contacts of the next part that still exist, in the order of their ids. */
async function nextPart(db: Db, userId: string, jobId: string, last: number) {
  const [part] = await db
    .select({ ids: contactChangeParts.contactIds })
    .from(contactChangeParts)
    .where(and(eq(contactChangeParts.jobId, jobId), gt(contactChangeParts.index, last)))
    .orderBy(asc(contactChangeParts.index))
    .limit(1)
  if (!part) return null
  const rows = await db
    .select(rowColumns)
    .from(contacts)
    .where(and(isAmong(contacts.id, part.ids), eq(contacts.userId, userId)))
    .orderBy(asc(contacts.id))
  return { rows, size: part.ids.length }
}

type Row = NonNullable<Awaited<ReturnType<typeof nextPart>>>['rows'][number]

const cellsOf = (row: Row, own: readonly OwnField[]): Cell[] => [
  ...FIELD_NAMES.map((name) => row[name]),
  row.industry,
  displayStatus(row),
  row.tags.join(', '),
  row.lists.join(', '),
  row.createdAt.toISOString(),
  ...own.map(({ key }) => row.custom[key] ?? null),
]
