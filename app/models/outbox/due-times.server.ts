import { sql } from 'drizzle-orm'
import type { Db } from '~/db.server'
import { isWaitingInQueue } from '~/models/jobs/queue.server'
import { takesEmails } from '~/models/shared/mailboxes/owner.server'

/**
 * The next time after `after` and up to `until`, in mail time, at which anything becomes due, or null. Retries are rounded up to
 * the next minute: their backoff has jitter, and stopping at each of hundreds of times would make a fast-forward take minutes.
 */
export async function nextDueAt(db: Db, after: Date, until: Date): Promise<Date | null> {
  const between = sql.raw(`> '${after.toISOString()}'::timestamptz`)
  const [row] = await db.execute<{ at: string | null }>(sql`
    select least(
      (select min(next_action_at) from sequence_contacts
        where status = 'active' and hold_reason is distinct from 'retry' and next_action_at ${between}),
      (select date_trunc('minute', min(next_action_at)) + interval '1 minute' from sequence_contacts
        where status = 'active' and hold_reason = 'retry' and next_action_at ${between}),
      (select min(scheduled_for) from email_sends where stage = 'open' and state = 'scheduled' and scheduled_for ${between}),
      (select min(held_until) from mail_accounts where held_until ${between}),
      (select min(since + interval '1 hour') from mailbox_outages where not told and since + interval '1 hour' ${between}),
      (select min(snoozed_until) from conversations where state = 'snoozed' and snoozed_until ${between}),
      (select min(digest_at) from inbox_settings where digest_at ${between}),
      (select min(next_check_at) from personas where next_check_at ${between}),
      (select min(next_run_at) from workflows where status = 'active' and next_run_at ${between}),
      (select min(checked_at + interval '10 minutes') from email_sends
        where stage = 'open' and state = 'sending' and checked_at + interval '10 minutes' ${between})
    )::text as at`)
  const at = row?.at ? new Date(row.at) : null
  return at && at <= until ? at : null
}

/**
 * Mailboxes with sends that are due at `until` and may leave then, without those whose job waits in the queue. A job that a worker has begun
 * does not count: the worker may hang, and another one then takes the mailbox over.
 */
export async function mailboxesToSend(db: Db, until: Date): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select b.id from (select distinct sender_account_id as id from email_sends
      where stage = 'open' and state = 'scheduled' and sender_account_id is not null
        and scheduled_for <= ${until.toISOString()}::timestamptz) b
    where ${takesEmails(sql`b.id`, until)} and not ${isWaitingInQueue(sql`'send-step:' || b.id`)} order by b.id`)
  return rows.map((row) => row.id)
}

/** Whether any send has started and has no recorded outcome. */
export async function hasUnknownSends(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ found: boolean }>(
    sql`select exists (select 1 from email_sends where stage = 'open' and state = 'sending') as found`,
  )
  return row!.found
}
