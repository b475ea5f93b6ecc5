import { and, asc, eq, gt } from 'drizzle-orm'
import { importBatches, importRejects, queueJobs } from '#drizzle/schema'
import type { Db } from '../db.server'
import { notFound } from '../errors'
import { csvLine } from './csv-write'
import type { ImportWork } from './import.server'

/** A contact import of a list, as its user sees it. */
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
    })
    .from(importBatches)
    .innerJoin(queueJobs, eq(queueJobs.id, importBatches.queueJobId))
    .where(
      and(eq(queueJobs.id, jobId), eq(importBatches.userId, userId), eq(importBatches.personaId, personaId)),
    )
  if (!row) notFound('Import not found')
  const { payload, ...shown } = row
  return { ...shown, columns: (payload as ImportWork).columns ?? [] }
}

const PAGE = 1000

/** The refused rows of an import as CSV with their number and the reason, a part at a time. */
export async function* writeRejects(db: Db, batchId: string, columns: string[]): AsyncGenerator<string> {
  yield csvLine(['Row', 'Reason', ...columns])
  for (let last = 0; ; ) {
    const rows = await db
      .select({ number: importRejects.rowNumber, reason: importRejects.reason, cells: importRejects.cells })
      .from(importRejects)
      .where(and(eq(importRejects.batchId, batchId), gt(importRejects.rowNumber, last)))
      .orderBy(asc(importRejects.rowNumber))
      .limit(PAGE)
    if (rows.length === 0) return
    last = rows.at(-1)!.number
    yield rows.map((row) => csvLine([String(row.number), row.reason, ...row.cells])).join('')
  }
}
