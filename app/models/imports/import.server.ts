import { Readable } from 'node:stream'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { importBatches, jobFiles, personas, queueJobs } from '#drizzle/schema'
import type { JobProgress } from '#drizzle/schema/jobs'
import type { Db } from '~/db.server'
import { AppError, invalid, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { requireRoomForFile } from '~/models/accounts/quotas.server'
import { changeTags } from '~/models/contacts/bulk/apply.server'
import { stopAddresses } from '~/models/contacts/stops.server'
import { readFile, storeFile } from '~/models/jobs/file.server'
import { saveProgress } from '~/models/jobs/job.server'
import { addToPersona, requireStatic } from '~/models/personas/contacts.server'
import { type CsvEncoding, createSample, detectEncoding, isCsvEncoding } from '~/models/shared/csv/encoding'
import { countRows } from '~/models/shared/csv/lines'
import { lockLists } from '~/models/shared/locks.server'
import { inheritSuppressions } from '~/models/suppressions/suppression.server'
import type { Secrets } from '~/secrets.server'
import type { ColumnChoice } from './columns'
import type { Existing } from './existing'
import { updateExisting } from './existing.server'
import { KEPT_REJECTS, type Reading } from './reading'
import type { BatchRow } from './row.server'
import { isXlsx, MAX_XLSX_BYTES, readXlsx } from './sheet/sheet.server'
import { APOLLO_ID_TAKEN, sortRows, stopsOf } from './sort-rows.server'
import { dropOldRejects, findContacts, insertContacts, saveRejects } from './store.server'

/** Largest file that can be imported, in bytes. */
export const MAX_IMPORT_BYTES = 100 * 1024 * 1024
const KEPT_HOURS = 72
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The payload of a contact import. */
export interface ImportWork extends Record<string, unknown> {
  batchId: string
  fileId: string
  /** The user's choices for the columns. Without them, the columns are guessed, and what was guessed is stored here. */
  choices?: ColumnChoice[]
  /** What the import does with contacts that exist already. */
  existing?: Existing
  /** How the user wants the file to be read. */
  reading?: Reading
  /** Tags that every contact of the file gets. */
  tags?: string[]
  /** The header of the file, once read. The download of rejected rows repeats it, in the same format. */
  columns?: string[]
  delimiter?: string
  encoding?: CsvEncoding
  /** Rows whose stops are stored before the import begins; 'all' at the end. */
  stopsRead?: number | 'all'
}

/** A file stored in the database that is not part of an import yet. */
export interface StoredUpload {
  id: string
  name: string
  /** Number of data rows, estimated by line ends. The import corrects it. */
  rows: number
}

/** What the user chose for an import. */
export interface ImportChoices {
  choices?: ColumnChoice[] | undefined
  existing?: Existing | undefined
  reading?: Reading | undefined
  tags?: string[] | undefined
}

const fileOf = (userId: string, name: string, contentType: string) => ({
  userId,
  queueJobId: null,
  purpose: 'contact_import',
  name: name.slice(-200),
  contentType,
  hours: KEPT_HOURS,
})

/**
 * Stores an upload while it streams in. An Excel file must go through `convertSheet` before it is imported.
 * @throws AppError INVALID if its name ends neither in .csv nor in .xlsx; TOO_LARGE; CONFLICT if the user's files take too much
 */
export async function storeUpload(
  db: Db,
  userId: string,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<StoredUpload> {
  if (!/\.csv$/i.test(name) && !isXlsx(name)) invalid('Please select a valid CSV file', 'file')
  await requireRoomForFile(db, userId)
  if (isXlsx(name)) {
    const { id } = await storeFile(db, fileOf(userId, name, XLSX_TYPE), requireSmall(bytes))
    return { id, name: name.slice(-200), rows: 0 }
  }
  const counted = countRows(bytes)
  const file = fileOf(userId, name, 'text/csv')
  const { id } = await storeFile(db, file, counted.bytes)
  // The encoding is known only now that the whole file was seen.
  const contentType = `text/csv; charset=${await detectEncoding(counted.sample)}`
  await db.update(jobFiles).set({ contentType }).where(eq(jobFiles.id, id))
  return { id, name: file.name, rows: Math.max(0, counted.count() - 1) }
}

/** Passes an Excel file on while it is small enough to be unpacked. */
async function* requireSmall(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of bytes) {
    size += part.length
    if (size > MAX_XLSX_BYTES)
      throw new AppError('TOO_LARGE', 'The Excel file is larger than 20 MB. Save it as CSV.', {
        field: 'file',
      })
    yield part
  }
}

/**
 * Makes a CSV file of a stored Excel file; leaves others as they are.
 * @param sheet the name of its sheet; without it, the only one that has rows
 * @returns the file to import, or the names of the sheets that the user must choose from; then the upload is deleted
 * @throws AppError INVALID if it cannot be read; TOO_LARGE; UNAVAILABLE if that takes too long. Then the upload is deleted
 */
export async function convertSheet(
  db: Db,
  userId: string,
  upload: StoredUpload,
  sheet?: string,
): Promise<StoredUpload | { sheets: string[] }> {
  if (!isXlsx(upload.name)) return upload
  try {
    const parts: Buffer[] = []
    for await (const part of readFile(db, upload.id)) parts.push(part)
    const read = await readXlsx(Buffer.concat(parts), sheet)
    if ('sheets' in read) return read
    const file = fileOf(userId, upload.name, 'text/csv; charset=utf-8')
    const { id } = await storeFile(db, file, Readable.from([read.csv]))
    return { id, name: file.name, rows: read.rows - 1 }
  } finally {
    await abandonUpload(db, upload)
  }
}

/** What a call answers that does not say which sheet it means. */
export const refuseSheets = (sheets: string[]): never =>
  invalid(`The file has several sheets: ${sheets.join(', ')}. Choose one.`, 'sheet')

/** The encoding that was detected when a file was stored. */
export async function encodingOf(db: Db, fileId: string): Promise<CsvEncoding> {
  const [file] = await db.select({ type: jobFiles.contentType }).from(jobFiles).where(eq(jobFiles.id, fileId))
  const detected = file?.type.split('charset=')[1]
  if (isCsvEncoding(detected)) return detected
  // Stored by an earlier version.
  const sample = createSample()
  for await (const part of readFile(db, fileId)) sample.take(part)
  return detectEncoding(sample)
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
  { choices, existing, reading, tags }: ImportChoices = {},
): Promise<{ jobId: string }> {
  try {
    return await db.transaction(async (tx) => {
      await requireStatic(tx, userId, [personaId])
      await dropOldRejects(tx, userId)
      const [batch] = await tx
        .insert(importBatches)
        .values({ userId, personaId, fileName: upload.name })
        .returning({ id: importBatches.id })
      const payload: ImportWork = {
        batchId: batch!.id,
        fileId: upload.id,
        ...(choices ? { choices } : {}),
        ...(existing ? { existing } : {}),
        ...(reading ? { reading } : {}),
        ...(tags?.length ? { tags } : {}),
      }
      const none = { added: 0, updated: 0, skipped: 0, failed: 0, empty: 0, stopped: 0, revealed: 0 }
      const progress: JobProgress = { current: 0, total: upload.rows, ...none }
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

/** A batch of rows in file order, each parsed, empty, or rejected with a reason. */
export interface ImportBatch {
  jobId: string
  batchId: string
  existing: Existing
  /** Tags that every contact of the batch gets. */
  tags: string[]
  /** Number of data rows before this batch. */
  from: number
  rows: BatchRow[]
}

/**
 * Imports a batch in one transaction with its progress, so that each batch is imported exactly once. New addresses become contacts
 * and inherit their suppressions. Existing contacts join the list, and are changed if the user asked for that. Stops are applied before
 * anything is enrolled, those of rejected rows too; none is ever lifted.
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
    const { good, refused, empty, stopped, bounced, notes, repeated } = sortRows(batch.rows)
    await stopAddresses(tx, userId, stopsOf(batch.rows), now, secrets)
    const rows = [...good.values()].map(({ row }) => row)
    const added = await insertContacts(tx, userId, batch.batchId, industry, rows)
    const known = new Map(added.map(({ id, email }) => [email.toLowerCase(), id]))
    const older = await findContacts(
      tx,
      userId,
      [...good.keys()].filter((key) => !known.has(key)),
    )
    for (const { id, email } of older) known.set(email, id)
    for (const [key, { line, cells }] of good) {
      if (!known.has(key)) refused.push({ row_number: line, reason: APOLLO_ID_TAKEN, cells })
    }
    await inheritSuppressions(tx, userId, added, secrets)
    const { length: updated } = await updateExisting(
      tx,
      userId,
      older.flatMap(({ id, email, batchId }) => {
        // A later row of the same file fills what its first row left empty.
        const mode = batchId === batch.batchId ? 'fill' : batch.existing
        return mode === 'skip'
          ? []
          : [{ id, row: good.get(email)!.row, mode, isOwn: batchId === batch.batchId }]
      }),
      now,
    )
    const contactIds = [...known.values()]
    await addToPersona(tx, userId, { personaId, contactIds, importBatchId: batch.batchId }, now, secrets)
    const { reasons } =
      batch.tags.length > 0
        ? await changeTags({ tx, userId, change: { action: 'tag', tags: batch.tags }, ids: contactIds })
        : { reasons: {} as { fullTags?: number } }
    await saveRejects(tx, batch.batchId, refused.slice(0, Math.max(0, KEPT_REJECTS - progress.failed)))
    const current = batch.from + batch.rows.length
    const more = (before: number | undefined, count: number) => (before ?? 0) + count
    const after: JobProgress = {
      ...progress,
      current,
      total: Math.max(progress.total, current),
      added: progress.added + added.length,
      updated: more(progress.updated, updated),
      skipped: progress.skipped + repeated + older.length - updated,
      failed: progress.failed + refused.length,
      empty: more(progress.empty, empty),
      stopped: more(progress.stopped, stopped),
      bounced: more(progress.bounced, bounced),
      severalAddresses: more(progress.severalAddresses, notes.severalAddresses),
      unknownZones: more(progress.unknownZones, notes.unknownZones),
      unclearStops: more(progress.unclearStops, notes.unclearStops),
      fullTags: more(progress.fullTags, reasons.fullTags ?? 0),
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
