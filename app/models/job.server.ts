import { and, eq, inArray, sql } from 'drizzle-orm'
import { queueJobs } from '#drizzle/schema'
import type { JobProgress } from '#drizzle/schema/jobs'
import { type Db, executePrepared } from '../db.server'
import { notFound } from '../errors'
import { livingWorkers } from './recovery.server'

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

/**
 * Unfinished jobs of the ledger that nothing in the queue works on any more: their worker died once too often, or was told
 * to stop. They are safe to start again, for each keeps its progress with its work.
 */
export async function listStalledJobs(db: Db) {
  return db.execute<{
    id: string
    type: 'contact_import' | 'lead_import' | 'enrollment' | 'import_undo' | 'export'
  }>(sql`
    select q.id, q.type from queue_jobs q
    where q.status in ('pending', 'processing') 
      and not exists (
        select 1 from graphile_worker.jobs j
        where j.key in ('import:' || q.id, 'leads:' || q.id, 'leads:' || q.id || ':later', 'enroll:' || q.id, 'undo:' || q.id, 'export:' || q.id) and (j.attempts < j.max_attempts or j.locked_at is not null))
    limit 100`)
}

/**
 * Whether somebody could use the place of a job: another one that waits for it, or a worker who may have nothing to do. One
 * that is to do what is being done just now waits for no place, nor does one whose queue is at another job.
 */
export async function isPlaceWanted(db: Db): Promise<boolean> {
  const [row] = await executePrepared<{ wanted: boolean }>(
    db,
    sql`select ${livingWorkers} > 1 or exists (
      select 1 from graphile_worker._private_jobs j where is_available and run_at <= now() and not exists (
        select 1 from graphile_worker._private_jobs same where same.locked_at is not null
          and same.task_id = j.task_id and same.payload::text = j.payload::text)
        and not exists (
          select 1 from graphile_worker._private_job_queues q where q.id = j.job_queue_id and not q.is_available)) as wanted`,
  )
  return row!.wanted
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
