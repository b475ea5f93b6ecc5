import type { Db } from '~/db.server'
import { formatDay } from '~/models/shared/format-time'
import { FORECAST_DAYS } from './forecast.server'
import { loadMailboxes } from './forecast-mailboxes.server'

const DAY_MS = 86_400_000

export interface Pace {
  /** Number of mailboxes that count their emails apart: those of one account share a limit. */
  mailboxes: number
  /** How many emails they may send today, together. */
  perDay: number
  /** The first day on which they may send the most, and how many; null if the limits do not grow. */
  later: { perDay: number; from: Date } | null
}

/** How many emails the mailboxes of a sequence may send a day, now and when the limits of new ones have grown. */
export async function paceOf(db: Db, mailboxIds: string[], now: Date): Promise<Pace> {
  const { mailboxes } = await loadMailboxes(db, mailboxIds)
  const perDayAt = (at: Date) => [...mailboxes.values()].reduce((sum, { limitOn }) => sum + limitOn(at), 0)
  const days = Array.from({ length: FORECAST_DAYS }, (_, day) => new Date(now.getTime() + day * DAY_MS))
  const [perDay, ...rest] = days.map(perDayAt) as [number, ...number[]]
  const highest = Math.max(perDay, ...rest)
  return {
    mailboxes: mailboxes.size,
    perDay,
    later: highest > perDay ? { perDay: highest, from: days[rest.indexOf(highest) + 1]! } : null,
  }
}

/** The pace in words, such as "1 mailbox: 10 emails a day now, 50 from Dec 27, 2026". */
export function paceInWords({ mailboxes, perDay, later }: Pace): string {
  const emails = perDay === 1 ? '1 email' : `${perDay.toLocaleString('en-US')} emails`
  const then = later
    ? ` now, ${later.perDay.toLocaleString('en-US')} from ${formatDay(later.from, 'UTC')}`
    : ''
  return `${mailboxes === 1 ? '1 mailbox' : `${mailboxes} mailboxes`}: ${emails} a day${then}`
}
