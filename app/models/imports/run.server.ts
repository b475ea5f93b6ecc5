import { and, eq, sql } from 'drizzle-orm'
import { importBatches, queueJobs } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import { followChanges } from '~/models/contacts/dynamic-lists/dynamic-lists.server'
import { stopAddresses } from '~/models/contacts/stops.server'
import { deleteFile } from '~/models/jobs/file.server'
import { finishJob, getJobWork } from '~/models/jobs/job.server'
import type { Secrets } from '~/secrets.server'
import type { ImportWork } from './import.server'
import { stopsOf } from './sort-rows.server'

/** Starts or continues an import. @returns its work and the number of rows done; null if it has finished or was deleted */
export async function openImport(db: Db, jobId: string) {
  const job = await getJobWork<ImportWork>(db, jobId)
  if (!job) return null
  const [batch] = await db
    .select({ rowsDone: importBatches.rowsDone })
    .from(importBatches)
    .where(eq(importBatches.id, job.payload.batchId))
  return batch ? { userId: job.userId, work: job.payload, rowsDone: batch.rowsDone } : null
}

/** Adds to the payload of a job: the header of the file and its format, or how far the stops are stored. */
export async function saveWork(db: Db, jobId: string, work: Partial<ImportWork>): Promise<void> {
  await db
    .update(queueJobs)
    .set({ payload: sql`${queueJobs.payload} || ${JSON.stringify(work)}::jsonb` })
    .where(eq(queueJobs.id, jobId))
}

/** Rows whose stops are stored, and how far in the file that is. */
interface StopBatch {
  jobId: string
  rows: Parameters<typeof stopsOf>[0]
  stopsRead: ImportWork['stopsRead']
}

/**
 * Stores the stops of rows before any row is imported, in one transaction with how far that is.
 * @throws AppError CONFLICT if the user has stopped the import, or deleted it
 */
export async function storeStops(
  db: Db,
  userId: string,
  { jobId, rows, stopsRead }: StopBatch,
  now: Date,
  secrets: Secrets,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [job] = await tx
      .select({ status: queueJobs.status })
      .from(queueJobs)
      .where(and(eq(queueJobs.id, jobId), eq(queueJobs.userId, userId)))
      .for('update')
    if (!job || job.status === 'cancelled') throw new AppError('CONFLICT', 'The import was stopped')
    await stopAddresses(tx, userId, stopsOf(rows), now, secrets)
    await saveWork(tx, jobId, { stopsRead })
  })
}

/** Counts a failed attempt. @returns whether it was the last one */
export async function countFailure(db: Db, jobId: string): Promise<boolean> {
  const [row] = await db
    .update(queueJobs)
    .set({ attempts: sql`${queueJobs.attempts} + 1` })
    .where(eq(queueJobs.id, jobId))
    .returning({ last: sql<boolean>`${queueJobs.attempts} >= ${queueJobs.maxAttempts}` })
  return row?.last ?? true
}

/** Ends an import, as failed if there is an error, and deletes its file. */
export async function finishImport(db: Db, jobId: string, error?: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [job] = await tx
      .select({ payload: queueJobs.payload, userId: queueJobs.userId })
      .from(queueJobs)
      .where(eq(queueJobs.id, jobId))
      .for('update')
    if (!job) return
    if (error === undefined) {
      await tx
        .update(queueJobs)
        .set({ progress: sql`jsonb_set(${queueJobs.progress}, '{total}', ${queueJobs.progress}->'current')` })
        .where(eq(queueJobs.id, jobId))
    }
    await finishJob(tx, jobId, error)
    await followChanges(tx, job.userId)
    await deleteFile(tx, (job.payload as ImportWork).fileId)
  })
}
