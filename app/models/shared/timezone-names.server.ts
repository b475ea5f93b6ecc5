import { findIana } from 'windows-iana'
import { currentName, isTimezone } from './timezone'

/** Abbreviations and names that mean one zone to most people. Those that mean several (IST, AST) are unknown. */
const NAMES: Record<string, string> = {
  et: 'America/New_York',
  est: 'America/New_York',
  edt: 'America/New_York',
  eastern: 'America/New_York',
  ct: 'America/Chicago',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  central: 'America/Chicago',
  mt: 'America/Denver',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  mountain: 'America/Denver',
  pt: 'America/Los_Angeles',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  pacific: 'America/Los_Angeles',
  akst: 'America/Anchorage',
  akdt: 'America/Anchorage',
  alaska: 'America/Anchorage',
  hst: 'Pacific/Honolulu',
  hawaii: 'Pacific/Honolulu',
  arizona: 'America/Phoenix',
  'indiana (east)': 'America/Indiana/Indianapolis',
  atlantic: 'America/Halifax',
  newfoundland: 'America/St_Johns',
  nst: 'America/St_Johns',
  'central america': 'America/Guatemala',
  brt: 'America/Sao_Paulo',
  brasilia: 'America/Sao_Paulo',
  art: 'America/Argentina/Buenos_Aires',
  gmt: 'UTC',
  utc: 'UTC',
  z: 'UTC',
  zulu: 'UTC',
  'coordinated universal': 'UTC',
  'greenwich mean': 'UTC',
  bst: 'Europe/London',
  'british summer': 'Europe/London',
  uk: 'Europe/London',
  edinburgh: 'Europe/London',
  wet: 'Europe/Lisbon',
  west: 'Europe/Lisbon',
  'western european': 'Europe/Lisbon',
  cet: 'Europe/Berlin',
  cest: 'Europe/Berlin',
  mez: 'Europe/Berlin',
  mesz: 'Europe/Berlin',
  'central european': 'Europe/Berlin',
  'central european summer': 'Europe/Berlin',
  bern: 'Europe/Zurich',
  eet: 'Europe/Athens',
  eest: 'Europe/Athens',
  'eastern european': 'Europe/Athens',
  kyiv: 'Europe/Kyiv',
  msk: 'Europe/Moscow',
  moscow: 'Europe/Moscow',
  'st. petersburg': 'Europe/Moscow',
  trt: 'Europe/Istanbul',
  'abu dhabi': 'Asia/Dubai',
  gst: 'Asia/Dubai',
  pkt: 'Asia/Karachi',
  islamabad: 'Asia/Karachi',
  india: 'Asia/Kolkata',
  'indian standard': 'Asia/Kolkata',
  'new delhi': 'Asia/Kolkata',
  mumbai: 'Asia/Kolkata',
  chennai: 'Asia/Kolkata',
  ict: 'Asia/Bangkok',
  hanoi: 'Asia/Ho_Chi_Minh',
  wib: 'Asia/Jakarta',
  beijing: 'Asia/Shanghai',
  hkt: 'Asia/Hong_Kong',
  sgt: 'Asia/Singapore',
  jst: 'Asia/Tokyo',
  osaka: 'Asia/Tokyo',
  japan: 'Asia/Tokyo',
  kst: 'Asia/Seoul',
  awst: 'Australia/Perth',
  acst: 'Australia/Adelaide',
  acdt: 'Australia/Adelaide',
  aest: 'Australia/Sydney',
  aedt: 'Australia/Sydney',
  canberra: 'Australia/Sydney',
  nzst: 'Pacific/Auckland',
  nzdt: 'Pacific/Auckland',
  wellington: 'Pacific/Auckland',
  sast: 'Africa/Johannesburg',
  pretoria: 'Africa/Johannesburg',
  eat: 'Africa/Nairobi',
  wat: 'Africa/Lagos',
  cat: 'Africa/Maputo',
}
/** Offsets of a part of an hour, by the zone of most people there. */
const PARTIAL: Record<string, string> = {
  '-3:30': 'America/St_Johns',
  '+3:30': 'Asia/Tehran',
  '+4:30': 'Asia/Kabul',
  '+5:30': 'Asia/Kolkata',
  '+5:45': 'Asia/Kathmandu',
  '+6:30': 'Asia/Yangon',
  '+9:30': 'Australia/Darwin',
}

/** IANA names by their lower-case spelling, and by their city if only one zone has it. */
const byName = new Map<string, string | null>()
for (const listed of Intl.supportedValuesOf('timeZone')) {
  const zone = currentName(listed)
  for (const name of new Set([listed, zone])) {
    byName.set(name.toLowerCase(), zone)
    const city = name.slice(name.lastIndexOf('/') + 1).toLowerCase()
    byName.set(city, byName.has(city) && byName.get(city) !== zone ? null : zone)
  }
}

/**
 * The IANA time zone that a text means: an IANA name in any case, a name of Windows, Rails or HubSpot, a usual abbreviation (EST), an offset
 * (GMT+1). @returns null if it is unknown or means several
 */
export function findTimezone(text: string): string | null {
  const given = text.trim().slice(0, 100)
  const name = given.toLowerCase().replaceAll('_slash_', '/').replace(/\s+/g, ' ')
  const ownName = NAMES[name] ?? byName.get(name.replaceAll(' ', '_'))
  if (ownName) return ownName
  if (given.includes('/') && isTimezone(given)) return given
  const canonical = name.replaceAll(' ', '_')
  if (canonical.includes('/') && isTimezone(canonical))
    return new Intl.DateTimeFormat('en', { timeZone: canonical }).resolvedOptions().timeZone
  const [windows] = findIana(given)
  if (windows) return windows
  // "(GMT-08:00) Pacific Time (US & Canada)", "(UTC+01:00) Amsterdam, Berlin, Bern"
  const [, offset, rest = name] = /^\(((?:gmt|utc)[^)]*)\)(.*)$/.exec(name) ?? []
  for (const part of rest.split(',')) {
    const short = part
      .replace(/\((?:us ?(?:&|and) ?canada|canada|us)\)/, '')
      .replace(/\b(standard|daylight)?\s*time\b/, '')
      .trim()
    const zone = NAMES[short] ?? NAMES[part.trim()] ?? byName.get(short.replaceAll(' ', '_'))
    if (zone) return zone
  }
  return zoneOfOffset(offset ?? name)
}

/** "GMT+1", "UTC-05:00", "+0530". In IANA's names the sign is turned around. */
function zoneOfOffset(text: string): string | null {
  const match = /^(?:gmt|utc)?\s*([+\-−–])\s*(\d{1,2})(?::?([0-5]\d))?$/.exec(text.trim())
  if (!match) return null
  const isEast = match[1] === '+'
  const hours = Number(match[2])
  const minutes = match[3] ?? '00'
  if (minutes !== '00') return PARTIAL[`${isEast ? '+' : '-'}${hours}:${minutes}`] ?? null
  if (hours === 0) return 'UTC'
  return hours <= (isEast ? 14 : 12) ? `Etc/GMT${isEast ? '-' : '+'}${hours}` : null
}
