import { setImmediate } from 'node:timers/promises'
import type { HolidaysTypes } from 'date-holidays'

const DAY_MS = 86_400_000
/** Years from the one before now: an email may be due this far ahead. */
const YEARS = 4

/** The public holidays of a country in a year, by "DE 2026". There are few countries and years. */
const holidays = new Map<string, readonly string[]>()
/** The last of the computations, which run one after the other: together they would block the process. */
let lastLookup: Promise<void> = Promise.resolve()

/**
 * The dates on which a sequence sends no emails, `YYYY-MM-DD`: its own, and the public holidays of a country in the years around `now`.
 * @param country ISO 3166-1 alpha-2, or null for none
 */
export async function listDaysOff(
  country: string | null,
  own: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  if (!country) return own
  const first = now.getUTCFullYear() - 1
  const years = Array.from({ length: YEARS }, (_, n) => first + n)
  if (years.some((year) => !holidays.has(nameOf(country, year)))) {
    const lookup = lastLookup.then(() => computeMissing(country, years))
    lastLookup = lookup.catch(() => {})
    await lookup
  }
  return [...own, ...years.flatMap((year) => holidays.get(nameOf(country, year)) ?? [])]
}

const nameOf = (country: string, year: number) => `${country} ${year}`

/** Computes the years that are missing. A year of a lunar calendar takes 70 ms, so requests are served in between. */
async function computeMissing(country: string, years: number[]): Promise<void> {
  // The calendars of all countries take 25 MB of memory, so they are loaded only where they are used.
  const { default: Holidays } = await import('date-holidays')
  const calendar = new Holidays(country)
  for (const year of years.filter((year) => !holidays.has(nameOf(country, year)))) {
    holidays.set(nameOf(country, year), calendar.getHolidays(year).filter(isPublic).flatMap(daysOf))
    await setImmediate()
  }
}

const isPublic = ({ type }: HolidaysTypes.Holiday) => type === 'public'

/** The local dates of a holiday. Some holidays last several days, and some of the Islamic calendar are given with hours of their own. */
function daysOf({ date, start, end }: HolidaysTypes.Holiday): string[] {
  const first = Date.parse(date.slice(0, 10))
  const count = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS))
  return Array.from({ length: count }, (_, n) => new Date(first + n * DAY_MS).toISOString().slice(0, 10))
}
