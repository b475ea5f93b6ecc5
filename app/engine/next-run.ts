import { Temporal } from 'temporal-polyfill'

/** The schedule of a workflow, in calendar units of its time zone. */
export interface RunSchedule {
  /** The first run. */
  anchor: Date
  frequency: 'once' | 'days' | 'weeks' | 'months'
  /** Runs every `interval` days, weeks or months. At least 1. */
  interval: number
  /** An IANA time zone. An unknown one throws a RangeError. */
  zone: string
  /** The last possible run, inclusive, like UNTIL in RFC 5545. */
  endAt: Date | null
}

/**
 * The first run strictly after `after`, or null. Runs are counted from the anchor's local date and time, not from each other, so that
 * the last days of months do not drift: 31 January, 28 February, 31 March. A local time that does not exist (DST) moves forward by
 * the gap; of a repeated time, the first counts.
 */
export function nextRun(schedule: RunSchedule, after: Date): Date | null {
  const next = firstAfter(schedule, after.getTime())
  return next === null || (schedule.endAt && next > schedule.endAt.getTime()) ? null : new Date(next)
}

function firstAfter({ anchor, frequency, interval, zone }: RunSchedule, after: number): number | null {
  const first = anchor.getTime()
  if (first > after) return first
  if (frequency === 'once') return null
  const start = localOf(first, zone)
  const passed = start.until(localOf(after, zone), { largestUnit: frequency })[frequency]
  // Around a DST change, local dates and instants may disagree by one, so start one earlier.
  for (let n = Math.max(1, Math.floor(passed / interval) - 1); ; n++) {
    const at = start
      .add({ [frequency]: n * interval })
      .toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
    if (at > after) return at
  }
}

const localOf = (at: number, zone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime()

/** Formats a time for a date-time input: local time, `YYYY-MM-DDTHH:mm`. */
export const toLocalInput = (at: Date, zone: string): string =>
  localOf(at.getTime(), zone).toString({ smallestUnit: 'minute' })

/** Parses the local time of a date-time input; null if it is invalid. DST is handled as in `nextRun`. */
export function fromLocalInput(text: string, zone: string): Date | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)) return null
  try {
    const local = Temporal.PlainDateTime.from(text, { overflow: 'reject' })
    return new Date(local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds)
  } catch {
    return null
  }
}
