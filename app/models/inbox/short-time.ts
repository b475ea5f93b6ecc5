import { formatDay, formatMoment } from '~/models/shared/format-time'

/** A time in a list: the time of day today, else the day, with the year unless it is the present one. */
export function shortTime(at: Date, now: Date, timezone: string): string {
  const day = formatDay(at, timezone)
  const today = formatDay(now, timezone)
  if (day === today) return formatMoment(at, timezone).slice(day.length + 1)
  const [date, year] = day.split(', ')
  return today.endsWith(`, ${year}`) ? date! : day
}
