import { sql } from 'drizzle-orm'
import type { Db } from '../db.server'
import { JOB_NAMES } from '../jobs/enqueue.server'

/** The next moment of mail time after `after` and up to `until` at which anything becomes due, or null. */
export async function nextDueAt(db: Db, after: Date, until: Date): Promise<Date | null> {
  const between = sql.raw(`> '${after.toISOString()}'::timestamptz`)
  const [row] = await db.execute<{ at: string | null }>(sql`
    select least(
      (select min(next_action_at) from sequence_contacts where status = 'active' and next_action_at ${between}),
      (select min(scheduled_for) from email_sends where stage = 'open' and state = 'scheduled' and scheduled_for ${between}),
      (select min(next_run_at) from workflows where status = 'active' and next_run_at ${between}),
      (select min(checked_at + interval '10 minutes') from email_sends
        where stage = 'open' and state = 'sending' and checked_at + interval '10 minutes' ${between})
    )::text as at`)
  const at = row?.at ? new Date(row.at) : null
  return at && at <= until ? at : null
}

/** Shards that have a mail whose slot has come. */
export async function shardsToSend(db: Db, now: Date): Promise<number[]> {
  const rows = await db.execute<{ shard: number }>(sql`
    select distinct shard from email_sends
    where stage = 'open' and state = 'scheduled' and scheduled_for <= ${now.toISOString()}::timestamptz`)
  return rows.map((row) => row.shard)
}

/** Whether a mail was started whose outcome is not recorded. */
export async function hasUnknownSends(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ found: boolean }>(
    sql`select exists (select 1 from email_sends where stage = 'open' and state = 'sending') as found`,
  )
  return row!.found
}

/** Jobs that could run now and have not ended; those of other programs in the same queue are nobody's here to do. */
export async function countOpenJobs(db: Db): Promise<number> {
  const [row] = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = any(${sql.param([...JOB_NAMES])}::text[])
      and (j.run_at <= now() and j.attempts < j.max_attempts or j.locked_at is not null)`)
  return row!.n
}
