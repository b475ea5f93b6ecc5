import { sql } from 'drizzle-orm'
import type { Db } from '~/db.server'
import { requireSequence } from './report.server'

/** The counts of one local day. */
export interface ReportDay {
  /** `YYYY-MM-DD` in the requested time zone. */
  day: string
  sent: number
  opened: number
  replied: number
  bounced: number
  unsubscribed: number
}

const NOTHING = { sent: 0, opened: 0, replied: 0, bounced: 0, unsubscribed: 0 }

/** The maximum number of days of a report. Earlier days are included only in the totals. */
export const REPORT_DAYS = 90

/**
 * Emails sent, first opens, first replies and bounces of a sequence by local day, and the contacts whose unsubscription ended it. Oldest
 * first: from the first to the last day with activity, at most the last 90. An open counts on its own day, not on that of its email.
 * @throws AppError NOT_FOUND if the user does not own the sequence
 */
export async function listReportDays(
  db: Db,
  userId: string,
  sequenceId: string,
  timezone: string,
): Promise<ReportDay[]> {
  await requireSequence(db, userId, sequenceId)
  const rows = await db.execute<ReportDay & Record<string, unknown>>(sql`
    with counted as (
      select k.* from email_logs l
      cross join lateral (values (l.sent_at, 1, 0, 0, 0, 0), (l.opened_at, 0, 1, 0, 0, 0), (l.replied_at, 0, 0, 1, 0, 0),
        (l.bounced_at, 0, 0, 0, 1, 0)) as k (at, sent, opened, replied, bounced, unsubscribed)
      where l.sequence_id = ${sequenceId} and l.user_id = ${userId} and not l.is_test_email
      union all
      select completed_at, 0, 0, 0, 0, 1 from sequence_contacts
      where sequence_id = ${sequenceId} and user_id = ${userId} and status = 'stopped' and end_reason = 'unsubscribed'
    )
    select to_char(at at time zone ${timezone}::text, 'YYYY-MM-DD') as day, sum(sent)::int as sent, sum(opened)::int as opened,
      sum(replied)::int as replied, sum(bounced)::int as bounced, sum(unsubscribed)::int as unsubscribed
    from counted where at is not null
    group by 1 order by 1 desc limit ${REPORT_DAYS}`)
  return fillDays([...rows].reverse())
}

/** Adds the days without activity in between. At most the last 90 days. */
export function fillDays(rows: readonly ReportDay[]): ReportDay[] {
  const first = rows[0]
  const last = rows.at(-1)
  if (!first || !last) return []
  const known = new Map(rows.map((row) => [row.day, row]))
  const days: ReportDay[] = []
  for (let day = last.day; day >= first.day && days.length < REPORT_DAYS; day = dayBefore(day)) {
    days.push({ ...NOTHING, ...known.get(day), day })
  }
  return days.reverse()
}

const dayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
