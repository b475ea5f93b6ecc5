import { sql } from 'drizzle-orm'
import type { Db } from '~/db.server'

export interface AnyMailbox {
  user: string
  email: string
  provider: string
  status: string
  /** Why it is not connected, or what its server said when it refused to take more, or let nobody in. */
  detail: string | null
  /** Its server takes no more emails for now: the time of the next try. */
  heldUntil: Date | null
  /** Its server has let nobody in to send emails, or to read replies, since then. */
  cannotSendSince: Date | null
  cannotReadSince: Date | null
  /** Emails that are scheduled or in progress. */
  openEmails: number
  uncertainEmails: number
  /** Mail time of the last complete sync. */
  syncedAt: Date | null
  /** How it is read: "waiting" if its server tells us of new messages at once, else how often. */
  reading: string
  /** The folders that are read. */
  folders: string
  /** Why the last reading failed. */
  readError: string | null
}

/** The mailboxes of all users, or of one: for the operator only. @param user an email address */
export async function listAllMailboxes(db: Db, user: string | null): Promise<AnyMailbox[]> {
  const rows = await db.execute<Record<string, unknown>>(sql`
    with open as (
      select sender_account_id as id, count(*)::int as n from email_sends where stage = 'open' group by 1
    ), uncertain as (
      select s.sender_account_id as id, count(*)::int as n
      from users u join email_sends s on s.user_id = u.id and s.stage = 'uncertain' group by 1
    )
    select u.email as user, m.email, m.provider, m.status, coalesce(m.held_detail, m.status_detail, s.detail, r.detail) as detail,
      case when m.holds > 0 then m.held_until end as "heldUntil", s.since as "cannotSendSince", r.since as "cannotReadSince", coalesce(open.n, 0) as "openEmails",
      coalesce(uncertain.n, 0) as "uncertainEmails", c.synced_at as "syncedAt",
      case when m.status not in ('connected', 'error') or c.mail_account_id is null then 'not read'
        when c.watched_until > now() then 'waiting' else 'each 2 minutes' end as reading,
      coalesce((select string_agg(f ->> 'path', ', ') from jsonb_array_elements(c.folders) f where (f ->> 'read')::boolean), '') as folders,
      case when c.failures > 0 then c.error end as "readError"
    from mail_accounts m join users u on u.id = m.user_id left join sync_cursors c on c.mail_account_id = m.id
      left join mailbox_outages s on s.mailbox_id = m.id and s.direction = 'send' and s.told and s.ended_at is null
      left join mailbox_outages r on r.mailbox_id = m.id and r.direction = 'read' and r.told and r.ended_at is null
      left join open on open.id = m.id left join uncertain on uncertain.id = m.id
    where ${user}::text is null or lower(u.email) = lower(${user}::text)
    order by u.email, m.email`)
  const moment = (at: unknown) => (at ? new Date(at as string) : null)
  return rows.map((row) => ({
    ...(row as unknown as AnyMailbox),
    syncedAt: moment(row.syncedAt),
    heldUntil: moment(row.heldUntil),
    cannotSendSince: moment(row.cannotSendSince),
    cannotReadSince: moment(row.cannotReadSince),
  }))
}
