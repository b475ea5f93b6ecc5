import { and, eq, inArray, sql } from 'drizzle-orm'
import { queueJobs } from '#drizzle/schema'
import type { JobProgress } from '#drizzle/schema/jobs'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { isQueued } from './queue.server'

/** The columns of a job that its user sees. */
export const JOB_VIEW = {
  id: queueJobs.id,
  type: queueJobs.type,
  status: queueJobs.status,
  progress: queueJobs.progress,
  error: queueJobs.error,
  createdAt: queueJobs.createdAt,
  processedAt: queueJobs.processedAt,
}

/** A job as its user sees it. */
export async function getJob(db: Db, userId: string, id: string) {
  const [row] = await db
    .select(JOB_VIEW)
    .from(queueJobs)
    .where(and(eq(queueJobs.id, id), eq(queueJobs.userId, userId)))
  return row ?? notFound('Job not found')
}

/** The keys that a job of the ledger may have in the queue (jobs/queue/catalog.ts). */
const KEYS = [
  sql`'import:' || q.id`,
  sql`'leads:' || q.id`,
  sql`'leads:' || q.id || ':later'`,
  sql`'enroll:' || q.id`,
  sql`'undo:' || q.id`,
  sql`'export:' || q.id`,
]

/**
 * Unfinished jobs of the ledger that are not in the queue any more. They are safe to start again, for each keeps its
 * progress with its work.
 */
export async function listStalledJobs(db: Db) {
  return db.execute<{
    id: string
    type: 'contact_import' | 'lead_import' | 'enrollment' | 'import_undo' | 'export'
  }>(sql`
    select q.id, q.type from queue_jobs q
    where q.status in ('pending', 'processing')
      and not ${isQueued(...KEYS)}
    limit 100`)
}

/** What a handler has to do: the job is `processing` from now on. Null when it is done, or gone. */
export async function getJobWork<P>(
  db: Db,
  id: string,
): Promise<{ userId: string; payload: P; progress: JobProgress } | null> {
  const [row] = await db
    .update(queueJobs)
    .set({ status: 'processing' })
    .where(and(eq(queueJobs.id, id), inArray(queueJobs.status, ['pending', 'processing'])))
    .returning({ userId: queueJobs.userId, payload: queueJobs.payload, progress: queueJobs.progress })
  return row ? { ...row, payload: row.payload as P } : null
}

/** Stores how far a job is, in the transaction of the work itself. */
export async function saveProgress(tx: Db, id: string, progress: JobProgress): Promise<void> {
  await tx.update(queueJobs).set({ progress }).where(eq(queueJobs.id, id))
}

/** Ends a job, as failed when there is an error to show. */
export async function finishJob(tx: Db, id: string, error?: string): Promise<void> {
  await tx
    .update(queueJobs)
    .set({
      status: error === undefined ? 'completed' : 'failed',
      error: error?.slice(0, 2000) ?? null,
      processedAt: sql`now()`,
    })
    .where(eq(queueJobs.id, id))
}
