import { and, eq, isNull, sql } from 'drizzle-orm'
import { importBatches, jobFiles, personas, queueJobs } from '#drizzle/schema'
import type { JobProgress } from '#drizzle/schema/jobs'
import type { Db } from '~/db.server'
import { AppError, invalid, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { storeFile } from '~/models/jobs/file.server'
import { saveProgress } from '~/models/jobs/job.server'
import { addToPersona } from '~/models/personas/contacts.server'
import { getPersona } from '~/models/personas/persona.server'
import { countLines } from '~/models/shared/csv-lines'
import { lockLists } from '~/models/shared/locks.server'
import { inheritSuppressions } from '~/models/suppressions/suppression.server'
import type { Secrets } from '~/secrets.server'
import type { ColumnChoice } from './columns'
import type { ImportRow } from './row'
import { findContacts, insertContacts, type RejectedRow, saveRejects } from './store.server'

/** Largest file that can be imported, in bytes. */
export const MAX_IMPORT_BYTES = 100 * 1024 * 1024
const KEPT_HOURS = 72

/** The payload of a contact import. */
export interface ImportWork extends Record<string, unknown> {
  batchId: string
  fileId: string
  /** The user's choices for the columns. Without them, the columns are guessed by name. */
  choices?: ColumnChoice[]
  /** The header of the file, once read. The download of rejected rows repeats it. */
  columns?: string[]
}

/** A file stored in the database that is not part of an import yet. */
export interface StoredUpload {
  id: string
  name: string
  /** Number of data rows, estimated by line ends. The import corrects it. */
  rows: number
}

/** Stores an upload while it streams in. @throws AppError INVALID if its name does not end in .csv */
export async function storeUpload(
  db: Db,
  userId: string,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<StoredUpload> {
  if (!/\.csv$/i.test(name)) invalid('Please select a valid CSV file', 'file')
  const lines = countLines(bytes)
  const file = {
    userId,
    queueJobId: null,
    purpose: 'contact_import',
    name: name.slice(-200),
    contentType: 'text/csv',
    hours: KEPT_HOURS,
  }
  const { id } = await storeFile(db, file, lines.bytes)
  return { id, name: file.name, rows: Math.max(0, lines.count() - 1) }
}

/** Deletes an upload that is not part of an import. */
export async function abandonUpload(db: Db, upload: Pick<StoredUpload, 'id'>): Promise<void> {
  await db.delete(jobFiles).where(and(eq(jobFiles.id, upload.id), isNull(jobFiles.queueJobId)))
}

/** Starts a job that imports an upload into a list. Creates the job and its batch, and attaches the file, in one transaction. */
export async function startImport(
  db: Db,
  userId: string,
  personaId: string,
  upload: StoredUpload,
  choices?: ColumnChoice[],
): Promise<{ jobId: string }> {
  try {
    return await db.transaction(async (tx) => {
      await getPersona(tx, userId, personaId)
      const [batch] = await tx
        .insert(importBatches)
        .values({ userId, personaId, fileName: upload.name })
        .returning({ id: importBatches.id })
      const payload: ImportWork = { batchId: batch!.id, fileId: upload.id, ...(choices ? { choices } : {}) }
      const progress = { current: 0, total: upload.rows, added: 0, skipped: 0, failed: 0, revealed: 0 }
      const [job] = await tx
        .insert(queueJobs)
        .values({ userId, type: 'contact_import', payload, progress, maxAttempts: 5 })
        .returning({ id: queueJobs.id })
      const jobId = job!.id
      await tx.update(importBatches).set({ queueJobId: jobId }).where(eq(importBatches.id, batch!.id))
      const taken = await tx
        .update(jobFiles)
        .set({ queueJobId: jobId })
        .where(and(eq(jobFiles.id, upload.id), eq(jobFiles.userId, userId), isNull(jobFiles.queueJobId)))
        .returning({ id: jobFiles.id })
      if (taken.length === 0) throw new AppError('CONFLICT', 'This file is already being imported')
      await enqueue(tx, 'import-contacts', { jobId })
      return { jobId }
    })
  } catch (error) {
    await abandonUpload(db, upload)
    throw error
  }
}

/** A batch of rows in file order, each parsed or rejected with a reason. */
export interface ImportBatch {
  jobId: string
  batchId: string
  /** Number of data rows before this batch. */
  from: number
  rows: { number: number; cells: string[]; row: ImportRow | { reason: string } }[]
}

/**
 * Imports a batch in one transaction with its progress, so that each batch is imported exactly once. New addresses become contacts
 * and inherit their suppressions. Existing contacts only join the list.
 * @returns the progress after the batch
 */
export async function importRows(
  db: Db,
  userId: string,
  batch: ImportBatch,
  now: Date,
  secrets: Secrets,
): Promise<JobProgress> {
  return db.transaction(async (tx) => {
    // Safe, because rows and progress are one transaction: what a database crash loses is imported again. Later synchronous
    // commits (the end of the import, a send that starts) flush this one first.
    await tx.execute(sql`set local synchronous_commit = off`)
    const { personaId, industry, progress } = await lockBatch(tx, userId, batch)
    await lockLists(tx, [personaId])
    const refused: RejectedRow[] = []
    const good = new Map<string, ImportRow>()
    const numbers = new Map<string, { number: number; cells: string[] }>()
    let skipped = 0
    for (const { number, cells, row } of batch.rows) {
      const key = 'reason' in row ? '' : row.email.toLowerCase()
      if ('reason' in row) refused.push({ row_number: number, reason: row.reason, cells })
      else if (good.has(key)) skipped++
      else {
        good.set(key, row)
        numbers.set(key, { number, cells })
      }
    }
    const added = await insertContacts(tx, userId, batch.batchId, industry, [...good.values()])
    const known = new Map(added.map(({ id, email }) => [email.toLowerCase(), id]))
    for (const { id, email } of await findContacts(
      tx,
      userId,
      [...good.keys()].filter((key) => !known.has(key)),
    ))
      known.set(email, id)
    for (const key of good.keys()) {
      if (known.has(key)) continue
      const { number, cells } = numbers.get(key)!
      refused.push({ row_number: number, reason: 'Another contact has this Apollo ID', cells })
    }
    await inheritSuppressions(tx, userId, added, secrets)
    const contactIds = [...known.values()]
    await addToPersona(tx, userId, { personaId, contactIds, importBatchId: batch.batchId }, now, secrets)
    await saveRejects(tx, batch.batchId, refused)
    const current = batch.from + batch.rows.length
    const after = {
      ...progress,
      current,
      total: Math.max(progress.total, current),
      added: progress.added + added.length,
      skipped: progress.skipped + skipped + known.size - added.length,
      failed: progress.failed + refused.length,
    }
    await tx.update(importBatches).set({ rowsDone: current }).where(eq(importBatches.id, batch.batchId))
    await saveProgress(tx, batch.jobId, after)
    return after
  })
}

/** Locks the batch. @throws AppError CONFLICT if another worker has continued the import, or the user has stopped it */
async function lockBatch(tx: Db, userId: string, batch: ImportBatch) {
  const [row] = await tx
    .select({
      personaId: importBatches.personaId,
      rowsDone: importBatches.rowsDone,
      industry: personas.industry,
      progress: queueJobs.progress,
      status: queueJobs.status,
    })
    .from(importBatches)
    .innerJoin(queueJobs, eq(queueJobs.id, importBatches.queueJobId))
    .leftJoin(personas, eq(personas.id, importBatches.personaId))
    .where(and(eq(importBatches.id, batch.batchId), eq(importBatches.userId, userId)))
    .for('update', { of: importBatches })
  if (!row?.personaId) notFound('Email list not found')
  if (row.status === 'cancelled') throw new AppError('CONFLICT', 'The import was stopped')
  if (row.rowsDone !== batch.from) throw new AppError('CONFLICT', 'Another worker has continued this import')
  return { ...row, personaId: row.personaId }
}
