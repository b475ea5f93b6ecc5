import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '~/db.server'

/**
 * All queries of Graphile Worker's tables. (jobs/queue/enqueue.server.ts adds jobs.) The tables are private to the library, so its
 * version is pinned in package.json.
 */
const JOBS = sql`graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`

/** Whether a job with one of these keys is in the queue. Includes exhausted jobs, which jobs/tasks/recover.server.ts revives. */
export const isQueued = (...keys: SQL[]): SQL => sql`exists (
  select 1 from graphile_worker._private_jobs j where j.key in (${sql.join(keys, sql`, `)}))`

/** Whether a job with this key is in the queue and no worker has begun it. */
export const isWaitingInQueue = (key: SQL): SQL => sql`exists (
  select 1 from graphile_worker._private_jobs j where j.key = ${key} and j.locked_at is null)`

/** A job that has used up its attempts. */
export interface ExhaustedJob extends Record<string, unknown> {
  id: string
  task: string
  payload: unknown
  attempts: number
}

/** Jobs of these tasks that have used up their attempts by failures or dead workers. */
export async function listExhaustedJobs(db: Db, tasks: string[]): Promise<ExhaustedJob[]> {
  return db.execute<ExhaustedJob>(sql`
    select j.id, t.identifier as task, j.payload, j.attempts::int as attempts from ${JOBS}
    where t.identifier = any(${sql.param(tasks)}::text[]) and j.attempts >= j.max_attempts and j.locked_at is null
    order by j.run_at limit 1000`)
}

/** Grants a job one more attempt after `seconds`, or later if the queue's own backoff is longer. */
export async function addAttempt(
  db: Db,
  { id, attempts }: Pick<ExhaustedJob, 'id' | 'attempts'>,
  seconds: number,
): Promise<void> {
  await db.execute(sql`
    select graphile_worker.reschedule_jobs(array[j.id], max_attempts := ${attempts + 1}::int,
      run_at := greatest(j.run_at, now() + make_interval(secs => ${seconds}::float8)))
    from graphile_worker._private_jobs j where j.id = ${id}::bigint and j.attempts = ${attempts}::int`)
}

/**
 * Deletes exhausted jobs of these tasks that another job has replaced: one that was requested again while it ran has lost its key, and if its
 * worker dies, nothing runs it any more.
 */
export async function deleteReplaced(db: Db, tasks: string[]): Promise<void> {
  await db.execute(sql`
    select graphile_worker.complete_jobs(array(select j.id from ${JOBS}
      where t.identifier = any(${sql.param(tasks)}::text[]) and j.attempts >= j.max_attempts and j.locked_at is null and j.key is null))`)
}

/** Whether a job of another user is waiting in a named queue, so that the running job should yield. */
export async function isAnotherUserWaiting(db: Db, queue: string): Promise<boolean> {
  const [row] = await db.execute<{ wanted: boolean }>(sql`select exists (
    select 1 from graphile_worker._private_job_queues q
    join graphile_worker._private_jobs running on running.job_queue_id = q.id and running.locked_at is not null
    join graphile_worker._private_jobs j on j.job_queue_id = q.id and j.is_available and j.run_at <= now()
      and j.flags is distinct from running.flags
    where q.queue_name = ${queue}) as wanted`)
  return row!.wanted
}

/** Counts jobs of these tasks that are due or running. */
export async function countOpenJobs(db: Db, tasks: string[]): Promise<number> {
  const [row] = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from ${JOBS}
    where t.identifier = any(${sql.param(tasks)}::text[])
      and (j.run_at <= now() and j.attempts < j.max_attempts or j.locked_at is not null)`)
  return row!.n
}

export interface QueuedTask extends Record<string, unknown> {
  task: string
  /** Jobs that are due and wait for a worker. */
  waiting: number
  /** Jobs that run later: repeated ones, and those that failed and are tried again. */
  later: number
  running: number
  givenUp: number
  /** How long the oldest waiting job has been due, in seconds. */
  waitSeconds: number
}

/** What is in the queue, by task. */
export async function listQueue(db: Db): Promise<QueuedTask[]> {
  return db.execute<QueuedTask>(sql`
    select task, count(*) filter (where waits)::int as waiting,
      count(*) filter (where locked_at is null and not exhausted and run_at > now())::int as later,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and exhausted)::int as "givenUp",
      coalesce(round(extract(epoch from now() - min(run_at) filter (where waits))), 0)::int as "waitSeconds"
    from (
      select t.identifier as task, j.locked_at, j.run_at, j.attempts >= j.max_attempts as exhausted,
        j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now() as waits
      from ${JOBS}
    ) jobs group by task order by task`)
}

/** Statement that counts jobs by task, open or exhausted, with the columns `label` and `n`. */
export const jobsByTask = (which: 'open' | 'given up'): SQL => sql`
  select t.identifier as label, count(*)::int as n from ${JOBS}
  where ${which === 'open' ? sql`j.attempts < j.max_attempts` : sql`j.attempts >= j.max_attempts`} group by 1`

/** The workers that hold jobs or queues, alive or dead. */
export const jobHolders = sql`
  select distinct locked_by as id from graphile_worker._private_jobs where locked_by is not null
  union select distinct locked_by from graphile_worker._private_job_queues where locked_by is not null`

/** Releases the locks of dead workers. The library itself would take hours. */
export async function unlockWorkers(tx: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`select graphile_worker.force_unlock_workers(${sql.param(ids)}::text[])`)
}
