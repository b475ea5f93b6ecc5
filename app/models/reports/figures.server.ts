import { sql } from 'drizzle-orm'
import { DEFERRED_HOLDS } from '#drizzle/schema/enums'
import type { Db } from '~/db.server'
import { countWorkers } from '~/models/jobs/workers.server'
import { isReadable } from '~/models/shared/mailboxes/kinds.server'

/** Figures of the whole installation, for /metrics and `npm run admin -- queue`. Statements have the columns `label` and `n`. */

export const emailsByState = sql`
  select 'scheduled' as label, count(*)::int as n from email_sends where stage = 'open' and state = 'scheduled'
  union all select state, count(*)::int from email_sends where stage = 'open' and state <> 'scheduled' group by state
  union all select 'uncertain', count(*)::int from users u join email_sends s on s.user_id = u.id and s.stage = 'uncertain'`

/** From the counters, so that it costs the same at any number of emails. */
export const emailsByOutcome = sql`
  select k.label, k.n from (
    select coalesce(sum(sent), 0)::float8 as sent, coalesce(sum(opened), 0)::float8 as opened,
      coalesce(sum(replied), 0)::float8 as replied, coalesce(sum(bounced), 0)::float8 as bounced,
      coalesce(sum(failed), 0)::float8 as failed
    from sequence_stats where step_id = '00000000-0000-0000-0000-000000000000'
  ) s cross join lateral (values ('sent', sent), ('opened', opened), ('replied', replied), ('bounced', bounced),
    ('failed', failed)) k(label, n)`

/** Mailboxes whose server takes no more emails for now. */
export const readHeldMailboxes = async (db: Db): Promise<number> => {
  const [row] = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from mail_accounts where holds > 0 and user_id is not null`,
  )
  return row!.n
}

/** The mailboxes that cannot send or cannot be read, as far as their users were told. */
export const outagesByDirection = sql`
  select d.label, count(o.*)::int as n from (values ('send'), ('read')) d(label)
  left join mailbox_outages o on o.direction = d.label and o.told and o.ended_at is null group by 1`

export const mailboxesByStatus = sql`
  select status as label, count(*)::int as n from mail_accounts where user_id is not null group by status`

/** Emails that failed permanently within a day, by the code of the mail server or of the network. @param now mail time */
export const failuresByReason = (now: Date) => sql`
  select coalesce(nullif(s.error_code, ''), 'unknown') as label, count(*)::int as n
  from email_logs l left join email_sends s on s.id = l.email_send_id
  where l.failed_at > ${now.toISOString()}::timestamptz - interval '1 day' group by 1`

/** Contacts whose next email waits for a server or for its turn, by reason. */
export const deferredByReason = sql`
  select r.label, (select count(*)::int from sequence_contacts e where e.status = 'active' and e.hold_reason = r.label
    and e.hold_reason in (${sql.raw(DEFERRED_HOLDS.map((one) => `'${one}'`).join(', '))})) as n
  from (values ${sql.raw(DEFERRED_HOLDS.map((one) => `('${one}')`).join(', '))}) r(label)`

/** How long ago the mailbox that has waited longest was last read completely, in seconds. Those that cannot be read do not count. @param now mail time */
export async function readSyncAge(db: Db, now: Date): Promise<number> {
  const [row] = await db.execute<{ seconds: number | null }>(sql`
    select extract(epoch from ${now.toISOString()}::timestamptz - min(coalesce(c.synced_at, mail_accounts.created_at)))::float8 as seconds
    from sync_cursors c join mail_accounts on mail_accounts.id = c.mail_account_id
    where mail_accounts.user_id is not null and mail_accounts.status in ('connected', 'error') and ${isReadable}`)
  return Math.max(0, row?.seconds ?? 0)
}

/** Events that wait for a webhook that is switched on, and since when the oldest of them has been due, in seconds. */
export async function readWebhookBacklog(db: Db): Promise<{ waiting: number; seconds: number }> {
  const [row] = await db.execute<{ waiting: number; seconds: number | null }>(sql`
    select count(*)::int as waiting, extract(epoch from now() - min(d.created_at))::float8 as seconds
    from webhook_endpoints e join webhook_deliveries d on d.endpoint_id = e.id and d.state = 'pending' where e.active`)
  return { waiting: row!.waiting, seconds: Math.max(0, row!.seconds ?? 0) }
}

export const connectionsByState = sql`
  select coalesce(state, 'unknown') as label, count(*)::int as n from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' group by 1
  union all select 'allowed', current_setting('max_connections')::int`

/** How long the oldest due enrollment has waited for a decision, in seconds. @param now mail time */
export async function readDueSeconds(db: Db, now: Date): Promise<number> {
  const [row] = await db.execute<{ seconds: number | null }>(sql`
    select extract(epoch from ${now.toISOString()}::timestamptz - min(next_action_at))::float8 as seconds
    from sequence_contacts where status = 'active' and next_action_at is not null`)
  return Math.max(0, row?.seconds ?? 0)
}

/** The size of the database, in bytes. */
export async function readDatabaseBytes(db: Db): Promise<number> {
  const [row] = await db.execute<{ n: number }>(sql`select pg_database_size(current_database())::float8 as n`)
  return row!.n
}

export interface WorkState {
  workers: number
  dueSeconds: number
  emails: { state: string; n: number }[]
}

/** The state of sending: the live workers, the pending work, and its delay. @param now mail time */
export async function readWorkState(db: Db, now: Date): Promise<WorkState> {
  const emails = await db.execute<{ label: string; n: number }>(emailsByState)
  return {
    workers: await countWorkers(db),
    dueSeconds: Math.round(await readDueSeconds(db, now)),
    emails: emails.map(({ label, n }) => ({ state: label, n })),
  }
}
