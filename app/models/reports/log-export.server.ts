import { and, eq, gt, sql } from 'drizzle-orm'
import { jobFiles, queueJobs, users } from '#drizzle/schema'
import type { JobProgress } from '#drizzle/schema/jobs'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { storeFile } from '~/models/jobs/file.server'
import { finishJob, isUnfinished, saveProgress } from '~/models/jobs/job.server'
import { CSV_START, csvLine } from '~/models/shared/csv/write'
import { formatIso, formatMoment } from '~/models/shared/format-time'
import type { ExportRequest, LogEntry } from './sending-log'
import { listSendingLog } from './sending-log.server'

/** An export can be downloaded for this many hours. */
const EXPORT_HOURS = 24
const PAGE = 1000
const HEADER = [
  'Recipient',
  'Email',
  'Subject',
  'Sequence',
  'Status',
  'Sent At',
  'Sent At (ISO 8601)',
  'Bounced At',
  'Bounced At (ISO 8601)',
  'Failed At',
  'Failed At (ISO 8601)',
  'Detail',
  'Test',
]

type ExportWork = Record<string, unknown> & ExportRequest

/**
 * Starts an export of the sending log with the filters of the screen. The user is emailed a link when it is ready.
 * @throws AppError INVALID if there is nothing to export; NOT_FOUND for an unknown sequence
 */
export async function startLogExport(
  db: Db,
  userId: string,
  request: ExportRequest,
): Promise<{ jobId: string }> {
  const { rows } = await listSendingLog(db, userId, { ...request, limit: 1 })
  if (rows.length === 0) throw new AppError('INVALID', 'No emails to export')
  return db.transaction(async (tx) => {
    const [job] = await tx
      .insert(queueJobs)
      .values({ userId, type: 'export', payload: { ...request }, maxAttempts: 5 })
      .returning({ id: queueJobs.id })
    await enqueue(tx, 'export-log', { jobId: job!.id })
    return { jobId: job!.id }
  })
}

/**
 * Writes the file of an export. Holds one page in memory. After a crash, it deletes the partial file and starts again.
 * @returns whether it is done, or was stopped by the user; false if `stopped` interrupted it
 */
export async function writeLogExport(
  db: Db,
  jobId: string,
  { userId, payload }: { userId: string; payload: ExportWork },
  stopped: () => boolean,
): Promise<boolean> {
  await db.delete(jobFiles).where(eq(jobFiles.queueJobId, jobId))
  const timezone = await timezoneOf(db, userId)
  const progress: JobProgress = { current: 0, total: 0, added: 0, skipped: 0, failed: 0, revealed: 0 }
  let isCancelled = false
  const lines = async function* () {
    yield Buffer.from(CSV_START + csvLine(HEADER))
    for (let cursor: string | undefined; ; ) {
      const page = await listSendingLog(db, userId, { ...payload, limit: PAGE, cursor })
      yield Buffer.from(page.rows.map((row) => csvLine(cellsOf(row, timezone))).join(''))
      progress.current += page.rows.length
      await saveProgress(db, jobId, progress)
      isCancelled = !(await isUnfinished(db, jobId))
      if (!page.cursor || stopped() || isCancelled) return
      cursor = page.cursor
    }
  }
  const file = {
    userId,
    queueJobId: jobId,
    purpose: 'export',
    name: 'emails.csv',
    contentType: 'text/csv; charset=utf-8',
    hours: EXPORT_HOURS,
  }
  const { id } = await storeFile(db, file, lines())
  if (stopped() || isCancelled) {
    await db.delete(jobFiles).where(eq(jobFiles.id, id))
    return isCancelled
  }
  await db.transaction(async (tx) => {
    await finishJob(tx, jobId)
    await enqueue(tx, 'send-export-link', { jobId })
  })
  return true
}

async function timezoneOf(db: Db, userId: string): Promise<string> {
  const [row] = await db.select({ timezone: users.timezone }).from(users).where(eq(users.id, userId))
  return row?.timezone ?? 'UTC'
}

function cellsOf(row: LogEntry, timezone: string): string[] {
  const moment = (at: Date | null) => (at ? [formatMoment(at, timezone), formatIso(at, timezone)] : ['', ''])
  return [
    row.contactName,
    row.contactEmail,
    row.subject,
    row.sequenceName ?? '',
    row.status,
    ...moment(row.sentAt),
    ...moment(row.bouncedAt),
    ...moment(row.failedAt),
    row.detail ?? '',
    row.isTestEmail ? 'Test' : '',
  ]
}

/** An export as shown to its user. Has a file from its end until it expires. @throws AppError NOT_FOUND */
export async function getLogExport(db: Db, userId: string, jobId: string) {
  const [row] = await db
    .select({
      jobId: queueJobs.id,
      status: queueJobs.status,
      progress: queueJobs.progress,
      error: queueJobs.error,
      fileId: jobFiles.id,
      size: jobFiles.size,
      name: jobFiles.name,
      expiresAt: jobFiles.expiresAt,
    })
    .from(queueJobs)
    .leftJoin(jobFiles, and(eq(jobFiles.queueJobId, queueJobs.id), gt(jobFiles.expiresAt, sql`now()`)))
    .where(and(eq(queueJobs.id, jobId), eq(queueJobs.userId, userId), eq(queueJobs.type, 'export')))
  return row ?? notFound('Export not found')
}

/** The user who gets the link of a finished export; null if the user was deleted or the file has expired. */
export async function findExportReader(db: Db, jobId: string) {
  const [row] = await db
    .select({ email: users.email, fullName: users.fullName, rows: queueJobs.progress })
    .from(queueJobs)
    .innerJoin(users, eq(users.id, queueJobs.userId))
    .innerJoin(jobFiles, and(eq(jobFiles.queueJobId, queueJobs.id), gt(jobFiles.expiresAt, sql`now()`)))
    .where(and(eq(queueJobs.id, jobId), eq(queueJobs.status, 'completed')))
  return row ? { email: row.email, fullName: row.fullName, rows: row.rows.current } : null
}
