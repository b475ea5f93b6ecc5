import { addLocalDays, instantOfLocal, localDay } from '~/engine/calendar'

/** The times to choose from when a conversation is snoozed; `date` is a day of the user's choice. */
export const SNOOZES = ['later', 'tomorrow', 'week', 'date'] as const
export type Snooze = (typeof SNOOZES)[number]

const HOUR = 3_600_000
/** When a day begins for a snoozed conversation, local time. */
const MORNING = '08:00'

/**
 * When a snoozed conversation comes back: in three hours, tomorrow, next Monday, or on `date` (`YYYY-MM-DD`), at 8:00 in the user's
 * time zone. Null without a valid date.
 */
export function snoozeEnd(choice: Snooze, date: string | undefined, now: Date, zone: string): Date | null {
  if (choice === 'later') return new Date(now.getTime() + 3 * HOUR)
  if (choice === 'date') return date ? instantOfLocal(`${date}T${MORNING}`, zone) : null
  const days = choice === 'tomorrow' ? 1 : daysToMonday(localDay(now, zone))
  return instantOfLocal(`${localDay(addLocalDays(now, days, zone), zone)}T${MORNING}`, zone)
}

/** The days until the next Monday, 1 to 7. */
function daysToMonday(day: string): number {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return (8 - weekday) % 7 || 7
}

/** The local time that a browser's date and time field sends, as an instant. Null for any other text. */
export const timeOfField = instantOfLocal

/** Tomorrow at a local time (`HH:mm`), as the value of a browser's date and time field. */
export const tomorrowAt = (time: string, now: Date, zone: string): string =>
  `${localDay(addLocalDays(now, 1, zone), zone)}T${time}`
