import { expect, it } from 'vitest'
import { formatDay, formatMoment } from '~/models/shared/format-time'
import { excerptOf } from '~/models/templates/excerpt.server'

const at = new Date('2026-03-01T23:05:00Z')

it('formats a time in its zone, with hours from 00 to 23', () => {
  expect(formatMoment(at, 'UTC')).toBe('Mar 1, 2026 23:05')
  expect(formatMoment(at, 'Asia/Tokyo')).toBe('Mar 2, 2026 08:05')
  expect(formatMoment(new Date('2026-03-01T00:30:00Z'), 'UTC')).toBe('Mar 1, 2026 00:30')
})

it('formats the day of the zone, not of the machine', () => {
  expect(formatDay(at, 'Asia/Tokyo')).toBe('Mar 2, 2026')
})

it('cuts a text after 100 whole characters', () => {
  expect(excerptOf('<p>Hello <b>you</b></p>\n<p>there</p>')).toBe('Hello you there')
  expect(excerptOf('<p><a href="https://example.com/a-long-way">Book a time</a> with us</p>')).toBe(
    'Book a time with us',
  )
  expect(excerptOf(`<p>${'🌱'.repeat(101)}</p>`)).toBe(`${'🌱'.repeat(100)}…`)
})
