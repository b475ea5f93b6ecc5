import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dueTime, everyDay, nextValidTime, whyClosed } from '~/engine/calendar'
import type { Timetable } from '~/engine/types'
import { timetables } from './support/arbitraries'
import { utc } from './support/build'
import { wallClock } from './support/wall-clock'

const NY = 'America/New_York'
const LONDON = 'Europe/London'
const SYDNEY = 'Australia/Sydney'
const SAIGON = 'Asia/Ho_Chi_Minh'

const step = (time: string, delayDays = 0, skipWeekends = false) => {
  const [sendHour = 0, sendMinute = 0] = time.split(':').map(Number)
  return { sendHour, sendMinute, delayDays, skipWeekends }
}

describe('dueTime', () => {
  it.each([
    // zone, moment, send time, delay, wait, skip weekends, due
    ['same day, still ahead', 'UTC', '2026-11-02T08:00:00', '09:00', 0, 0, false, '2026-11-02T09:00:00'],
    ['exactly now is not past', 'UTC', '2026-11-02T09:00:00', '09:00', 0, 0, false, '2026-11-02T09:00:00'],
    [
      'one second past is the next day',
      'UTC',
      '2026-11-02T09:00:01',
      '09:00',
      0,
      0,
      false,
      '2026-11-03T09:00:00',
    ],
    [
      'past time with a delay keeps its day',
      'UTC',
      '2026-11-02T10:00:00',
      '09:00',
      1,
      0,
      false,
      '2026-11-03T09:00:00',
    ],
    ['wait and delay add up', 'UTC', '2026-11-02T10:00:00', '09:00', 2, 3, false, '2026-11-07T09:00:00'],
    ['Saturday becomes Monday', 'UTC', '2026-11-06T10:00:00', '09:00', 1, 0, true, '2026-11-09T09:00:00'],
    ['Sunday becomes Monday', 'UTC', '2026-11-06T10:00:00', '09:00', 2, 0, true, '2026-11-09T09:00:00'],
    [
      'Friday, past, becomes Monday',
      'UTC',
      '2026-11-06T10:00:00',
      '09:00',
      0,
      0,
      true,
      '2026-11-09T09:00:00',
    ],
    ['weekend over a month end', 'UTC', '2026-10-30T10:00:00', '09:00', 1, 0, true, '2026-11-02T09:00:00'],
    ['weekend over a year end', 'UTC', '2027-12-31T10:00:00', '09:00', 1, 0, true, '2028-01-03T09:00:00'],
    ['leap day', 'UTC', '2028-02-28T10:00:00', '09:00', 1, 0, false, '2028-02-29T09:00:00'],
    [
      'the zone decides which day it is',
      SAIGON,
      '2026-11-02T18:00:00',
      '09:00',
      0,
      0,
      false,
      '2026-11-03T02:00:00',
    ],
    [
      'Saturday in the zone, Friday in UTC',
      SAIGON,
      '2026-11-06T18:00:00',
      '09:00',
      0,
      0,
      true,
      '2026-11-09T02:00:00',
    ],
    ['New York, winter', NY, '2026-11-02T13:00:00', '09:00', 0, 0, false, '2026-11-02T14:00:00'],
    [
      'New York, across the spring change',
      NY,
      '2026-03-07T15:00:00',
      '09:00',
      1,
      0,
      false,
      '2026-03-08T13:00:00',
    ],
    [
      'New York, across the autumn change',
      NY,
      '2026-10-31T14:00:00',
      '09:00',
      1,
      0,
      false,
      '2026-11-01T14:00:00',
    ],
    [
      'New York gap: 02:30 becomes 03:30',
      NY,
      '2026-03-07T15:00:00',
      '02:30',
      1,
      0,
      false,
      '2026-03-08T07:30:00',
    ],
    [
      'New York doubled 01:30 is the first',
      NY,
      '2026-10-31T14:00:00',
      '01:30',
      1,
      0,
      false,
      '2026-11-01T05:30:00',
    ],
    [
      'moment in the doubled hour, first pass over',
      NY,
      '2026-11-01T06:10:00',
      '01:30',
      0,
      0,
      false,
      '2026-11-02T06:30:00',
    ],
    [
      'London gap: 01:30 becomes 02:30',
      LONDON,
      '2026-03-28T15:00:00',
      '01:30',
      1,
      0,
      false,
      '2026-03-29T01:30:00',
    ],
    [
      'London doubled 01:30 is the first',
      LONDON,
      '2026-10-24T15:00:00',
      '01:30',
      1,
      0,
      false,
      '2026-10-25T00:30:00',
    ],
    ['Sydney gap in October', SYDNEY, '2026-10-03T02:00:00', '02:30', 1, 0, false, '2026-10-03T16:30:00'],
    [
      'Sydney doubled hour in April',
      SYDNEY,
      '2026-04-04T02:00:00',
      '02:30',
      1,
      0,
      false,
      '2026-04-04T15:30:00',
    ],
    [
      'Sydney, before and after summer time',
      SYDNEY,
      '2026-04-04T02:00:00',
      '09:00',
      1,
      0,
      false,
      '2026-04-04T23:00:00',
    ],
  ])('%s', (_name, zone, moment, time, delay, waitDays, skip, due) => {
    expect(dueTime(step(time, delay, skip), utc(moment), everyDay(zone), waitDays)).toEqual(utc(due))
  })

  const times = fc.date({
    min: utc('2026-01-01T00:00:00'),
    max: utc('2028-12-31T00:00:00'),
    noInvalidDate: true,
  })
  const steps = fc.record({
    sendHour: fc.integer({ min: 0, max: 23 }),
    sendMinute: fc.integer({ min: 0, max: 59 }),
    delayDays: fc.integer({ min: 0, max: 20 }),
    skipWeekends: fc.boolean(),
  })

  it('agrees with an oracle that walks wall-clock minutes', () => {
    const near = fc.constantFrom(
      '2026-03-08T06',
      '2026-11-01T05',
      '2026-03-29T00',
      '2026-10-25T00',
      '2026-04-04T15',
      '2026-10-03T15',
    )
    const edge = fc
      .tuple(near, fc.integer({ min: -2_000, max: 2_000 }))
      .map(([hour, shift]) => new Date(utc(`${hour}:00:00`).getTime() + shift * 60_000))
    fc.assert(
      fc.property(timetables, fc.oneof(times, edge), steps, (timetable, moment, timing) => {
        const due = dueTime({ ...timing, delayDays: timing.delayDays % 3 }, moment, timetable)
        expect(due).toEqual(wallClock.due({ ...timing, delayDays: timing.delayDays % 3 }, moment, timetable))
      }),
      { numRuns: 1_000 },
    )
  })

  it('is never before its trigger or on a skipped day, and moves late sends forward', () => {
    fc.assert(
      fc.property(
        timetables,
        times,
        steps,
        fc.integer({ min: 0, max: 9 }),
        (timetable, moment, timing, waitDays) => {
          const due = dueTime(timing, moment, timetable, waitDays)
          expect(due.getTime()).toBeGreaterThanOrEqual(moment.getTime())
          const moved = nextValidTime(timing, moment, timetable)
          expect(moved.getTime()).toBeGreaterThanOrEqual(moment.getTime())
          for (const at of [due, moved]) expect(wallClock.closed(timing, at, timetable)).toBeNull()
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('nextValidTime', () => {
  it.each([
    ['later today', 'UTC', '2026-11-02T07:30:00', '09:00', false, '2026-11-02T09:00:00'],
    ['tomorrow when today is over', 'UTC', '2026-11-02T10:30:00', '09:00', false, '2026-11-03T09:00:00'],
    ['Monday when tomorrow is skipped', 'UTC', '2026-11-06T10:30:00', '09:00', true, '2026-11-09T09:00:00'],
    ['a Sunday in the zone is skipped', SYDNEY, '2026-11-07T15:00:00', '09:00', true, '2026-11-08T22:00:00'],
    ['through a gap', NY, '2026-03-08T05:30:00', '02:30', false, '2026-03-08T07:30:00'],
  ])('%s', (_name, zone, from, time, skip, expected) => {
    expect(nextValidTime(step(time, 0, skip), utc(from), everyDay(zone))).toEqual(utc(expected))
  })
})

describe('days with emails', () => {
  const rules = (timezone: string, more: Partial<Timetable>): Timetable => ({
    ...everyDay(timezone),
    ...more,
  })

  it.each([
    // zone, rules, from, send time, due
    [
      'the next of its days',
      'UTC',
      { sendDays: [2, 4] },
      '2026-11-05T10:00:00',
      '09:00',
      '2026-11-10T09:00:00',
    ],
    [
      'a Sunday in the zone',
      SYDNEY,
      { sendDays: [7] },
      '2026-11-02T00:00:00',
      '09:00',
      '2026-11-07T22:00:00',
    ],
    [
      'not on a holiday',
      'UTC',
      { daysOff: ['2026-12-25'] },
      '2026-12-24T10:00:00',
      '09:00',
      '2026-12-26T09:00:00',
    ],
    [
      'a holiday of the zone’s date',
      SAIGON,
      { daysOff: ['2026-11-03'] },
      '2026-11-02T18:00:00',
      '09:00',
      '2026-11-04T02:00:00',
    ],
    ['a gap on its only day', NY, { sendDays: [7] }, '2026-03-07T12:00:00', '02:30', '2026-03-08T07:30:00'],
    [
      'the first of a repeated hour',
      NY,
      { sendDays: [7] },
      '2026-10-31T12:00:00',
      '01:30',
      '2026-11-01T05:30:00',
    ],
    [
      'summer time begins on the way',
      LONDON,
      { sendDays: [1] },
      '2026-03-27T12:00:00',
      '09:00',
      '2026-03-30T08:00:00',
    ],
    [
      'a holiday at the end of summer time',
      LONDON,
      { daysOff: ['2026-10-25'] },
      '2026-10-24T12:00:00',
      '09:00',
      '2026-10-26T09:00:00',
    ],
  ])('%s', (_name, zone, given, from, time, expected) => {
    expect(nextValidTime(step(time), utc(from), rules(zone, given))).toEqual(utc(expected))
  })

  it('puts an email far off if rules leave no day', () => {
    const only = rules('UTC', { sendDays: [6, 7] })
    const due = dueTime(step('09:00', 0, true), utc('2026-11-02T08:00:00'), only)
    expect(due.getTime()).toBeGreaterThan(utc('2029-01-01T00:00:00').getTime())
  })

  it('closes after the latest time of the day in the zone, also on days of 23 and 25 hours', () => {
    const until = rules(NY, { latestMinute: 17 * 60 })
    for (const [last, first] of [
      ['2026-03-08T21:00:00', '2026-03-08T21:00:01'],
      ['2026-11-01T22:00:00', '2026-11-01T22:00:01'],
    ] as const) {
      expect(whyClosed(step('09:00'), utc(last), until)).toBeNull()
      expect(whyClosed(step('09:00'), utc(first), until)).toBe('too_late')
      expect(whyClosed(step('09:00'), utc(first), until, 1000)).toBeNull()
    }
  })

  it('ignores a latest time that a DST gap leaves before the send time', () => {
    const until = rules(NY, { latestMinute: 3 * 60 + 19 })
    const sentAt = utc('2026-03-08T07:59:00')
    expect(dueTime(step('02:59'), utc('2026-03-08T05:00:00'), until)).toEqual(sentAt)
    expect(whyClosed(step('02:59'), sentAt, until)).toBeNull()
    expect(nextValidTime(step('02:59'), sentAt, until)).toEqual(sentAt)
  })
})
