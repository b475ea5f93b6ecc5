import { expect, it, vi } from 'vitest'
import { formatDay, formatIso, formatMoment } from '~/models/shared/format-time'
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

it('formats ISO 8601 with the offset of the zone', () => {
  const at = new Date('2026-03-01T23:05:09Z')
  expect(formatIso(at, 'UTC')).toBe('2026-03-01T23:05:09Z')
  expect(formatIso(at, 'Asia/Kolkata')).toBe('2026-03-02T04:35:09+05:30')
  expect(formatIso(at, 'America/St_Johns')).toBe('2026-03-01T19:35:09-03:30')
})

it('creates the formats of a zone once', () => {
  const Given = Intl.DateTimeFormat
  const construct = vi.fn(
    (target: typeof Given, given: ConstructorParameters<typeof Given>) => new target(...given),
  )
  Intl.DateTimeFormat = new Proxy(Given, { construct })
  try {
    for (let cell = 0; cell < 3; cell++) {
      formatMoment(at, 'Europe/Malta')
      formatDay(at, 'Europe/Malta')
      formatIso(at, 'Europe/Malta')
    }
  } finally {
    Intl.DateTimeFormat = Given
  }
  expect(construct).toHaveBeenCalledTimes(2)
})
