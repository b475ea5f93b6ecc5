import { expect, test } from 'vitest'
import { suggestTimezone } from '~/models/shared/timezone'

test.each([
  ['Asia/Tokyo', 'Asia/Tokyo'],
  ['Europe/Paris', 'Europe/Paris'],
  ['Europe/Berlin', 'UTC'],
  ['America/Toronto', 'UTC'],
  ['UTC', 'UTC'],
])('a user in %s is offered %s for a new sequence', (userZone, suggested) => {
  expect(suggestTimezone(userZone)).toBe(suggested)
})
