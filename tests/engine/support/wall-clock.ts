import type { ClosedReason, Timetable } from '~/engine/types'

/**
 * A slow oracle for wall-clock rules that shares nothing with the engine: it reads the zone through Intl and
 * finds instants by trying them.
 */

const MINUTE = 60_000
const DAY = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(zone, format)
  return format
}

function read(at: number, zone: string): { date: string; minute: number } {
  const [date = '', time = ''] = formatOf(zone).format(at).split(', ')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { date, minute: hours * 60 + minutes }
}

const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)
const weekendDate = (date: string) => [0, 6].includes(new Date(date).getUTCDay())

/** The instant with the local time `minute` of `date` if the zone is `offset` from UTC then, else nothing. */
function tryOffset(date: string, minute: number, zone: string, offset: number): number[] {
  const at = Date.parse(date) + minute * MINUTE - offset
  const local = read(at, zone)
  return local.date === date && local.minute === minute ? [at] : []
}

/** How far local time is from UTC at this instant. */
function offsetAt(at: number, zone: string): number {
  const { date, minute } = read(at, zone)
  return Date.parse(date) + minute * MINUTE - at
}

/** The first instant with the local time `minute` of `date`; within a gap, later by the length of the gap. */
function find(date: string, minute: number, zone: string): number {
  const guess = Date.parse(date) + minute * MINUTE
  // The zone has at most one change within these two days.
  const offsets = [guess - DAY, guess + DAY].map((at) => offsetAt(at, zone))
  const hits = offsets.flatMap((offset) => tryOffset(date, minute, zone, offset))
  return hits.length > 0 ? Math.min(...hits) : find(date, minute - 60, zone) + 60 * MINUTE
}

const weekdayOf = (date: string) => new Date(date).getUTCDay() || 7

/** Whether the date has emails, by one rule after the other. */
function hasEmails(step: Timing, date: string, { sendDays, daysOff }: Timetable): boolean {
  if (step.skipWeekends && weekendDate(date)) return false
  if (sendDays && !sendDays.some((day) => day === weekdayOf(date))) return false
  return !daysOff.some((day) => day === date)
}

interface Timing {
  delayDays: number
  sendHour: number
  sendMinute: number
  skipWeekends: boolean
}

export const wallClock = {
  /** The start of the local day `days` days later. */
  midnight: (at: Date, days: number, zone: string): Date =>
    new Date(find(addDays(read(at.getTime(), zone).date, days), 0, zone)),
  /** The same local time `days` days later, to the millisecond. */
  plusDays(at: Date, days: number, zone: string): Date {
    if (days === 0) return at
    const { date, minute } = read(at.getTime(), zone)
    return new Date(find(addDays(date, days), minute, zone) + (at.getTime() % MINUTE))
  },
  day: (at: Date, zone: string): string => read(at.getTime(), zone).date,
  isWeekend: (at: Date, zone: string): boolean => weekendDate(read(at.getTime(), zone).date),
  /** The rule that closes this moment, or null. */
  closed(step: Timing, at: Date, timetable: Timetable): ClosedReason | null {
    const { date } = read(at.getTime(), timetable.timezone)
    if (step.skipWeekends && weekendDate(date)) return 'weekend'
    if (!hasEmails(step, date, { ...timetable, daysOff: [] })) return 'send_days'
    if (!hasEmails(step, date, timetable)) return 'holiday'
    if (timetable.latestMinute === null) return null
    const latest = find(date, timetable.latestMinute, timetable.timezone)
    const isBeforeStep = latest < find(date, step.sendHour * 60 + step.sendMinute, timetable.timezone)
    return at.getTime() > latest && !isBeforeStep ? 'too_late' : null
  },
  due(step: Timing, moment: Date, timetable: Timetable): Date {
    const zone = timetable.timezone
    const minute = step.sendHour * 60 + step.sendMinute
    let date = addDays(read(moment.getTime(), zone).date, step.delayDays)
    if (find(date, minute, zone) < moment.getTime()) date = addDays(date, 1)
    while (!hasEmails(step, date, timetable)) date = addDays(date, 1)
    return new Date(find(date, minute, zone))
  },
}
