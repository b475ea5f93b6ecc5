import { expect, test } from 'vitest'
import { isTimezone, listTimezones, suggestTimezone } from '~/models/shared/timezone'

test.each([
  ['Asia/Tokyo', 'Asia/Tokyo'],
  ['Europe/Paris', 'Europe/Paris'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Europe/Berlin', 'UTC'],
  ['America/Toronto', 'UTC'],
  ['UTC', 'UTC'],
])('offers a user in %s the time zone %s', (userZone, suggested) => {
  expect(suggestTimezone(userZone)).toBe(suggested)
})

test('offers zones by their current names, which this runtime knows', () => {
  const zones = listTimezones()
  for (const name of ['Asia/Ho_Chi_Minh', 'Asia/Kolkata', 'Europe/Kyiv', 'America/Nuuk', 'Asia/Yangon'])
    expect(zones).toContain(name)
  for (const name of ['Asia/Saigon', 'Asia/Calcutta', 'Europe/Kiev', 'America/Godthab'])
    expect(zones).not.toContain(name)
  expect(zones.filter((zone) => !isTimezone(zone))).toEqual([])
  expect(listTimezones('Asia/Saigon')).toContain('Asia/Saigon')
})
