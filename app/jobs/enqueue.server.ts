import { sql } from 'drizzle-orm'
import type { Db } from '../db.server'
import { catalog, type JobDefinition, type JobName, type JobPayload } from './catalog'

/** The tasks that our workers know. */
export const JOB_NAMES = Object.keys(catalog) as JobName[]

/** Adds a job in the caller's transaction: state and job commit together, or neither. */
export async function enqueue<N extends JobName>(db: Db, name: N, payload: JobPayload<N>): Promise<void> {
  await addJob(db, name, payload, 0)
}

/** The same, to start after some seconds. For reminders only: nothing that is due in mail time depends on it. */
export async function enqueueAfter<N extends JobName>(
  db: Db,
  name: N,
  payload: JobPayload<N>,
  seconds: number,
): Promise<void> {
  await addJob(db, name, payload, seconds)
}

async function addJob<N extends JobName>(
  db: Db,
  name: N,
  payload: JobPayload<N>,
  seconds: number,
): Promise<void> {
  const { maxAttempts, key, queue }: JobDefinition = catalog[name]
  // A reminder has a key of its own: it must not push back the same job that waits to start now.
  const jobKey = key
    ? (key as (payload: JobPayload<N>) => string)(payload) + (seconds > 0 ? ':later' : '')
    : null
  // A job that waits for its turn keeps it, however often it is asked for; a reminder is for the last time named.
  const mode = seconds > 0 ? 'replace' : 'preserve_run_at'
  // Null is documented for a key under heavy contention (graphile/worker#580): the job was not added, so again.
  for (let attempt = 0; attempt < 5; attempt++) {
    const [row] = await db.execute<{ id: string | null }>(sql`
      select id from graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json,
        run_at := case when ${seconds}::float8 > 0 then now() + make_interval(secs => ${seconds}::float8) end,
        max_attempts := ${maxAttempts}::int, job_key := ${jobKey}::text, queue_name := ${queue ?? null}::text,
        job_key_mode := ${mode}::text)`)
    if (row?.id) return
  }
  throw new Error(`the job ${name} could not be added`)
}
