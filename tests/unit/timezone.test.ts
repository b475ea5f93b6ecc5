import { expect, test } from 'vitest'
import { suggestTimezone } from '~/models/timezone.server'

const NOVEMBER = new Date('2026-11-22T12:00:00Z')

test.each([
  ['Asia/Tokyo', 'Asia/Tokyo'],
  ['Europe/Berlin', 'Europe/Paris'],
  ['Europe/Lisbon', 'Europe/London'],
  ['America/Toronto', 'America/New_York'],
  ['Asia/Bangkok', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Reykjavik', 'UTC'],
  ['America/Havana', 'UTC'], // is at New York's time in November, but changes its clocks at another hour
  ['Africa/Casablanca', 'UTC'], // is at Paris' time in November, but changes its clocks for Ramadan
  ['Australia/Brisbane', 'UTC'], // has no summer time
  ['Asia/Kolkata', 'UTC'], // is at half an hour
])('a user in %s is offered %s for a new sequence', (userZone, suggested) => {
  expect(suggestTimezone(userZone, NOVEMBER)).toBe(suggested)
})
