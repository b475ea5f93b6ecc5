import { Temporal } from 'temporal-polyfill'
import { SEQUENCE_TIMEZONES } from './timezone'

/** Changes of the clock that are compared: one to summer time and one back. */
const CHANGES = 2

/**
 * The zone that a new sequence is offered first: of those to choose from the user's own, else one whose clocks show the same time
 * as the user's and change at the same moments (Europe/Paris for Berlin), else UTC.
 * @throws RangeError when the user's zone is unknown
 */
export function suggestTimezone(userZone: string, now: Date): string {
  const offered: readonly string[] = SEQUENCE_TIMEZONES
  if (offered.includes(userZone)) return userZone
  const wanted = clockOf(userZone, now)
  return offered.find((zone) => clockOf(zone, now) === wanted) ?? 'UTC'
}

/** How far a zone's clock is from UTC, now and after its next changes, and when they are. */
function clockOf(zone: string, now: Date): string {
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(+now).toZonedDateTimeISO(
    zone,
  )
  const offsets = [at.offset]
  for (let change = 0; change < CHANGES; change++) {
    at = at.getTimeZoneTransition('next')
    if (!at) break
    offsets.push(`${at.epochMilliseconds} ${at.offset}`)
  }
  return offsets.join(', ')
}
