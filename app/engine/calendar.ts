import { Temporal } from 'temporal-polyfill'
import type { ClosedReason, SendStep, Timetable, WaitStep } from './types'

/**
 * Wall-clock rules in IANA time zones. Dates are counted in days since 1970-01-01, so that only the two conversions between
 * instants and local time need the time-zone library. Both are cached, because a batch uses the same few days. An unknown zone
 * throws a RangeError.
 */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MEMO_LIMIT = 4_096

/** A send may start up to this many milliseconds after its slot. After that, it moves to its next valid time. */
export const LATE_AFTER_MS = 60 * MINUTE
/** A send whose slot is before the latest time of the day may start up to this many milliseconds after it. */
export const LATEST_GRACE_MS = 5 * MINUTE

interface LocalDay {
  /** Days since 1970-01-01 of the local date. */
  number: number
  /** Instants in epoch milliseconds; `end` is the first one of the next day. */
  start: number
  end: number
}

/** Recent days by zone, newest first. A batch uses few days. */
const recentDays = new Map<string, LocalDay[]>()
const instants = new Map<string, number>()

/** The instant of a local time. In a DST gap it moves forward by the gap; of a repeated hour it is the first. */
function instantOf(dayNumber: number, minuteOfDay: number, zone: string): number {
  const key = `${zone} ${dayNumber} ${minuteOfDay}`
  const known = instants.get(key)
  if (known !== undefined) return known
  const date = new Date(dayNumber * DAY)
  const at = new Temporal.PlainDateTime(
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    Math.floor(minuteOfDay / 60),
    minuteOfDay % 60,
  ).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
  if (instants.size >= MEMO_LIMIT) instants.clear()
  instants.set(key, at)
  return at
}

function localDayOf(at: number, zone: string): LocalDay {
  const days = recentDays.get(zone) ?? []
  const known = days.find((day) => at >= day.start && at < day.end)
  if (known) return known
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  const number = Date.UTC(local.year, local.month - 1, local.day) / DAY
  const day = { number, start: instantOf(number, 0, zone), end: instantOf(number + 1, 0, zone) }
  recentDays.set(zone, [day, ...days.slice(0, 7)])
  return day
}

/** The ISO weekday, 1 is Monday. 1970-01-01 was a Thursday. */
const weekdayOf = (dayNumber: number): number => ((((dayNumber + 3) % 7) + 7) % 7) + 1

/** A timetable without rules of its own. */
export const everyDay = (timezone: string): Timetable => ({
  ...{ timezone, sendDays: null },
  ...{ daysOff: [], latestMinute: null },
})

const daysOff = new WeakMap<readonly string[], ReadonlySet<number>>()

function isDayOff({ daysOff: dates }: Timetable, dayNumber: number): boolean {
  if (dates.length === 0) return false
  const known = daysOff.get(dates) ?? new Set(dates.map((date) => Date.parse(date) / DAY))
  daysOff.set(dates, known)
  return known.has(dayNumber)
}

type Slot = Pick<SendStep, 'sendHour' | 'sendMinute' | 'skipWeekends'>

function closedOnDay(
  step: Pick<SendStep, 'skipWeekends'>,
  dayNumber: number,
  timetable: Timetable,
): Exclude<ClosedReason, 'too_late'> | null {
  const weekday = weekdayOf(dayNumber)
  if (step.skipWeekends && weekday > 5) return 'weekend'
  if (timetable.sendDays && !timetable.sendDays.includes(weekday)) return 'send_days'
  return isDayOff(timetable, dayNumber) ? 'holiday' : null
}

/** Rules that leave no day, such as a step that skips weekends in a sequence that sends only then, put an email this far off. */
const MAX_DAYS_AHEAD = 3 * 366

/** The step's first valid send time at or after `from`, on `dayNumber` or later. */
function firstSlot(step: Slot, from: number, dayNumber: number, timetable: Timetable): Date {
  const minute = step.sendHour * 60 + step.sendMinute
  const { timezone } = timetable
  const last = dayNumber + MAX_DAYS_AHEAD
  let day = dayNumber
  while (day < last && (closedOnDay(step, day, timetable) || instantOf(day, minute, timezone) < from))
    day += 1
  return new Date(instantOf(day, minute, timezone))
}

/**
 * When a Send Email step is due: the trigger time (`moment`) plus the branch's wait days plus the step's delay, in calendar days of
 * the zone, at the step's send time. A time before the trigger time moves to the next day, and a day without emails to the next valid
 * day.
 */
export function dueTime(
  step: Slot & Pick<SendStep, 'delayDays'>,
  moment: Date,
  timetable: Timetable,
  waitDays = 0,
): Date {
  const at = moment.getTime()
  const today = localDayOf(at, timetable.timezone).number
  return firstSlot(step, at, today + waitDays + step.delayDays, timetable)
}

/** The next valid time of a late send: today if its send time is still ahead, else the next valid day. */
export function nextValidTime(step: Slot, from: Date, timetable: Timetable): Date {
  const at = from.getTime()
  return firstSlot(step, at, localDayOf(at, timetable.timezone).number, timetable)
}

/**
 * Why the step may not send at this moment, or null. A latest time before the step's own send time has no effect on it: also on a day whose
 * DST gap moves only the send time past it.
 * @param graceMs how long after the latest time an email may still start: its slot was in time
 */
export function whyClosed(step: Slot, at: Date, timetable: Timetable, graceMs = 0): ClosedReason | null {
  const { timezone, latestMinute } = timetable
  const day = localDayOf(at.getTime(), timezone).number
  const closed = closedOnDay(step, day, timetable)
  if (closed || latestMinute === null) return closed
  const latest = instantOf(day, latestMinute, timezone)
  if (latest < instantOf(day, step.sendHour * 60 + step.sendMinute, timezone)) return null
  return at.getTime() > latest + graceMs ? 'too_late' : null
}

/** The minute of the day of `HH:MM`. */
export function minuteOfDay(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** A time of day as `HH:MM`. */
export const clockTime = (hour: number, minute: number): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

/** The end of a send's reaction window, in elapsed minutes after its planned time. */
export function windowEnd(step: Pick<SendStep, 'windowMinutes'>, plannedAt: Date): Date {
  return new Date(plannedAt.getTime() + step.windowMinutes * MINUTE)
}

/** The end of a Wait step. Hours are elapsed time; days are calendar days from the start of the local day. */
export function waitEnd(step: Pick<WaitStep, 'amount' | 'unit'>, moment: Date, zone: string): Date {
  const at = moment.getTime()
  if (step.unit === 'hours') return new Date(at + step.amount * HOUR)
  return new Date(instantOf(localDayOf(at, zone).number + step.amount, 0, zone))
}

/** The same local time `days` calendar days later (a branch's wait days before a Wait or list step). */
export function addLocalDays(moment: Date, days: number, zone: string): Date {
  if (days === 0) return moment
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
  return new Date(local.add({ days }).epochMilliseconds)
}

/** The local date, `YYYY-MM-DD`. */
export function localDay(at: Date, zone: string): string {
  return new Date(localDayOf(at.getTime(), zone).number * DAY).toISOString().slice(0, 10)
}

/** The local wall-clock time. */
export function localTime(at: Date, zone: string): { hour: number; minute: number } {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  return { hour, minute }
}

/** The first instant of the next local day. */
export function dayEnd(at: Date, zone: string): Date {
  return new Date(localDayOf(at.getTime(), zone).end)
}

/** The first instant of a local date written `YYYY-MM-DD` (a start date, a date of return). */
export function startOfDay(date: string, zone: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds)
}

/** The instant of a local time written `YYYY-MM-DDTHH:mm`, as a browser's field sends it. Null for any other text. */
export function instantOfLocal(text: string, zone: string): Date | null {
  const [, date, hour, minute] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::00)?$/.exec(text) ?? []
  if (!date || Number.isNaN(Date.parse(`${date}T${hour}:${minute}Z`))) return null
  return new Date(instantOf(Date.parse(date) / DAY, Number(hour) * 60 + Number(minute), zone))
}

/**
 * Checks that the send time is in the future: with a delay of 0 days, it must be later than the current local time.
 * @returns the current local time as `HH:mm` if it is not, else null
 */
export function sendTimeIssue(
  now: Date,
  zone: string,
  delayDays: number,
  hour: number,
  minute: number,
): string | null {
  if (delayDays > 0) return null
  const local = localTime(now, zone)
  if (hour * 60 + minute > local.hour * 60 + local.minute) return null
  return clockTime(local.hour, local.minute)
}
