import { and, eq, inArray, sql } from 'drizzle-orm'
import { queueJobs } from '#drizzle/schema'
import type { JOB_TYPES } from '#drizzle/schema/enums'
import type { JobProgress } from '#drizzle/schema/jobs'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { isQueued } from './queue.server'

/** The kinds of jobs that users see. */
export type JobType = (typeof JOB_TYPES)[number]

/** The columns of a job shown to its user. */
export const JOB_VIEW = {
  id: queueJobs.id,
  type: queueJobs.type,
  status: queueJobs.status,
  progress: queueJobs.progress,
  error: queueJobs.error,
  createdAt: queueJobs.createdAt,
  processedAt: queueJobs.processedAt,
}

/** A job as shown to its user. @throws AppError NOT_FOUND */
export async function getJob(db: Db, userId: string, id: string) {
  const [row] = await db
    .select(JOB_VIEW)
    .from(queueJobs)
    .where(and(eq(queueJobs.id, id), eq(queueJobs.userId, userId)))
  return row ?? notFound('Job not found')
}

/** The queue keys of the ledger's jobs (jobs/queue/catalog.ts). */
const KEYS = [
  sql`'import:' || q.id`,
  sql`'leads:' || q.id`,
  sql`'leads:' || q.id || ':later'`,
  sql`'enroll:' || q.id`,
  sql`'undo:' || q.id`,
  sql`'export:' || q.id`,
  sql`'change:' || q.id`,
  sql`'undo-change:' || q.id`,
  sql`'export-contacts:' || q.id`,
  sql`'mail-servers:' || q.id`,
  sql`'mailboxes:' || q.id`,
]

/**
 * Unfinished jobs of the ledger that are no longer in the queue. They can be restarted safely, because each stores its progress with
 * its work.
 */
export async function listStalledJobs(db: Db) {
  return db.execute<{ id: string; type: JobType }>(sql`
    select q.id, q.type from queue_jobs q
    where q.status in ('pending', 'processing')
      and not ${isQueued(...KEYS)}
    limit 100`)
}

const UNFINISHED = inArray(queueJobs.status, ['pending', 'processing'])

/**
 * Stops a job of the user. Its worker finishes the part that it has begun, and what was done stays.
 * @returns the job: cancelled, or as it ended if that was earlier @throws AppError NOT_FOUND
 */
export async function cancelJob(db: Db, userId: string, id: string) {
  await db
    .update(queueJobs)
    .set({ status: 'cancelled', processedAt: sql`now()` })
    .where(and(eq(queueJobs.id, id), eq(queueJobs.userId, userId), UNFINISHED))
  return getJob(db, userId, id)
}

/** Whether a job has neither ended nor been stopped. */
export const isUnfinished = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(queueJobs, and(eq(queueJobs.id, id), UNFINISHED))) > 0

/** Whether the user has stopped a job. */
export const isCancelled = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(queueJobs, and(eq(queueJobs.id, id), eq(queueJobs.status, 'cancelled')))) > 0

/** Loads the work of a job and marks it as `processing`. Null if it has ended, was stopped or deleted. */
export async function getJobWork<P>(
  db: Db,
  id: string,
): Promise<{ userId: string; payload: P; progress: JobProgress } | null> {
  const [row] = await db
    .update(queueJobs)
    .set({ status: 'processing' })
    .where(and(eq(queueJobs.id, id), UNFINISHED))
    .returning({ userId: queueJobs.userId, payload: queueJobs.payload, progress: queueJobs.progress })
  return row ? { ...row, payload: row.payload as P } : null
}

/** Stores the progress of a job. Call it in the transaction of the work itself. */
export async function saveProgress(tx: Db, id: string, progress: JobProgress): Promise<void> {
  await tx.update(queueJobs).set({ progress }).where(eq(queueJobs.id, id))
}

/** Ends a job, as failed if there is an error. One that was stopped stays so. */
export async function finishJob(tx: Db, id: string, error?: string): Promise<void> {
  await tx
    .update(queueJobs)
    .set({
      status: error === undefined ? 'completed' : 'failed',
      error: error?.slice(0, 2000) ?? null,
      processedAt: sql`now()`,
    })
    .where(and(eq(queueJobs.id, id), UNFINISHED))
}
