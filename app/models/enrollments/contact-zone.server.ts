import countries from 'countries-and-timezones'
import { ZONE_BY_STATE } from './state-zones'

export interface ContactPlace {
  /** IANA; null if it was not given. */
  timezone: string | null
  state: string | null
  /** A name in English, or an ISO 3166-1 code. */
  country: string | null
}

/** The time zone of most people, in countries whose other zones are small or far away. */
const MAIN_ZONES: Record<string, string> = {
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  MN: 'Asia/Ulaanbaatar',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  UA: 'Europe/Kyiv',
}

const OTHER_NAMES: Record<string, string> = {
  usa: 'US',
  'united states': 'US',
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'great britain': 'GB',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  'south korea': 'KR',
  turkey: 'TR',
  uae: 'AE',
}

const plain = (text: string | null) => text?.trim().toLowerCase() ?? ''

/** ISO codes by lower-case name and code. */
const codes = new Map<string, string>()
for (const { id, name } of Object.values(countries.getAllCountries()))
  codes.set(id.toLowerCase(), id).set(name.toLowerCase(), id)
const regions = new Intl.DisplayNames(['en'], { type: 'region' })
for (const id of [...codes.values()]) codes.set((regions.of(id) ?? id).toLowerCase(), id)
for (const [name, id] of Object.entries(OTHER_NAMES)) codes.set(name, id)

const zones = new Map<string, string | null>()

/**
 * The time zone of a contact: its own, or that of its state and country. Null where the country is unknown, or has several and the
 * state does not tell which.
 */
export function contactZone({ timezone, state, country }: ContactPlace): string | null {
  if (timezone) return timezone
  const code = codes.get(plain(country))
  if (!code) return null
  return ZONE_BY_STATE[code]?.[plain(state)] ?? zoneOfCountry(code)
}

function zoneOfCountry(code: string): string | null {
  const known = zones.get(code)
  if (known !== undefined) return known
  const zone = MAIN_ZONES[code] ?? onlyZone(code)
  zones.set(code, zone)
  return zone
}

/** The zone of a country whose zones all have the same time, such as Germany with an exclave. */
function onlyZone(code: string): string | null {
  const all = countries.getTimezonesForCountry(code) ?? []
  const offsets = new Set(all.map(({ utcOffset, dstOffset }) => `${utcOffset} ${dstOffset}`))
  if (offsets.size !== 1) return null
  return (all.find((zone) => zone.countries[0] === code) ?? all[0])?.name ?? null
}
