/** The time zones offered for a new sequence (specification document 1, section 5). */
export const SEQUENCE_TIMEZONES = [
  'UTC',
  'America/New_York',
  'America/Los_Angeles',
  'Europe/London',
  'Europe/Paris',
  'Asia/Tokyo',
  'Asia/Shanghai',
  'Asia/Ho_Chi_Minh',
  'Australia/Sydney',
] as const

/** The preselected time zone of a new sequence: the user's own if it is offered, else UTC. */
export const suggestTimezone = (userZone: string): string =>
  (SEQUENCE_TIMEZONES as readonly string[]).includes(userZone) ? userZone : 'UTC'

/** Whether this runtime knows an IANA time zone of this name. */
export function isTimezone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** The time zones to choose from, including `wanted` even if the runtime does not list them. */
export const listTimezones = (...wanted: string[]): string[] => [
  ...new Set(['UTC', ...wanted, ...Intl.supportedValuesOf('timeZone')]),
]
