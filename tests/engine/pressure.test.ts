import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { onDue } from '~/engine/decide'
import { startEnrollment } from '~/engine/events'
import { explainEnrollment } from '~/engine/explain'
import { explainStored } from '~/engine/explain-stored'
import { replan } from '~/engine/replan'
import type { CountedEmail, SequencePlan, Snapshot } from '~/engine/types'
import { facts, MONDAY, mail, sequence, snapshot, utc } from './support/build'
import { forecast } from './support/forecast'

const WEEK = 7 * 24 * 3_600_000
const emailsAt = (...times: string[]): CountedEmail[] =>
  times.map((time) => ({ at: utc(time), sending: false }))

/** An enrollment whose first email is due now, to a contact that got these emails, newest first. */
function dueNow(now: Date, weeklyLimit: number, emails: CountedEmail[], plan = sequence([mail('A', 1)])) {
  const s = snapshot(plan, { now: new Date(now.getTime() - 2 * 24 * 3_600_000) })
  const { enrollment } = startEnrollment(s)
  const { action } = enrollment
  return {
    ...s,
    now,
    enrollment: { ...enrollment, action: { ...action!, at: now, plannedAt: now } },
    facts: facts({ pressure: { weeklyLimit, emails } }),
  } satisfies Snapshot
}

const NOW = utc('2026-11-09T09:00:00')

describe('the weekly limit of a contact', () => {
  test.each<[string, number, CountedEmail[], string | null]>([
    ['no email so far', 1, [], null],
    ['one email less than the limit', 2, emailsAt('2026-11-09T08:59:00'), null],
    ['an email exactly 7 x 24 hours ago', 1, emailsAt('2026-11-02T09:00:00'), null],
    ['an email a millisecond later', 1, emailsAt('2026-11-02T09:00:00.001'), '2026-11-09T09:00:00.001'],
    ['an email just now', 1, emailsAt('2026-11-09T09:00:00'), '2026-11-16T09:00:00.000'],
    [
      'two emails, limit two: the older one makes room',
      2,
      emailsAt('2026-11-08T10:00:00', '2026-11-05T10:00:00'),
      '2026-11-12T10:00:00.000',
    ],
    [
      'more emails than a limit that was lowered: the newest one makes room',
      1,
      emailsAt('2026-11-08T10:00:00', '2026-11-05T10:00:00'),
      '2026-11-15T10:00:00.000',
    ],
    [
      'two emails of one moment',
      2,
      emailsAt('2026-11-08T10:00:00', '2026-11-08T10:00:00'),
      '2026-11-15T10:00:00.000',
    ],
  ])('%s', (_, limit, emails, until) => {
    const decision = onDue(dueNow(NOW, limit, emails))
    if (until === null) expect(decision).toMatchObject({ type: 'send', stepId: 'A' })
    else
      expect(decision).toMatchObject({
        type: 'hold',
        reason: 'contact_pressure',
        until: utc(until),
        cancelled: { stepId: 'A', visit: 1 },
      })
  })

  test.each([
    ['Berlin, clocks put back', 'Europe/Berlin', '2026-10-19T07:00:00', '2026-10-26T07:00:00', '08:00 there'],
    ['Berlin, clocks put forward', 'Europe/Berlin', '2027-03-22T08:00:00', '2027-03-29T08:00:00', '10:00'],
    ['New York, clocks put back', 'America/New_York', '2026-10-26T13:00:00', '2026-11-02T13:00:00', '08:00'],
  ])('counts hours, not local days: %s', (_, timezone, sent, fits) => {
    const plan = sequence([mail('A', 1)], { timezone })
    const early = new Date(utc(fits).getTime() - 1)
    expect(onDue(dueNow(early, 1, emailsAt(sent), plan))).toMatchObject({ type: 'hold', until: utc(fits) })
    expect(onDue(dueNow(utc(fits), 1, emailsAt(sent), plan))).toMatchObject({ type: 'send' })
  })

  test('sends at the next valid time after the hold', () => {
    const held = onDue(dueNow(NOW, 1, emailsAt('2026-11-05T14:30:00')))
    const now = utc('2026-11-12T14:30:00')
    const s = { ...dueNow(NOW, 1, emailsAt('2026-11-05T14:30:00')), enrollment: held.enrollment }
    expect(onDue({ ...s, now: new Date(now.getTime() - 1) })).toMatchObject({ reason: 'contact_pressure' })
    const moved = onDue({ ...s, now })
    expect(moved).toMatchObject({ type: 'plan', rule: 'moved_late' })
    expect(moved.enrollment).toMatchObject({ holdReason: null, action: { at: utc('2026-11-13T09:00:00') } })
  })

  test('waits only ten minutes for an email whose outcome is unknown', () => {
    const sending = [{ at: utc('2026-11-09T08:59:00'), sending: true }]
    expect(onDue(dueNow(NOW, 1, sending))).toMatchObject({ until: utc('2026-11-09T09:10:00') })
    const both = [...sending, ...emailsAt('2026-11-08T09:00:00')]
    expect(onDue(dueNow(NOW, 1, both))).toMatchObject({ until: utc('2026-11-16T08:59:00') })
  })

  test('names the rule', () => {
    const decision = onDue(dueNow(NOW, 2, emailsAt('2026-11-08T10:00:00', '2026-11-05T10:00:00')))
    const detail = String(decision.inputs.detail)
    const words = { date: (at: Date) => at.toISOString().slice(0, 16), step: (id: string) => id, detail }
    const rule = 'the weekly limit of emails to this contact is reached (2 emails in 7 days)'
    expect(explainEnrollment(decision.enrollment, words)).toBe(`Waiting until 2026-11-12T10:00: ${rule}.`)
    expect(explainStored(decision, words)).toBe(`Held until 2026-11-12T10:00: ${rule}.`)
  })

  test('is decided again when the enrollment is replanned', () => {
    const s = dueNow(NOW, 1, emailsAt('2026-11-05T14:30:00'))
    const freed = replan({ ...s, enrollment: onDue(s).enrollment })
    expect(freed.enrollment.holdReason).toBeNull()
  })
})

describe('the forecast', () => {
  const until = new Date(MONDAY.getTime() + 90 * 24 * 3_600_000)
  const box = { zone: 'UTC', limitOn: () => 1_000, used: {}, lastSlotAt: null, intervalSeconds: 0 }
  /** Times of the emails to one contact in sequences of three emails, two days apart. */
  function timesOf(plans: SequencePlan[], weeklyLimit: number | null, emails: CountedEmail[] = []): number[] {
    const people = plans.map((plan, index) => {
      const pressure = weeklyLimit === null ? null : { weeklyLimit, emails }
      const s = snapshot(plan, { facts: facts({ pressure, contact: { maxNotOpens: 0 } }) })
      const enrollment = { ...startEnrollment(s).enrollment, id: `e${index}` }
      return { snapshot: { ...s, enrollment }, contactKey: 'c', mailboxKey: 'box' }
    })
    return forecast(people, new Map([['box', box]]), MONDAY, until).map(({ at }) => at.getTime())
  }
  const three = (hour: number) =>
    sequence([1, 2, 3].map((n) => mail(`${hour}-${n}`, n, { sendHour: hour, delayDays: 0 })))

  test('delays emails over the weekly limit, of the same moment too', () => {
    const plans = [three(9), three(9)]
    expect(timesOf(plans, null)).toHaveLength(6)
    const times = timesOf(plans, 1)
    expect(times).toHaveLength(6)
    for (const [index, at] of times.slice(1).entries())
      expect(at - times[index]!).toBeGreaterThanOrEqual(WEEK)
  })

  test('counts the emails that were sent already', () => {
    const [first] = timesOf([three(9)], 1, [{ at: utc('2026-11-01T12:00:00'), sending: false }])
    expect(new Date(first!)).toEqual(utc('2026-11-09T09:00:00'))
  })

  test('never exceeds the limit in any 7 x 24 hours', () => {
    const hours = fc.array(fc.nat({ max: 23 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(hours, fc.integer({ min: 1, max: 3 }), (starts, limit) => {
        const times = timesOf(starts.map(three), limit)
        for (const from of times)
          expect(times.filter((at) => at >= from && at < from + WEEK).length).toBeLessThanOrEqual(limit)
      }),
      { numRuns: 100 },
    )
  })
})
