import type { Closed, Timetable } from '~/engine/types'

/**
 * A slow oracle for wall-clock rules that shares nothing with the engine: it reads the zone through Intl and
 * finds instants by walking over them.
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

/** The first instant with the local time `minute` of `date`; within a gap, later by the length of the gap. */
function find(date: string, minute: number, zone: string): number {
  const guess = Date.parse(date) + minute * MINUTE
  const hits = [...Array(29 * 4 + 1).keys()]
    .map((quarter) => guess - 15 * 3_600_000 + quarter * 15 * MINUTE)
    .filter((at) => {
      const local = read(at, zone)
      return local.date === date && local.minute === minute
    })
  if (hits[0] !== undefined) return hits[0]
  return find(date, minute - 60, zone) + 60 * MINUTE
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
  day: (at: Date, zone: string): string => read(at.getTime(), zone).date,
  isWeekend: (at: Date, zone: string): boolean => weekendDate(read(at.getTime(), zone).date),
  /** The rule that closes this moment, or null. */
  closed(step: Timing, at: Date, timetable: Timetable): Closed | null {
    const { date, minute } = read(at.getTime(), timetable.timezone)
    if (step.skipWeekends && weekendDate(date)) return 'weekend'
    if (!hasEmails(step, date, { ...timetable, daysOff: [] })) return 'send_days'
    if (!hasEmails(step, date, timetable)) return 'holiday'
    const latest = timetable.latestMinute
    if (latest === null || latest < step.sendHour * 60 + step.sendMinute) return null
    return minute > latest || (minute === latest && at.getTime() % MINUTE > 0) ? 'too_late' : null
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
