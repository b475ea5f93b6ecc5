import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '~/db.server'
import { localDay } from '~/engine/calendar'
import { invalid } from '~/errors'
import { getSequence } from '~/models/sequences/sequence.server'
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
  const rows = await countDays(db, userId, sequenceId, timezone, sql`at is not null`)
  return fillDays([...rows].reverse())
}

/** The days in which a report can count: more than a year is not asked for at once. */
const MAX_DAYS = 366

const day = z.iso
  .date('Must be a day such as 2026-01-31')
  .max(10)
  .refine((text) => text >= '2000-01-01' && text < '3000-01-01', 'Must be between 2000 and 2999')

/** The first and the last day of a report, in the sequence's time zone. */
export const DaysQuery = z.object({
  from: day.optional().describe('The first day. Absent: 89 days before the last one.'),
  to: day.optional().describe('The last day. Absent: today.'),
})
export type DaysQuery = z.output<typeof DaysQuery>

/**
 * The same for each day of a range: by default until today, and from 89 days before its end.
 * @throws AppError NOT_FOUND if the user does not own the sequence; INVALID if the range is empty or longer than a year
 */
export async function listDaysOf(
  db: Db,
  userId: string,
  sequenceId: string,
  query: DaysQuery,
  now: Date,
): Promise<ReportDay[]> {
  const { timezone } = await getSequence(db, userId, sequenceId)
  const to = query.to ?? localDay(now, timezone)
  const from = query.from ?? daysBefore(to, REPORT_DAYS - 1)
  if (from > to) invalid('The first day is after the last one', 'from')
  if (from <= daysBefore(to, MAX_DAYS)) invalid(`At most ${MAX_DAYS} days`, 'from')
  const within = sql`(at at time zone ${timezone}::text)::date between ${from}::date and ${to}::date`
  const rows = await countDays(db, userId, sequenceId, timezone, within)
  return eachDay(rows, from, to)
}

/** The newest days first. @param within condition of what is counted, by the moment `at` */
const countDays = (db: Db, userId: string, sequenceId: string, timezone: string, within: SQL) =>
  db.execute<ReportDay & Record<string, unknown>>(sql`
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
    from counted where ${within}
    group by 1 order by 1 desc limit ${MAX_DAYS}`)

/** Adds the days without activity in between. At most the last 90 days. */
export function fillDays(rows: readonly ReportDay[]): ReportDay[] {
  const first = rows[0]
  const last = rows.at(-1)
  if (!first || !last) return []
  const earliest = daysBefore(last.day, REPORT_DAYS - 1)
  // Days as text have the order of time.
  return eachDay(rows, [first.day, earliest].sort()[1]!, last.day)
}

/** Every day of a range, with zeros where there is no row. */
function eachDay(rows: readonly ReportDay[], from: string, to: string): ReportDay[] {
  const known = new Map(rows.map((row) => [row.day, row]))
  const days: ReportDay[] = []
  for (let day = to; day >= from; day = daysBefore(day, 1)) days.push({ ...NOTHING, ...known.get(day), day })
  return days.reverse()
}

const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
