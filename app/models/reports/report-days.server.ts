import { sql } from 'drizzle-orm'
import type { Db } from '~/db.server'
import { requireSequence } from './report.server'

/** What happened on one local day. */
export interface ReportDay {
  /** `YYYY-MM-DD` in the zone asked for. */
  day: string
  sent: number
  opened: number
  replied: number
}

/** The most days of a report: what came before is in the totals only. */
export const REPORT_DAYS = 90

/**
 * Mails sent, first opens and first replies of a sequence for each day of an IANA zone, oldest first: from the first day on
 * which anything happened to the last, quiet days included, and of these the last 90. An open counts on its own day, not
 * on the day of its mail.
 * @throws AppError NOT_FOUND for another's sequence
 */
export async function listReportDays(
  db: Db,
  userId: string,
  sequenceId: string,
  timezone: string,
): Promise<ReportDay[]> {
  await requireSequence(db, userId, sequenceId)
  const rows = await db.execute<{ day: string; sent: number; opened: number; replied: number }>(sql`
    select to_char(k.at at time zone ${timezone}::text, 'YYYY-MM-DD') as day,
           sum(k.sent)::int as sent, sum(k.opened)::int as opened, sum(k.replied)::int as replied
    from email_logs l
    cross join lateral (values (l.sent_at, 1, 0, 0), (l.opened_at, 0, 1, 0), (l.replied_at, 0, 0, 1))
      as k (at, sent, opened, replied)
    where l.sequence_id = ${sequenceId} and l.user_id = ${userId} and not l.is_test_email and k.at is not null
    group by 1 order by 1 desc limit ${REPORT_DAYS}`)
  return fillDays([...rows].reverse())
}

/** The same days with the quiet ones between them, at most the last 90. */
export function fillDays(rows: readonly ReportDay[]): ReportDay[] {
  const first = rows[0]
  const last = rows.at(-1)
  if (!first || !last) return []
  const known = new Map(rows.map((row) => [row.day, row]))
  const days: ReportDay[] = []
  for (let day = last.day; day >= first.day && days.length < REPORT_DAYS; day = dayBefore(day)) {
    const { sent = 0, opened = 0, replied = 0 } = known.get(day) ?? {}
    days.push({ day, sent, opened, replied })
  }
  return days.reverse()
}

const dayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
