import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fromLocalInput, nextRun, type RunSchedule, toLocalInput } from '~/engine/next-run'
import { caseCount } from '../support/sizes'

const NY = 'America/New_York'
const at = (text: string) => new Date(text.endsWith('Z') ? text : `${text}Z`)

/** The first runs of a schedule, each found from the one before; 'YYYY-MM-DDTHH:mm' in UTC. */
function runs(schedule: RunSchedule, count: number): string[] {
  const found = [schedule.anchor]
  while (found.length < count) {
    const next = nextRun(schedule, found.at(-1)!)
    if (!next) break
    found.push(next)
  }
  return found.map((date) => date.toISOString().slice(0, 16))
}

const schedule = (frequency: RunSchedule['frequency'], anchor: string, rest: Partial<RunSchedule> = {}) => ({
  anchor: at(anchor),
  frequency,
  interval: 1,
  zone: 'UTC',
  endAt: null,
  ...rest,
})

describe('the next run of a workflow', () => {
  it.each([
    [
      'months clip to their last day and come back to the day they began on',
      schedule('months', '2026-01-31T09:00:00'),
      ['2026-01-31T09:00', '2026-02-28T09:00', '2026-03-31T09:00', '2026-04-30T09:00', '2026-05-31T09:00'],
    ],
    [
      'a leap year has 29 February',
      schedule('months', '2027-12-30T09:00:00'),
      ['2027-12-30T09:00', '2028-01-30T09:00', '2028-02-29T09:00', '2028-03-30T09:00'],
    ],
    [
      'every third month over the end of a year',
      schedule('months', '2026-08-31T09:00:00', { interval: 3 }),
      ['2026-08-31T09:00', '2026-11-30T09:00', '2027-02-28T09:00', '2027-05-31T09:00'],
    ],
    [
      'the month is that of the zone: the first of a month in Tokyo is still the last in UTC',
      schedule('months', '2026-01-31T16:00:00', { zone: 'Asia/Tokyo' }),
      ['2026-01-31T16:00', '2026-02-28T16:00', '2026-03-31T16:00', '2026-04-30T16:00'],
    ],
    [
      'days keep their local time when the clocks go forward',
      schedule('days', '2026-03-07T14:00:00', { zone: NY }),
      ['2026-03-07T14:00', '2026-03-08T13:00', '2026-03-09T13:00'],
    ],
    [
      'and when they go back',
      schedule('days', '2026-10-31T13:00:00', { zone: NY }),
      ['2026-10-31T13:00', '2026-11-01T14:00', '2026-11-02T14:00'],
    ],
    [
      'a local time that does not exist moves forward by the gap, on that day only',
      schedule('days', '2026-03-07T07:30:00', { zone: NY }),
      ['2026-03-07T07:30', '2026-03-08T07:30', '2026-03-09T06:30'],
    ],
    [
      'a local time that exists twice is the first',
      schedule('days', '2026-10-31T05:30:00', { zone: NY }),
      ['2026-10-31T05:30', '2026-11-01T05:30', '2026-11-02T06:30'],
    ],
    [
      'a run that began in the second of two equal hours goes on by the local time',
      schedule('days', '2026-11-01T06:30:00', { zone: NY }),
      ['2026-11-01T06:30', '2026-11-02T06:30'],
    ],
    [
      'weeks',
      schedule('weeks', '2026-12-24T09:00:00', { interval: 2 }),
      ['2026-12-24T09:00', '2027-01-07T09:00', '2027-01-21T09:00'],
    ],
    ['once', schedule('once', '2026-01-01T09:00:00'), ['2026-01-01T09:00']],
    [
      'a run at the very end still happens, none after it',
      schedule('days', '2026-01-01T09:00:00', { endAt: at('2026-01-03T09:00:00') }),
      ['2026-01-01T09:00', '2026-01-02T09:00', '2026-01-03T09:00'],
    ],
    [
      'a day that a zone left out is not made up for by a second run',
      schedule('days', '2011-12-29T20:00:00', { zone: 'Pacific/Apia' }),
      ['2011-12-29T20:00', '2011-12-30T20:00', '2011-12-31T20:00'],
    ],
  ] as const)('%s', (_, given, expected) => {
    expect(runs(given, expected.length + (given.endAt || given.frequency === 'once' ? 1 : 0))).toEqual(
      expected,
    )
  })

  test('lies in the future after any number of missed runs', () => {
    const daily = schedule('days', '2026-01-01T14:00:00', { zone: NY })
    expect(nextRun(daily, at('2029-07-15T12:59:59.999Z'))).toEqual(at('2029-07-15T13:00:00'))
    expect(nextRun(daily, at('2029-07-15T13:00:00'))).toEqual(at('2029-07-16T13:00:00'))
  })

  test('is the first run until then', () => {
    const monthly = schedule('months', '2026-05-31T09:00:00')
    expect(nextRun(monthly, at('2020-01-01T00:00:00'))).toEqual(monthly.anchor)
    expect(nextRun({ ...monthly, endAt: at('2026-05-30T00:00:00') }, at('2020-01-01T00:00:00'))).toBeNull()
  })

  test('rejects an unknown zone', () => {
    expect(() =>
      nextRun(schedule('days', '2026-01-01T09:00:00', { zone: 'Nowhere/Land' }), at('2026-02-01')),
    ).toThrow(RangeError)
  })
})

const zones = [
  'UTC',
  NY,
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Ho_Chi_Minh',
  'Pacific/Chatham',
  'America/Sao_Paulo',
]
const anySchedule = fc.record({
  anchor: fc.date({ min: at('2020-01-01T00:00:00'), max: at('2035-01-01T00:00:00'), noInvalidDate: true }),
  frequency: fc.constantFrom('days' as const, 'weeks' as const, 'months' as const),
  interval: fc.integer({ min: 1, max: 40 }),
  zone: fc.constantFrom(...zones),
  endAt: fc.constant(null),
})

/** Local date and time through Intl, which the engine does not use. */
function local(date: Date, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(date)
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value)
  const day = Date.UTC(of('year'), of('month') - 1, of('day')) / 86_400_000
  return {
    month: of('year') * 12 + of('month') - 1,
    dayOfMonth: of('day'),
    day,
    second: of('hour') * 3600 + of('minute') * 60 + of('second'),
  }
}

test('every run follows the schedule of the first, without gaps', () => {
  fc.assert(
    fc.property(anySchedule, fc.integer({ min: 0, max: 6_000 }), (given, days) => {
      const start = new Date(given.anchor.getTime() + days * 86_400_000)
      const first = nextRun(given, start)!
      const second = nextRun(given, first)!
      expect(first > start && second > first).toBe(true)
      const [a, b, c] = [local(given.anchor, given.zone), local(first, given.zone), local(second, given.zone)]
      for (const one of [b, c]) {
        // In a gap the clock shows up to an hour more.
        expect(one.second - a.second).toBeGreaterThanOrEqual(0)
        expect(one.second - a.second).toBeLessThanOrEqual(3_600)
        if (given.frequency === 'months') {
          expect((one.month - a.month) % given.interval).toBe(0)
          const daysOfMonth = new Date(
            Date.UTC(Math.floor(one.month / 12), (one.month % 12) + 1, 0),
          ).getUTCDate()
          expect(one.dayOfMonth).toBe(Math.min(a.dayOfMonth, daysOfMonth))
        } else {
          expect((one.day - a.day) % (given.interval * (given.frequency === 'weeks' ? 7 : 1))).toBe(0)
        }
      }
      const step =
        given.frequency === 'months'
          ? c.month - b.month
          : (c.day - b.day) / (given.frequency === 'weeks' ? 7 : 1)
      expect(step).toBe(given.interval)
    }),
    { numRuns: caseCount(2_000) },
  )
})

test('finds the same run from any time before it', () => {
  fc.assert(
    fc.property(
      anySchedule,
      fc.integer({ min: 0, max: 3_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (given, days, share) => {
        const from = new Date(given.anchor.getTime() + days * 86_400_000)
        const first = nextRun(given, from)!
        const between = new Date(from.getTime() + Math.floor((first.getTime() - 1 - from.getTime()) * share))
        expect(nextRun(given, between)).toEqual(first)
      },
    ),
  )
})

describe('the local times of date-time inputs', () => {
  test.each([
    ['2026-03-08T02:30', '2026-03-08T07:30:00', 'in a gap, forward by it'],
    ['2026-11-01T01:30', '2026-11-01T05:30:00', 'the first of two'],
    ['2026-07-01T09:00', '2026-07-01T13:00:00', 'in summer'],
    ['2026-07-01T09:00:30', '2026-07-01T13:00:30', 'with seconds'],
  ])('%s is %s: %s', (text, expected) => {
    expect(fromLocalInput(text, NY)).toEqual(at(expected))
  })

  test('rejects an invalid date and time', () => {
    for (const text of ['', 'tomorrow', '2026-02-30T09:00', '2026-01-01', '2026-01-01T25:00'])
      expect(fromLocalInput(text, NY)).toBeNull()
  })

  test('formats a time to the minute and parses it back', () => {
    expect(toLocalInput(at('2026-07-01T13:05:59'), NY)).toBe('2026-07-01T09:05')
    expect(fromLocalInput(toLocalInput(at('2026-07-01T13:05:00'), NY), NY)).toEqual(at('2026-07-01T13:05:00'))
  })
})
