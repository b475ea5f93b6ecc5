import Holidays from 'date-holidays'
import { expect, test } from 'vitest'
import { listDaysOff } from '~/models/enrollments/days-off.server'
import { HOLIDAY_CODES } from '~/models/sequences/holiday-countries'

const NOW = new Date('2026-11-25T12:00:00Z')

test('lists public holidays of several years, and the own days', async () => {
  const dates = await listDaysOff('DE', ['2026-12-24'], NOW)
  expect(dates).toEqual(
    expect.arrayContaining(['2025-12-25', '2026-10-03', '2026-12-24', '2027-01-01', '2028-12-26']),
  )
  // Mother's Day is an observance, and the Assumption is a holiday of few states.
  expect(dates).not.toContain('2026-05-10')
  expect(dates).not.toContain('2026-08-15')
})

test('lists every day of a holiday of several days', async () => {
  const dates = await listDaysOff('TR', [], NOW)
  expect(dates).toEqual(expect.arrayContaining(['2026-05-27', '2026-05-28', '2026-05-29', '2026-05-30']))
  expect(dates).not.toContain('2026-05-26')
})

test('lists only the own days without a country', async () => {
  expect(await listDaysOff(null, ['2026-12-24'], NOW)).toEqual(['2026-12-24'])
})

test('offers the countries that the calendars have', () => {
  expect(HOLIDAY_CODES.toSorted()).toEqual(Object.keys(new Holidays().getCountries()).sort())
})
