import { describe, expect, test } from 'vitest'
import { nextValidTime } from '~/engine/calendar'
import { assignSlots, type MailboxSlots, type SlotCandidate } from '~/engine/slots'
import type { Timetable } from '~/engine/types'
import { wallClock } from '../engine/support/wall-clock'
import { runSeed, seeded, sized } from '../load/random'
import { slowSlots } from './support/slot-oracle'

/** Quality goals, R7: daily limits and send times over midnights, clock changes, weekends and clocks that are set wrong. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/London',
  'Australia/Sydney',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'America/Sao_Paulo',
  'Pacific/Auckland',
  'Africa/Johannesburg',
]

/** Moments around which local time is odd: clocks put forward and back in three zones, month and year ends. */
const ODD = [
  '2026-03-08T07:00:00Z',
  '2026-11-01T06:00:00Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-04-04T16:00:00Z',
  '2026-10-03T16:00:00Z',
  '2026-12-31T23:00:00Z',
  '2027-12-31T10:00:00Z',
  '2026-02-28T12:00:00Z',
  '2028-02-29T00:00:00Z',
].map((at) => Date.parse(at))

function dice(name: string) {
  const random = seeded(runSeed(name))
  const below = (n: number) => Math.floor(random() * n)
  return {
    below,
    chance: (p: number) => random() < p,
    of: <T>(list: readonly T[]): T => list[below(list.length)]!,
    /** A moment in the three days around an odd one; often on a whole or half hour. */
    moment: (around: number) => {
      const at = around + (random() - 0.5) * 3 * DAY
      return new Date(
        random() < 0.3 ? Math.round(at / (HOUR / 2)) * (HOUR / 2) : Math.round(at / 1000) * 1000,
      )
    },
  }
}
type Dice = ReturnType<typeof dice>

/** Some emails at the hour that does not exist, or exists twice. */
const hourOf = ({ chance, below, of }: Dice) => (chance(0.4) ? of([1, 2, 3]) : below(24))

/** Half of them without rules for days. */
const timetableOf = (d: Dice): Timetable => ({
  timezone: d.of(ZONES),
  sendDays: d.of([null, null, [1, 2, 3, 4, 5], [3], [1, 6]]),
  daysOff: d.of([[], [], ['2026-03-09', '2026-11-02', '2027-01-01']]),
  latestMinute: d.of([null, null, 60, 17 * 60]),
})

function mailOf(d: Dice, id: string, dueAt: Date): SlotCandidate {
  return {
    ...{ id, dueAt, plannedAt: dueAt, followUp: d.chance(0.3), skipWeekends: d.chance(0.5) },
    ...{ timetable: timetableOf(d), sendHour: hourOf(d), sendMinute: d.of([0, 30, 59, 17]) },
  }
}

describe('slots and send times', () => {
  test('of random mailboxes agree with a slow oracle', () => {
    const d = dice('slots')
    for (let i = 0; i < sized(200, 10_000); i++) {
      const around = d.of(ODD)
      const now = d.moment(around)
      const zone = d.of(ZONES)
      const day = (ms: number) => wallClock.day(new Date(now.getTime() + ms), zone)
      const box: MailboxSlots = {
        ...{ now, zone, horizon: new Date(now.getTime() + MINUTE), limit: d.below(8), seed: `box${i}` },
        used: { [day(-DAY)]: d.below(5), [day(0)]: d.below(5), [day(DAY)]: d.below(5) },
        // After setting the clock back, the last slot is in the future.
        lastSlotAt: d.chance(0.5) ? new Date(now.getTime() - HOUR + d.below(3 * HOUR)) : null,
        intervalSeconds: d.of([0, 0, 60, 1200]),
      }
      const mails = Array.from({ length: d.below(10) }, (_, n) =>
        mailOf(d, `${i}-${n}`, d.moment(now.getTime() - DAY)),
      )
      expect([i, assignSlots(box, mails)]).toEqual([i, slowSlots(box, mails)])
    }
  })

  test('after any time agree with a slow oracle', () => {
    const d = dice('send times')
    for (let i = 0; i < sized(1_000, 10_000); i++) {
      const step = {
        delayDays: 0,
        sendHour: hourOf(d),
        sendMinute: d.of([0, 30, 59]),
        skipWeekends: d.chance(0.5),
      }
      const [from, timetable] = [d.moment(d.of(ODD)), timetableOf(d)]
      expect([i, from, timetable, step, nextValidTime(step, from, timetable)]).toEqual([
        ...[i, from, timetable, step],
        wallClock.due(step, from, timetable),
      ])
    }
  })
})

interface Account {
  zone: string
  limit: number
  intervalSeconds: number
  waiting: SlotCandidate[]
  used: Record<string, number>
  sent: { id: string; at: Date; mail: SlotCandidate }[]
}

/** One tick of the due-scan, as `giveAccountSlots` runs it: what has its slot before the next tick is handed out. */
function tick(account: Account, now: Date, seed: string): void {
  const due = account.waiting.filter(({ dueAt }) => dueAt <= now)
  if (due.length === 0) return
  const { zone, limit, used, intervalSeconds, sent } = account
  const slots = assignSlots(
    {
      ...{ now, zone, limit, used, intervalSeconds, seed },
      horizon: new Date(now.getTime() + MINUTE),
      lastSlotAt: sent.at(-1)?.at ?? null,
    },
    due,
  )
  for (const slot of slots) {
    const mail = due.find(({ id }) => id === slot.id)!
    account.waiting.splice(account.waiting.indexOf(mail), 1)
    if (slot.ready) {
      const day = wallClock.day(slot.at, zone)
      used[day] = (used[day] ?? 0) + 1
      sent.push({ id: slot.id, at: slot.at, mail })
    } else account.waiting.push({ ...mail, dueAt: slot.at, plannedAt: slot.plannedAt })
  }
}

test('midnights and clock jumps: no mailbox exceeds its limit, and each email leaves once', () => {
  const d = dice('limits')
  const totals = { mails: 0, steps: 0 }
  for (let n = 0; n < sized(20, 100); n++) {
    const around = d.of(ODD)
    const limit = 1 + d.below(12)
    const mails = Array.from({ length: limit * 4 }, (_, i) => mailOf(d, `${n}-${i}`, d.moment(around)))
    const account: Account = {
      ...{ zone: ZONES[n % ZONES.length]!, limit, waiting: [...mails], used: {}, sent: [] },
      intervalSeconds: d.of([0, 60, 600]),
    }
    let now = around - 2 * DAY
    /** Few backward steps, or nothing would ever be late enough. */
    let backs = 6
    for (let i = 0; account.waiting.length > 0 && i < 20_000; i++) {
      if (backs > 0 && d.chance(0.02)) {
        const step = d.of([-HOUR, DAY, -DAY])
        if (step < 0) backs -= 1
        now += step
        totals.steps += 1
      }
      tick(account, new Date(now), `box${n}`)
      const next = Math.min(...account.waiting.map(({ dueAt }) => dueAt.getTime()))
      now = Math.max(now + d.below(10) * MINUTE, Math.min(next, now + HOUR))
    }
    totals.mails += mails.length
    expect(account.waiting).toEqual([])
    expect(account.sent.map(({ id }) => id).sort()).toEqual(mails.map(({ id }) => id).sort())
    const days = account.sent.map(({ at }) => wallClock.day(at, account.zone))
    for (const day of new Set(days)) {
      expect([n, day, days.filter((one) => one === day).length <= limit]).toEqual([n, day, true])
    }
    for (const { at, mail } of account.sent) {
      if (mail.plannedAt.getTime() !== mails.find(({ id }) => id === mail.id)!.plannedAt.getTime())
        expect(wallClock.closed({ ...mail, delayDays: 0 }, at, mail.timetable)).toBeNull()
    }
    for (const [i, { at }] of account.sent.entries()) {
      if (i > 0 && account.intervalSeconds > 0)
        expect(at.getTime() - account.sent[i - 1]!.at.getTime()).toBeGreaterThanOrEqual(
          account.intervalSeconds * 1000,
        )
    }
  }
  expect(totals.steps).toBeGreaterThan(0)
})
