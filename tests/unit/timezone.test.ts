import { expect, test } from 'vitest'
import { suggestTimezone } from '~/models/shared/timezone'

test.each([
  ['Asia/Tokyo', 'Asia/Tokyo'],
  ['Europe/Paris', 'Europe/Paris'],
  ['Europe/Berlin', 'UTC'],
  ['America/Toronto', 'UTC'],
  ['UTC', 'UTC'],
])('offers a user in %s the time zone %s', (userZone, suggested) => {
  expect(suggestTimezone(userZone)).toBe(suggested)
})
