import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { everyDay } from '~/engine/calendar'
import { assignSlots, dailyLimit, type MailboxSlots, type SlotCandidate } from '~/engine/slots'
import { caseCount } from '../support/sizes'
import { timetables } from './support/arbitraries'
import { utc } from './support/build'
import { wallClock } from './support/wall-clock'

const NOW = utc('2026-11-02T09:00:00')

const box = (more: Partial<MailboxSlots> = {}): MailboxSlots => ({
  now: NOW,
  horizon: utc('2026-11-02T09:01:00'),
  zone: 'UTC',
  limit: 50,
  used: {},
  lastSlotAt: null,
  intervalSeconds: 60,
  seed: 'box',
  ...more,
})

const due = (id: string, more: Partial<SlotCandidate> = {}): SlotCandidate => ({
  id,
  dueAt: NOW,
  plannedAt: NOW,
  followUp: false,
  skipWeekends: false,
  timetable: everyDay('UTC'),
  sendHour: 9,
  sendMinute: 0,
  ...more,
})

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => due(`m${String(index).padStart(3, '0')}`))

describe('the daily limit', () => {
  it.each([
    [0, 10],
    [6, 10],
    [7, 20],
    [14, 30],
    [21, 40],
    [28, 50],
    [400, 50],
    [-1, 10],
  ])('after %i days is %i', (age, limit) => {
    expect(dailyLimit(age, null, null)).toBe(limit)
  })

  it('is the user’s, capped by the provider’s', () => {
    expect(dailyLimit(0, 300, null)).toBe(300)
    expect(dailyLimit(0, 300, 200)).toBe(200)
    expect(dailyLimit(60, null, 30)).toBe(30)
    expect(dailyLimit(60, 0, 500)).toBe(0)
  })
})

describe('slots', () => {
  it('prefers follow-ups to first emails, then the earliest due', () => {
    const early = { dueAt: utc('2026-11-02T08:30:00') }
    const slots = assignSlots(box({ intervalSeconds: 0 }), [
      due('a'),
      due('b', early),
      due('c', { followUp: true }),
    ])
    expect(slots.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  })

  it('spaces sends, keeps planned times and stops at the next tick', () => {
    const slots = assignSlots(box(), many(10))
    expect(slots[0]).toMatchObject({ at: NOW, ready: true })
    expect(slots.filter(({ ready }) => ready)).toHaveLength(1)
    for (const [index, slot] of slots.entries()) {
      expect(slot.plannedAt).toEqual(NOW)
      const gap = index === 0 ? 60_000 : slot.at.getTime() - slots[index - 1]!.at.getTime()
      expect(gap).toBeGreaterThanOrEqual(60_000)
      expect(gap).toBeLessThan(90_000)
    }
    expect(new Set(slots.map(({ at }) => at.getTime() % 60_000)).size).toBeGreaterThan(5)
  })

  it('does not space at 0 seconds', () => {
    expect(
      assignSlots(box({ intervalSeconds: 0 }), many(40)).every(
        ({ at, ready }) => ready && at.getTime() === NOW.getTime(),
      ),
    ).toBe(true)
  })

  it('continues after the last send without moving a slot twice', () => {
    const [first, ...rest] = assignSlots(box(), many(6))
    const moved = rest.map(({ id, at }) => due(id, { dueAt: at }))
    const next = assignSlots(
      box({ now: moved[0]!.dueAt, lastSlotAt: first!.at, used: { '2026-11-02': 1 } }),
      moved,
    )
    expect(next.map(({ at }) => at)).toEqual(rest.map(({ at }) => at))
  })

  it('moves sends over the limit to the next valid day', () => {
    const slots = assignSlots(box({ limit: 5, used: { '2026-11-02': 3 } }), many(4))
    expect(slots.map(({ reason }) => reason)).toEqual(['slot', 'slot', 'quota', 'quota'])
    const next = utc('2026-11-03T09:00:00')
    expect(slots[3]).toMatchObject({ at: next, plannedAt: next, ready: false })
  })

  it.each([
    [
      'over a weekend that it skips',
      { skipWeekends: true },
      '2026-11-06T09:00:00',
      'UTC',
      '2026-11-09T09:00:00',
    ],
    [
      'in the zone of its sequence',
      { timetable: everyDay('Asia/Tokyo') },
      '2026-11-02T00:00:00',
      'America/New_York',
      '2026-11-03T00:00:00',
    ],
    [
      "past the mailbox's midnight, not its own",
      { timetable: everyDay('Asia/Tokyo'), sendHour: 15 },
      '2026-11-02T06:00:00',
      'America/New_York',
      '2026-11-03T06:00:00',
    ],
  ])('moves %s', (_name, more, now, zone, expected) => {
    const at = utc(now)
    const [slot] = assignSlots(box({ now: at, zone, limit: 0 }), [
      due('a', { dueAt: at, plannedAt: at, ...more }),
    ])
    expect(slot).toMatchObject({ reason: 'quota', at: utc(expected) })
  })

  it('moves a slot that spacing pushes past midnight', () => {
    const now = utc('2026-11-02T23:59:30')
    const slots = assignSlots(box({ now, lastSlotAt: now }), [
      due('a', { dueAt: now, sendHour: 23, sendMinute: 59 }),
    ])
    expect(slots[0]).toMatchObject({ reason: 'day_end', at: utc('2026-11-03T23:59:00') })
  })

  it('moves a slot that spacing pushes into a skipped weekend of the sequence', () => {
    const now = utc('2026-11-06T12:59:30')
    const candidate = due('a', {
      dueAt: now,
      timetable: everyDay('Australia/Sydney'),
      skipWeekends: true,
      sendHour: 23,
      sendMinute: 59,
    })
    const slots = assignSlots(box({ now, lastSlotAt: now }), [candidate])
    expect(slots[0]).toMatchObject({ reason: 'weekend', at: utc('2026-11-09T12:59:00') })
  })

  it('keeps the limit, spacing, order and planned times under any load', () => {
    const zone = fc.constantFrom('UTC', 'America/New_York', 'Australia/Sydney', 'Asia/Ho_Chi_Minh')
    const candidate = fc.record({
      id: fc.uuid(),
      late: fc.integer({ min: -2, max: 3_000 }),
      followUp: fc.boolean(),
      skipWeekends: fc.boolean(),
      timetable: timetables,
      sendHour: fc.nat({ max: 23 }),
      sendMinute: fc.nat({ max: 59 }),
    })
    const load = fc.record({
      now: fc.date({ min: utc('2026-03-01T00:00:00'), max: utc('2026-12-31T00:00:00'), noInvalidDate: true }),
      zone,
      limit: fc.nat({ max: 30 }),
      used: fc.nat({ max: 20 }),
      intervalSeconds: fc.constantFrom(0, 60, 1_200),
      candidates: fc.uniqueArray(candidate, { selector: ({ id }) => id, maxLength: 40 }),
    })
    fc.assert(
      fc.property(load, ({ candidates, used, now, ...given }) => {
        const day = wallClock.day(now, given.zone)
        const mailbox = box({
          ...given,
          now,
          horizon: new Date(now.getTime() + 60_000),
          used: { [day]: used },
        })
        const loads = candidates.map(({ late, ...rest }) => {
          const dueAt = new Date(now.getTime() - late * 1_000)
          return { ...rest, dueAt, plannedAt: dueAt }
        })
        const slots = assignSlots(mailbox, loads)
        expect(assignSlots(mailbox, loads.toReversed())).toEqual(slots)
        expect(slots).toHaveLength(loads.length)
        const kept = slots.filter(({ reason }) => reason === 'slot')
        expect(
          kept.filter(({ at }) => wallClock.day(at, given.zone) === day).length + used,
        ).toBeLessThanOrEqual(Math.max(given.limit, used))
        const times = kept.map(({ at }) => at.getTime()).sort((a, b) => a - b)
        for (const [index, time] of times.entries()) {
          if (index > 0)
            expect(time - times[index - 1]!).toBeGreaterThanOrEqual(given.intervalSeconds * 1_000)
        }
        for (const slot of slots) {
          const of = loads.find(({ id }) => id === slot.id)!
          expect(slot.at.getTime()).toBeGreaterThanOrEqual(Math.max(now.getTime(), of.dueAt.getTime()))
          if (slot.reason === 'slot') expect(slot.plannedAt).toEqual(of.plannedAt)
          else if (slot.reason !== 'too_late') expect(wallClock.day(slot.at, given.zone) > day).toBe(true)
          expect(wallClock.closed({ ...of, delayDays: 0 }, slot.at, of.timetable)).toBeNull()
        }
      }),
      { numRuns: caseCount(1_000) },
    )
  })
})
