import { expect, test } from 'vitest'
import { contactZone } from '~/models/enrollments/contact-zone.server'
import { ZONE_BY_STATE } from '~/models/enrollments/state-zones'
import { isTimezone } from '~/models/shared/timezone'

test.each([
  ['its own', 'Asia/Tokyo', 'Texas', 'United States', 'Asia/Tokyo'],
  ['a country with one', null, null, 'Germany', 'Europe/Berlin'],
  ['a code', null, null, 'fr', 'Europe/Paris'],
  ['another name', null, null, ' UK ', 'Europe/London'],
  ['a name in another language', null, null, 'Österreich', 'Europe/Vienna'],
  ['a name in another script', null, null, '日本', 'Asia/Tokyo'],
  ['a state of a country in another language', null, 'Texas', 'Estados Unidos', 'America/Chicago'],
  ['a state', null, 'Texas', 'USA', 'America/Chicago'],
  ['a state’s code', null, 'CA', 'United States', 'America/Los_Angeles'],
  ['a province', null, 'British Columbia', 'Canada', 'America/Vancouver'],
  ['the main zone of a country with small others', null, null, 'Spain', 'Europe/Madrid'],
  ['none without a state that tells', null, 'Somewhere', 'United States', null],
  ['none for a country with many', null, null, 'Russia', null],
  ['none for an unknown country', null, null, 'Atlantis', null],
  ['none without a place', null, null, null, null],
])('%s', (_name, timezone, state, country, zone) => {
  expect(contactZone({ timezone, state, country })).toBe(zone)
})

test('the zones of states exist', () => {
  const zones = Object.values(ZONE_BY_STATE).flatMap((states) => Object.values(states))
  expect(zones.filter((zone) => !isTimezone(zone))).toEqual([])
})
