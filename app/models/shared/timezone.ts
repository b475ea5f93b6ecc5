/** The zones that a sequence can be created in (specification document 1, section 5). */
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

/** The zone that a new sequence is offered first: the user's own where it can be chosen, else UTC. */
export const suggestTimezone = (userZone: string): string =>
  (SEQUENCE_TIMEZONES as readonly string[]).includes(userZone) ? userZone : 'UTC'

/** Whether a text names an IANA zone that this runtime knows. */
export function isTimezone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** The zones to choose from; those given are among them, whatever the runtime lists. */
export const listTimezones = (...wanted: string[]): string[] => [
  ...new Set(['UTC', ...wanted, ...Intl.supportedValuesOf('timeZone')]),
]
