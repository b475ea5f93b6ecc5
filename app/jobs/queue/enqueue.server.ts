import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '~/db.server'
import { catalog, type JobDefinition, type JobName, type JobPayload, type Owner } from './catalog'
import { flagOfLane } from './lanes'

/** The tasks that our workers handle. */
export const JOB_NAMES = Object.keys(catalog) as JobName[]

/** Adds a job in the caller's transaction: state and job commit together, or neither. */
export async function enqueue<N extends JobName>(db: Db, name: N, payload: JobPayload<N>): Promise<void> {
  await addJob(db, name, payload, 0)
}

/** Adds a job that starts after a delay. For reminders only: nothing that is due in mail time depends on it. */
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
  const { maxAttempts, key, queue, lane, owner }: JobDefinition = catalog[name]
  // A reminder has its own key, so that it does not postpone a pending job of the same kind.
  const jobKey = key
    ? (key as (payload: JobPayload<N>) => string)(payload) + (seconds > 0 ? ':later' : '')
    : null
  // A pending job keeps its start time, however often it is requested again; a reminder takes the latest time requested.
  const mode = seconds > 0 ? 'replace' : 'preserve_run_at'
  const user = owner && OWNERS[owner](payload as Record<string, string>)
  const laneFlag = lane ? flagOfLane(lane) : null
  const userFlag = lane && user ? sql`${`${flagOfLane(lane)}:`}::text || (${user})::text` : sql`null::text`
  const priority = queue ? queuePosition(userFlag, jobKey) : sql`0`
  // Under heavy contention on a key, add_job is documented to return null (graphile/worker#580): the job was not added, so retry.
  for (let attempt = 0; attempt < 5; attempt++) {
    const [row] = await db.execute<{ id: string | null }>(sql`
      select id from graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json,
        run_at := case when ${seconds}::float8 > 0 then now() + make_interval(secs => ${seconds}::float8) end,
        max_attempts := ${maxAttempts}::int, job_key := ${jobKey}::text, queue_name := ${queue ?? null}::text,
        priority := ${priority}::int, job_key_mode := ${mode}::text,
        flags := nullif(array_remove(array[${laneFlag}::text, ${userFlag}], null), '{}'))`)
    if (row?.id) return
  }
  throw new Error(`the job ${name} could not be added`)
}

/** The user of a job, from its payload; null if that row is gone, and then the job has nothing to do. */
const OWNERS: Record<Owner, (payload: Record<string, string>) => SQL> = {
  user: ({ userId }) => sql`${userId}::uuid`,
  mailbox: ({ mailboxId }) => sql`select user_id from mail_accounts where id = ${mailboxId}::uuid`,
  sequence: ({ sequenceId }) => sql`select user_id from sequences where id = ${sequenceId}::uuid`,
  job: ({ jobId }) => sql`select user_id from queue_jobs where id = ${jobId}::uuid`,
  run: ({ runId }) => sql`
    select w.user_id from workflow_runs r join workflows w on w.id = r.workflow_id where r.id = ${runId}::uuid`,
}

/**
 * In a queue that all users share, a user's second job waits behind the first job of every other user. A job that yields its turn
 * and enqueues the next one keeps its place before its user's other jobs.
 */
const queuePosition = (userFlag: SQL, jobKey: string | null) => sql`(
  select case when bool_or(key = ${jobKey}::text and locked_at is not null) then 0
    else count(*) filter (where key is distinct from ${jobKey}::text) end
  from graphile_worker.jobs where flags ? (${userFlag}) and attempts < max_attempts or key = ${jobKey}::text)`
