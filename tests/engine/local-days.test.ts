import { describe, expect, it } from 'vitest'
import {
  addLocalDays,
  dayEnd,
  everyDay,
  localDay,
  sendTimeIssue,
  startOfDay,
  waitEnd,
  whyClosed,
  windowEnd,
} from '~/engine/calendar'
import { utc } from './support/build'

const NY = 'America/New_York'
const SYDNEY = 'Australia/Sydney'
const SAIGON = 'Asia/Ho_Chi_Minh'

describe('windows and waits', () => {
  it('counts windows in elapsed minutes across DST changes', () => {
    expect(windowEnd({ windowMinutes: 48 * 60 }, utc('2026-03-07T14:00:00'))).toEqual(
      utc('2026-03-09T14:00:00'),
    )
  })

  it.each([
    ['hours are elapsed time', NY, '2026-03-07T14:00:00', 24, 'hours', '2026-03-08T14:00:00'],
    ['one day ends at the next midnight', 'UTC', '2026-11-02T15:00:00', 1, 'days', '2026-11-03T00:00:00'],
    ['days count local midnights', NY, '2026-11-03T02:00:00', 2, 'days', '2026-11-04T05:00:00'],
    ['days across the spring change', NY, '2026-03-07T15:00:00', 2, 'days', '2026-03-09T04:00:00'],
    ['days across the autumn change', SYDNEY, '2026-04-03T20:00:00', 2, 'days', '2026-04-05T14:00:00'],
    ['over the year end', SAIGON, '2026-12-30T10:00:00', 3, 'days', '2027-01-01T17:00:00'],
  ] as const)('%s', (_name, zone, moment, amount, unit, expected) => {
    expect(waitEnd({ amount, unit }, utc(moment), zone)).toEqual(utc(expected))
  })

  it('adds local days at the same wall-clock time', () => {
    expect(addLocalDays(utc('2026-03-07T15:00:00'), 1, NY)).toEqual(utc('2026-03-08T14:00:00'))
  })
})

describe('local days', () => {
  it.each([
    ['2026-11-02T04:30:00', NY, '2026-11-01', '2026-11-02T05:00:00'],
    ['2026-11-01T05:30:00', NY, '2026-11-01', '2026-11-02T05:00:00'],
    ['2026-11-02T18:00:00', SAIGON, '2026-11-03', '2026-11-03T17:00:00'],
    ['2026-12-31T13:00:00', SYDNEY, '2027-01-01', '2027-01-01T13:00:00'],
  ])('%s in %s', (at, zone, day, end) => {
    expect(localDay(utc(at), zone)).toBe(day)
    expect(dayEnd(utc(at), zone)).toEqual(utc(end))
    expect(localDay(startOfDay(day, zone), zone)).toBe(day)
  })

  it('knows days that a zone skipped', () => {
    const step = { sendHour: 9, sendMinute: 0, skipWeekends: true }
    const friday = utc('2026-11-06T18:00:00')
    expect(whyClosed(step, friday, everyDay(SAIGON))).toBe('weekend')
    expect(whyClosed(step, friday, everyDay('UTC'))).toBeNull()
    expect(
      whyClosed({ ...step, skipWeekends: false }, utc('2026-11-07T18:00:00'), everyDay('UTC')),
    ).toBeNull()
  })
})

describe('sendTimeIssue', () => {
  const now = utc('2026-11-02T14:05:30')
  it.each([
    ['the same minute is not in the future', 0, 9, 5, '09:05'],
    ['earlier', 0, 9, 4, '09:05'],
    ['later', 0, 9, 6, null],
    ['a delay makes any time good', 1, 0, 0, null],
  ])('%s', (_name, delay, hour, minute, expected) => {
    expect(sendTimeIssue(now, NY, delay, hour, minute)).toBe(expected)
  })
})
