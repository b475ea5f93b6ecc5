import type { Db } from '~/db.server'
import { type AppError, invalid, isAppError } from '~/errors'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import {
  type ColumnChoice,
  MAX_COLUMNS,
  mapColumns,
  refuseChoices,
  type Target,
} from '~/models/imports/columns'
import { type ImportBatch, type ImportWork, importRows } from '~/models/imports/import.server'
import { readRow } from '~/models/imports/row'
import { countFailure, finishImport, openImport, saveColumns } from '~/models/imports/run.server'
import { readFile } from '~/models/jobs/file.server'
import { isTurnWanted } from '~/models/jobs/queue.server'
import { type CsvRow, readCsv } from '~/models/shared/csv.server'

const BATCH = 1000
/** How long a long import runs before other users' imports get a turn, in milliseconds. */
const TURN_MS = 3_000
/** After that, how often it checks whether another one is waiting, in milliseconds. */
const ASK_MS = 200
/** A batch is written once its rows reach this many bytes, so that long rows do not pile up in memory. */
const BATCH_BYTES = 4 * 1024 * 1024

/**
 * Imports a CSV file into a list. Each batch commits together with its progress: a worker that dies leaves whole batches behind, and
 * the next worker continues after them. A file that cannot be read ends the job with the reason.
 */
export async function runImportContacts(
  { jobId }: { jobId: string },
  context: JobContext,
  turnMs = TURN_MS,
): Promise<void> {
  const { app } = context
  const job = await openImport(app.db, jobId)
  if (!job) return
  try {
    const done = await importFile(jobId, job, context, turnMs)
    // Aborted, or another user's turn: a new job of the same name does the rest.
    if (!done) return enqueue(app.db, 'import-contacts', { jobId })
    await finishImport(app.db, jobId)
    await enqueue(app.db, 'due-scan', {})
  } catch (error) {
    if (isAppError(error)) return endBy(error, jobId, context)
    if (await countFailure(app.db, jobId))
      await finishImport(app.db, jobId, 'An error occurred during import')
    throw error
  }
}

/** A refusal ends the job with its own message; a conflict means that another worker has taken the job over, or that it was stopped. */
async function endBy(error: AppError, jobId: string, { app }: JobContext): Promise<void> {
  if (error.code !== 'CONFLICT') await finishImport(app.db, jobId, error.message)
}

interface Job {
  userId: string
  work: ImportWork
  rowsDone: number
}

/** @returns whether the whole file is imported */
async function importFile(jobId: string, job: Job, context: JobContext, turnMs: number): Promise<boolean> {
  const { app, signal } = context
  const writer = createWriter(jobId, job, context)
  const isTurnOver = createTurn(app.db, turnMs)
  let targets: Target[] | null = null
  let number = 0
  try {
    for await (const record of readCsv(readFile(app.db, job.work.fileId))) {
      number++
      if (record.fatal) {
        await writer.end()
        invalid(record.problem!)
      }
      if (!targets) {
        targets = readHeader(record.cells, job.work.choices)
        if (!job.work.columns) await saveColumns(app.db, jobId, record.cells)
        continue
      }
      if (number <= job.rowsDone + 1) continue
      if (signal.aborted) return false
      // Each turn writes at least one batch.
      if (number > job.rowsDone + 1 + BATCH && (await isTurnOver())) return false
      await writer.add({ number, cells: record.cells, row: readRecord(targets, record) })
    }
    if (!targets) invalid('The file is empty')
    await writer.end()
    return true
  } finally {
    await writer.settled()
  }
}

/** Checks at intervals whether the turn is over and another job is waiting. The turn starts at the first check. */
function createTurn(db: Db, turnMs: number) {
  let askAt = Number.NaN
  return async () => {
    const now = performance.now()
    if (Number.isNaN(askAt)) askAt = now + turnMs
    if (now < askAt) return false
    askAt = now + ASK_MS
    return isTurnWanted(db, 'imports')
  }
}

/** Collects rows and writes them in batches, one at a time; the next batch is read while one is being written. */
function createWriter(jobId: string, { userId, work: { batchId }, rowsDone }: Job, { app }: JobContext) {
  let from = rowsDone
  let rows: ImportBatch['rows'] = []
  let bytes = 0
  let writing: Promise<unknown> = Promise.resolve()
  const settled = () => writing.catch(() => {})
  const write = async () => {
    await writing
    if (rows.length === 0) return
    const batch = { jobId, batchId, from, rows }
    writing = app.clock.now().then((now) => importRows(app.db, userId, batch, now, app.secrets))
    void settled() // the next write throws the failure
    from += rows.length
    rows = []
    bytes = 0
  }
  return {
    async add(row: ImportBatch['rows'][number]) {
      rows.push(row)
      for (const cell of row.cells) bytes += cell.length
      if (rows.length >= BATCH || bytes >= BATCH_BYTES) await write()
    },
    async end() {
      await write()
      await writing
    },
    /** Waits for the batch that is being written, whether it succeeds or fails. */
    settled,
  }
}

const readRecord = (targets: Target[], { cells, problem }: CsvRow) =>
  problem === undefined ? readRow(targets, cells) : { reason: problem }

/** Maps the columns to fields. @throws AppError INVALID for a header without an email column */
function readHeader(cells: string[], choices: ColumnChoice[] | undefined): Target[] {
  if (cells.length > MAX_COLUMNS)
    invalid(`The file has ${cells.length} columns. At most ${MAX_COLUMNS} are supported.`)
  if (cells.some((cell) => cell.includes('\0'))) invalid('The header of the file holds a NUL character')
  if (choices) {
    const wrong = refuseChoices(cells, choices)
    if (wrong) invalid(wrong)
  }
  const targets = mapColumns(cells, choices)
  if (!targets.some((target) => 'field' in target && target.field === 'email')) {
    invalid('The file has no Email column; its first row must name the columns')
  }
  return targets
}
