import { type AppError, invalid, isAppError } from '../errors'
import { type CsvRow, MAX_COLUMNS, readCsv } from '../models/csv.server'
import { type ImportBatch, type ImportWork, importRows } from '../models/import.server'
import { mapColumns, type Target } from '../models/import-columns'
import { readRow } from '../models/import-row'
import { countFailure, finishImport, keepColumns, openImport } from '../models/import-run.server'
import { readFile } from '../models/job-file.server'
import type { JobContext } from './context'
import { enqueue } from './enqueue.server'

const BATCH = 1000
/** Rows are looked at up to this many bytes before they are written, so that long ones do not add up. */
const BATCH_BYTES = 4 * 1024 * 1024

/**
 * Imports a CSV file into a list, in batches that are each one transaction with their progress: a worker that dies leaves
 * whole batches behind, and the next one goes on after them. A file that cannot be read ends the job with the reason.
 */
export async function runImportContacts({ jobId }: { jobId: string }, context: JobContext): Promise<void> {
  const { app, signal } = context
  const job = await openImport(app.db, jobId)
  if (!job) return
  try {
    const done = await importFile(jobId, job, context)
    // Told to stop: a job of the same name is added and does the rest.
    if (!done && signal.aborted) return enqueue(app.db, 'import-contacts', { jobId })
    await finishImport(app.db, jobId)
    await enqueue(app.db, 'due-scan', {})
  } catch (error) {
    if (isAppError(error)) return endBy(error, jobId, context)
    if (await countFailure(app.db, jobId))
      await finishImport(app.db, jobId, 'An error occurred during import')
    throw error
  }
}

/** A refusal ends the job in its own words; a conflict means that another worker has taken it over. */
async function endBy(error: AppError, jobId: string, { app }: JobContext): Promise<void> {
  if (error.code !== 'CONFLICT') await finishImport(app.db, jobId, error.message)
}

/** @returns whether the file is done */
async function importFile(
  jobId: string,
  job: { userId: string; work: ImportWork; rowsDone: number },
  context: JobContext,
) {
  const { app, signal } = context
  const { fileId, batchId } = job.work
  let targets: Target[] | null = null
  let number = 0
  let bytes = 0
  let from = job.rowsDone
  let rows: ImportBatch['rows'] = []
  const write = async () => {
    if (rows.length === 0) return
    await importRows(app.db, job.userId, { jobId, batchId, from, rows }, await app.clock.now(), app.secrets)
    from += rows.length
    rows = []
    bytes = 0
  }
  for await (const record of readCsv(readFile(app.db, fileId))) {
    number++
    if (record.fatal) {
      await write()
      invalid(record.problem!)
    }
    if (!targets) {
      targets = readHeader(record.cells)
      if (!job.work.columns) await keepColumns(app.db, jobId, record.cells)
      continue
    }
    if (number <= job.rowsDone + 1) continue
    if (signal.aborted) return false
    rows.push({ number, cells: record.cells, row: readRecord(targets, record) })
    for (const cell of record.cells) bytes += cell.length
    if (rows.length >= BATCH || bytes >= BATCH_BYTES) await write()
  }
  if (!targets) invalid('The file is empty')
  await write()
  return true
}

const readRecord = (targets: Target[], { cells, problem }: CsvRow) =>
  problem === undefined ? readRow(targets, cells) : { reason: problem }

/** The meaning of the columns. @throws AppError INVALID for a header that no contact can be read by */
function readHeader(cells: string[]): Target[] {
  if (cells.length > MAX_COLUMNS)
    invalid(`The file has ${cells.length} columns; at most ${MAX_COLUMNS} are possible`)
  if (cells.some((cell) => cell.includes('\0'))) invalid('The header of the file holds a NUL character')
  const targets = mapColumns(cells)
  if (!targets.some((target) => 'field' in target && target.field === 'email')) {
    invalid('The file has no Email column; its first row must name the columns')
  }
  return targets
}
