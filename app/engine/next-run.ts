import { Temporal } from 'temporal-polyfill'

/** When a workflow runs: its first run, and how often it comes back, counted on the calendar of its zone. */
export interface RunSchedule {
  /** The first run. */
  anchor: Date
  frequency: 'once' | 'days' | 'weeks' | 'months'
  /** Every how many days, weeks or months; at least 1. */
  interval: number
  /** An IANA zone; an unknown one throws a RangeError. */
  zone: string
  /** No run after it; one at that very moment still happens, as for a recurrence with UNTIL (RFC 5545). */
  endAt: Date | null
}

/**
 * The first run strictly after `after`, or null when there is none. Runs are counted from the anchor's local date and time,
 * never from one another, so that months clipped to their last day do not drift: 31 January, 28 February, 31 March. A local
 * time that does not exist moves forward by the gap; one that exists twice is the first.
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
  // Around a change of the clock, local dates and instants may disagree by one: begin one earlier.
  for (let n = Math.max(1, Math.floor(passed / interval) - 1); ; n++) {
    const at = start
      .add({ [frequency]: n * interval })
      .toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
    if (at > after) return at
  }
}

const localOf = (at: number, zone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime()

/** A moment as the local time of a date-time input, `YYYY-MM-DDTHH:mm`. */
export const toLocalInput = (at: Date, zone: string): string =>
  localOf(at.getTime(), zone).toString({ smallestUnit: 'minute' })

/** The moment that a date-time input names; null for a text that is no date and time. The rules of DST are those above. */
export function fromLocalInput(text: string, zone: string): Date | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)) return null
  try {
    const local = Temporal.PlainDateTime.from(text, { overflow: 'reject' })
    return new Date(local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds)
  } catch {
    return null
  }
}
