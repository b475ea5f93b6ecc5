import type { Db } from '~/db.server'
import { type AppError, invalid, isAppError } from '~/errors'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import type { OwnField } from '~/models/contacts/own-fields/type'
import { type ImportWork, importRows } from '~/models/imports/import.server'
import { requireFields } from '~/models/imports/own-fields.server'
import { type FilePlan, planFile, readRecord } from '~/models/imports/plan.server'
import { type BatchRow, EMPTY_ROW, type ReadRow } from '~/models/imports/row.server'
import { countFailure, finishImport, openImport, saveWork, storeStops } from '~/models/imports/run.server'
import { isAnotherUserWaiting } from '~/models/jobs/queue.server'

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

interface Plan extends Omit<FilePlan, 'own'> {
  /** The user's own fields, by key. */
  own: ReadonlyMap<string, OwnField>
}

/** @returns whether the whole file is imported */
async function importFile(jobId: string, job: Job, context: JobContext, turnMs: number): Promise<boolean> {
  const { app, signal } = context
  const plan = await openFile(jobId, job, context)
  const isTurnOver = createTurn(app.db, turnMs)
  if (!(await storeAllStops(jobId, job, plan, context, isTurnOver))) return false
  const writer = createWriter(jobId, job, context)
  let number = 0
  try {
    for await (const record of plan.rows()) {
      number++
      if (record.fatal) {
        await writer.end()
        invalid(record.problem!)
      }
      if (number <= job.rowsDone) continue
      if (signal.aborted) return false
      // Each turn writes at least one batch.
      if (number > job.rowsDone + BATCH && (await isTurnOver())) return false
      await writer.add({ line: record.line, cells: record.cells, row: readRecord(plan, plan.own, record) })
    }
    await writer.end()
    return true
  } finally {
    await writer.settled()
  }
}

/** Plans how the file is read, and makes the fields that columns are kept as. @throws AppError INVALID if the file cannot be imported */
async function openFile(jobId: string, { userId, work }: Job, { app }: JobContext): Promise<Plan> {
  const plan = await planFile(app.db, userId, work.fileId, work)
  const { columns, encoding, delimiter, choices } = plan
  // Before the fields are made: with them, another attempt would guess otherwise.
  if (!work.columns) await saveWork(app.db, jobId, { columns, encoding, delimiter, choices })
  return { ...plan, own: await requireFields(app.db, userId, plan.targets, columns) }
}

/**
 * Stores the stops of the whole file before its first row is imported: a contact must not be enrolled because its opt-out stands in a later
 * row. @returns false if the turn is over
 */
async function storeAllStops(
  jobId: string,
  { userId, work }: Job,
  plan: Plan,
  { app, signal }: JobContext,
  isTurnOver: () => Promise<boolean>,
): Promise<boolean> {
  const done = work.stopsRead ?? 0
  if (done === 'all' || !plan.targets.some((target) => 'stop' in target && target.stop)) return true
  let found: { row: ReadRow }[] = []
  let number = 0
  const store = async (read: number | 'all') => {
    const now = await app.clock.now()
    await storeStops(app.db, userId, { jobId, rows: found, stopsRead: read }, now, app.secrets)
    found = []
  }
  for await (const record of plan.rows()) {
    if (record.fatal) break
    number++
    if (number <= done) continue
    const row = readRecord(plan, plan.own, record)
    if (row !== EMPTY_ROW && (row.stops?.length ?? 0) > 0) found.push({ row })
    if (found.length < BATCH && number % (BATCH * 10) !== 0) continue
    await store(number)
    if (signal.aborted || (await isTurnOver())) return false
  }
  await store('all')
  return true
}

/** Checks at intervals whether the turn is over and another job is waiting. The turn starts at the first check. */
function createTurn(db: Db, turnMs: number) {
  let askAt = Number.NaN
  return async () => {
    const now = performance.now()
    if (Number.isNaN(askAt)) askAt = now + turnMs
    if (now < askAt) return false
    askAt = now + ASK_MS
    return isAnotherUserWaiting(db, 'imports')
  }
}

/** Collects rows and writes them in batches, one at a time; the next batch is read while one is being written. */
function createWriter(
  jobId: string,
  { userId, work: { batchId, existing = 'skip', tags = [] }, rowsDone }: Job,
  { app }: JobContext,
) {
  let from = rowsDone
  let rows: BatchRow[] = []
  let bytes = 0
  let writing: Promise<unknown> = Promise.resolve()
  const settled = () => writing.catch(() => {})
  const write = async () => {
    await writing
    if (rows.length === 0) return
    const batch = { jobId, batchId, existing, tags, from, rows }
    writing = app.clock.now().then((now) => importRows(app.db, userId, batch, now, app.secrets))
    void settled() // the next write throws the failure
    from += rows.length
    rows = []
    bytes = 0
  }
  return {
    async add(row: BatchRow) {
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
