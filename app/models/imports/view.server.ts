import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import iconv from 'iconv-lite'
import { importBatches, importRejects, queueJobs } from '#drizzle/schema'
import type { JobProgress, JobStatus } from '#drizzle/schema/jobs'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { getPersona } from '~/models/personas/persona.server'
import { iconvName } from '~/models/shared/csv/csv.server'
import { CSV_START, csvLine } from '~/models/shared/csv/write'
import { decodeCursor, encodeCursor } from '~/models/shared/cursor'
import type { PageQuery } from '~/models/shared/fields'
import { isRejectsFile, REJECT_COLUMNS } from './columns'
import type { ImportWork } from './import.server'
import { withoutApostrophe } from './row.server'
import { UNDO_DAYS } from './undo/undo'
import { type ImportKey, isImport } from './undo/undo.server'

/** Whether an import is recent enough to be undone. */
const inTime = sql<boolean>`${importBatches.createdAt} >= now() - make_interval(days => ${UNDO_DAYS})`

/** One contact import of an email list. */
export async function getImport(db: Db, userId: string, personaId: string, jobId: string) {
  const [row] = await db
    .select({
      jobId: queueJobs.id,
      batchId: importBatches.id,
      fileName: importBatches.fileName,
      status: queueJobs.status,
      progress: queueJobs.progress,
      error: queueJobs.error,
      payload: queueJobs.payload,
      undoJobId: importBatches.undoJobId,
      keepsRejects: sql<boolean>`exists (select from import_rejects r where r.batch_id = ${importBatches.id})`,
      inTime,
    })
    .from(importBatches)
    .innerJoin(queueJobs, eq(queueJobs.id, importBatches.queueJobId))
    .where(
      and(eq(queueJobs.id, jobId), eq(importBatches.userId, userId), eq(importBatches.personaId, personaId)),
    )
  if (!row) notFound('Import not found')
  const { payload, ...shown } = row
  const { columns = [], delimiter = ',', encoding = 'utf-8' } = payload as ImportWork
  return { ...shown, columns, delimiter, encoding }
}

/** A row in the list of imports. */
export interface ListedImport {
  id: string
  jobId: string | null
  fileName: string
  createdAt: Date
  status: JobStatus | null
  progress: JobProgress | null
  undoJobId: string | null
  undone: boolean
  undoStatus: JobStatus | null
  inTime: boolean
}

/** One page of the imports of an email list, newest first, and the cursor of the next page. @throws AppError NOT_FOUND */
export async function listImports(
  db: Db,
  userId: string,
  personaId: string,
  page: PageQuery,
): Promise<{ rows: ListedImport[]; cursor: string | null }> {
  await getPersona(db, userId, personaId)
  const after = page.cursor ? decodeCursor(page.cursor) : null
  const rows = await db
    .select({
      id: importBatches.id,
      jobId: importBatches.queueJobId,
      fileName: importBatches.fileName,
      createdAt: importBatches.createdAt,
      status: queueJobs.status,
      progress: queueJobs.progress,
      undoJobId: importBatches.undoJobId,
      undone: sql<boolean>`${importBatches.undoneAt} is not null`,
      undoStatus: sql<JobStatus | null>`(select status from queue_jobs u where u.id = ${importBatches.undoJobId})`,
      inTime,
    })
    .from(importBatches)
    .leftJoin(queueJobs, eq(queueJobs.id, importBatches.queueJobId))
    .where(
      and(
        eq(importBatches.personaId, personaId),
        eq(importBatches.userId, userId),
        after
          ? sql`(${importBatches.createdAt}, ${importBatches.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(importBatches.createdAt), desc(importBatches.id))
    .limit(page.limit)
  return { rows, cursor: rows.length === page.limit ? encodeCursor(rows.at(-1)!) : null }
}

/** An import and the progress of its undo, if there is one. @throws AppError NOT_FOUND */
export async function getUndo(db: Db, userId: string, key: ImportKey) {
  const [batch] = await db
    .select({ id: importBatches.id, fileName: importBatches.fileName, undoJobId: importBatches.undoJobId })
    .from(importBatches)
    .where(isImport(userId, key))
  if (!batch) notFound('Import not found')
  if (!batch.undoJobId) return { ...batch, job: null }
  const [job] = await db
    .select({
      id: queueJobs.id,
      status: queueJobs.status,
      progress: queueJobs.progress,
      error: queueJobs.error,
      mailed: sql<number>`coalesce((${queueJobs.payload}->>'mailed')::int, 0)`,
      listed: sql<number>`coalesce((${queueJobs.payload}->>'listed')::int, 0)`,
    })
    .from(queueJobs)
    .where(eq(queueJobs.id, batch.undoJobId))
  return { ...batch, job: job ?? null }
}

const PAGE = 1000

/** Streams the rejected rows of an import as CSV, each with its line and reason, in the delimiter and the encoding of the file. */
export async function* writeRejects(
  db: Db,
  { batchId, columns, delimiter, encoding }: Awaited<ReturnType<typeof getImport>>,
): AsyncGenerator<Buffer> {
  const encode = (text: string) => iconv.encode(text, iconvName(encoding))
  // A corrected file that is rejected again has the columns already.
  const from = isRejectsFile(columns) ? REJECT_COLUMNS.length : 0
  yield encode(
    `${encoding.startsWith('utf-') ? CSV_START : ''}${csvLine([...REJECT_COLUMNS, ...columns.slice(from)], delimiter)}`,
  )
  for (let last = 0; ; ) {
    const rows = await db
      .select({ number: importRejects.rowNumber, reason: importRejects.reason, cells: importRejects.cells })
      .from(importRejects)
      .where(and(eq(importRejects.batchId, batchId), gt(importRejects.rowNumber, last)))
      .orderBy(asc(importRejects.rowNumber))
      .limit(PAGE)
    if (rows.length === 0) return
    last = rows.at(-1)!.number
    const lines = rows.map((row) =>
      csvLine(
        [String(row.number), row.reason, ...row.cells.slice(from).map(from > 0 ? withoutApostrophe : String)],
        delimiter,
      ),
    )
    yield encode(lines.join(''))
  }
}
