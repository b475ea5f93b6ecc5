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
  SEQUENCE_TIMEZONES.find((zone) => zone === currentName(userZone)) ?? 'UTC'

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

/** Zones that the runtime lists by a name that the IANA database has replaced (its file `backward`). */
const CURRENT_NAMES: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The name that a zone has now. */
export const currentName = (zone: string): string => CURRENT_NAMES[zone] ?? zone

/** The time zones to choose from, including `wanted` even if the runtime does not list them. */
export const listTimezones = (...wanted: string[]): string[] => [
  ...new Set(['UTC', ...wanted, ...Intl.supportedValuesOf('timeZone').map(currentName).sort()]),
]
