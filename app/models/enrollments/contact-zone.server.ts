import countries from 'countries-and-timezones'
import { toPlainKey } from '~/models/shared/plain-key'
import { ZONE_BY_STATE } from './state-zones'

export interface ContactPlace {
  /** IANA; null if it was not given. */
  timezone: string | null
  state: string | null
  /** A name in English or another language of `LANGUAGES`, or an ISO 3166-1 code. */
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
  holland: 'NL',
  'czech republic': 'CZ',
  'south korea': 'KR',
  'republic of korea': 'KR',
  turkey: 'TR',
  uae: 'AE',
}

const plain = (text: string | null) => text?.trim().toLowerCase() ?? ''

/** The languages whose names of countries are known. */
const LANGUAGES = 'de fr es it pt nl sv da nb pl cs tr ja ko zh zh-TW vi'.split(' ')

/** ISO codes by the plain key of the English name, and of the code. */
const codes = new Map<string, string>()
const ids = Object.keys(countries.getAllCountries())
const nameIn = (language: string) => {
  const regions = new Intl.DisplayNames([language], { type: 'region' })
  return (id: string) => toPlainKey(regions.of(id) ?? id)
}
const inEnglish = nameIn('en')
for (const { id, name } of Object.values(countries.getAllCountries()))
  codes.set(toPlainKey(id), id).set(toPlainKey(name), id).set(inEnglish(id), id)
for (const [name, id] of Object.entries(OTHER_NAMES)) codes.set(toPlainKey(name), id)

/** ISO codes by the names of other languages; null for a name that two countries have. Read when the first is needed. */
let foreign: Map<string, string | null> | null = null
function foreignCodes(): Map<string, string | null> {
  const found = new Map<string, string | null>()
  for (const language of LANGUAGES) {
    const nameOf = nameIn(language)
    for (const id of ids) {
      const name = nameOf(id)
      found.set(name, (found.get(name) ?? id) === id ? id : null)
    }
  }
  return found
}

function codeOf(country: string | null): string | null {
  const name = toPlainKey(country ?? '')
  if (name === '') return null
  const known = codes.get(name)
  if (known) return known
  foreign ??= foreignCodes()
  return foreign.get(name) ?? null
}

const zones = new Map<string, string | null>()

/**
 * The time zone of a contact: its own, or that of its state and country. Null where the country is unknown, or has several and the
 * state does not tell which.
 */
export function contactZone({ timezone, state, country }: ContactPlace): string | null {
  if (timezone) return timezone
  const code = codeOf(country)
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
