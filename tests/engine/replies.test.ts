import { describe, expect, it } from 'vitest'
import { onDue } from '~/engine/decide'
import { onSent, startEnrollment } from '~/engine/events'
import { onAutoReply, onOtherReply, onReply } from '~/engine/replies'
import {
  END,
  facts,
  inWindow,
  later,
  MONDAY,
  mail,
  sentMail,
  sequence,
  side,
  snapshot,
  to,
  utc,
} from './support/build'

const first = mail('a', 1, { on: { replied: { waitDays: 1, next: to('thanks') } } })
const plan = sequence([first, mail('b', 2), side(mail('thanks', 3))])
const sentAt = utc('2026-11-02T09:00:00')
const repliedAt = utc('2026-11-03T15:00:00')
const open = snapshot(plan, { enrollment: inWindow(first, sentAt), now: repliedAt })

describe('a reply', () => {
  it('decides at once, from the time of the reply', () => {
    const decision = onReply(open, { stepId: 'a', at: repliedAt })
    expect(decision).toMatchObject({
      type: 'plan',
      reaction: 'replied',
      enrollment: {
        repliedAt,
        action: { stepId: 'thanks', momentAt: repliedAt, at: utc('2026-11-04T09:00:00') },
      },
    })
  })

  it('ends an enrollment without a chosen replied branch', () => {
    for (const next of [{ kind: 'default' as const }, END]) {
      const step = mail('a', 1, { on: { replied: next } })
      const s = snapshot(sequence([step, mail('b', 2)]), { enrollment: inWindow(step, sentAt) })
      expect(onReply(s, { stepId: 'a', at: repliedAt })).toMatchObject({
        type: 'complete',
        reason: 'replied',
      })
    }
  })

  it('counts once, and later ones are only recorded', () => {
    const once = later(open, onReply(open, { stepId: 'a', at: repliedAt }), repliedAt)
    const again = onReply(once, { stepId: 'a', at: utc('2026-11-03T16:00:00') })
    expect(again).toMatchObject({ type: 'record', rule: 'reply_further', enrollment: once.enrollment })
  })

  it('resets the streak', () => {
    const s = { ...open, facts: facts({ contact: { notOpenedStreak: 2 } }) }
    expect(onReply(s, { stepId: 'a', at: repliedAt }).streak).toBe(0)
  })

  it('cancels pending sends when late, and takes the branch of its own step', () => {
    const next = onDue({
      ...open,
      now: utc('2026-11-04T09:00:00'),
      facts: facts({ lastSend: sentMail('a', sentAt) }),
    })
    expect(next.enrollment).toMatchObject({ currentStepId: 'b', visits: { a: 1, b: 1 } })
    const late = onReply(later(open, next, utc('2026-11-04T09:10:00')), {
      stepId: 'a',
      at: utc('2026-11-04T09:10:00'),
    })
    expect(late).toMatchObject({
      cancelled: { stepId: 'b', visit: 1 },
      enrollment: { currentStepId: 'thanks' },
    })
    expect(late.enrollment.visits).toEqual({ a: 1, thanks: 1 })
  })

  it('neither recalls a started email nor is undone by it', () => {
    const step = mail('a', 1, { on: { replied: to('b') } })
    const s = snapshot(sequence([step, mail('b', 2)]), {
      enrollment: { ...inWindow(step, sentAt), visits: { a: 1, b: 1 } },
      now: utc('2026-11-04T09:00:00'),
    })
    const action = {
      kind: 'send' as const,
      stepId: 'b',
      at: s.now,
      plannedAt: s.now,
      momentAt: s.now,
      origin: { stepId: 'a', reaction: 'not_opened' as const },
    }
    const sending = {
      ...s,
      enrollment: { ...s.enrollment, currentStepId: 'b', action },
      facts: facts({ pendingSend: 'sending' }),
    }
    const replied = onReply(sending, { stepId: 'a', at: s.now })
    expect(replied.cancelled).toBeUndefined()
    expect(replied.enrollment).toMatchObject({ visits: { a: 1, b: 2 }, action: { stepId: 'b' } })
    const arrived = onSent(later(sending, replied, utc('2026-11-04T09:01:00')), { stepId: 'b', visit: 1 })
    expect(arrived).toMatchObject({ type: 'record', enrollment: replied.enrollment })
  })

  it('lifts holds, but never a suppression', () => {
    const held = {
      ...open,
      enrollment: {
        ...open.enrollment,
        holdReason: 'out_of_office' as const,
        heldUntil: utc('2026-12-01T00:00:00'),
      },
    }
    expect(onReply(held, { stepId: 'a', at: repliedAt }).enrollment).toMatchObject({
      holdReason: null,
      heldUntil: null,
    })
    const gone = { ...open, facts: facts({ contact: { unsubscribed: true } }) }
    expect(onReply(gone, { stepId: 'a', at: repliedAt })).toMatchObject({
      type: 'stop',
      reason: 'unsubscribed',
    })
  })

  it('is handled while paused, and sends after resuming', () => {
    const paused = { ...open, plan: { ...plan, status: 'paused' as const } }
    const decision = onReply(paused, { stepId: 'a', at: repliedAt })
    expect(decision).toMatchObject({ type: 'plan', enrollment: { action: { stepId: 'thanks' } } })
    expect(onDue(later(paused, decision, utc('2026-11-05T09:00:00')))).toMatchObject({
      type: 'hold',
      reason: 'paused',
    })
  })
})

describe('a reply after the end', () => {
  const endedAt = utc('2026-11-04T09:00:00')
  const ended = (more = {}, used = plan) =>
    snapshot(used, {
      enrollment: {
        ...open.enrollment,
        status: 'completed',
        action: null,
        endReason: 'finished',
        endedAt,
        ...more,
      },
      now: utc('2026-11-20T09:00:00'),
    })
  const reply = (at = '2026-11-20T09:00:00') => ({ stepId: 'a', at: utc(at) })

  it('runs a chosen replied branch within 90 days', () => {
    const decision = onReply(ended(), reply('2027-02-02T09:00:00'))
    expect(decision).toMatchObject({
      type: 'plan',
      rule: 'reply_after_end',
      enrollment: { status: 'active', endReason: null, endedAt: null, action: { stepId: 'thanks' } },
    })
  })

  it.each([
    ['after 90 days', ended(), reply('2027-02-02T09:00:01')],
    ['a default branch', ended({}, sequence([mail('a', 1), mail('b', 2)])), reply()],
    ['after an unsubscribe', ended({ status: 'stopped', endReason: 'unsubscribed' }), reply()],
    ['after the user stopped it', ended({ status: 'stopped', endReason: 'stopped_by_user' }), reply()],
    ['a branch whose step ran three times', ended({ visits: { a: 1, thanks: 3 } }), reply()],
    ['a suppressed contact', { ...ended(), facts: facts({ contact: { suppressed: true } }) }, reply()],
  ])('is only recorded: %s', (_name, s, given) => {
    const decision = onReply(s, given)
    expect(decision).toMatchObject({
      type: 'record',
      enrollment: { status: s.enrollment.status, action: null, repliedAt: given.at },
    })
  })
})

describe('a reply in another enrollment', () => {
  it('holds for 7 days, then moves sends to their next valid time', () => {
    const s = snapshot(plan)
    const begun = later(s, startEnrollment(s), MONDAY)
    const held = onOtherReply(begun, MONDAY, 'hold')
    const until = utc('2026-11-09T08:00:00')
    expect(held).toMatchObject({
      type: 'hold',
      reason: 'replied_elsewhere',
      until,
      cancelled: { stepId: 'a' },
    })
    expect(onDue(later(s, held, utc('2026-11-05T09:00:00')))).toMatchObject({ type: 'hold', until })
    const back = onDue(later(s, held, until))
    expect(back).toMatchObject({
      rule: 'moved_late',
      enrollment: { holdReason: null, action: { at: utc('2026-11-09T09:00:00') } },
    })
  })

  it('stops or ignores as set, and leaves ended enrollments alone', () => {
    expect(onOtherReply(open, repliedAt, 'stop')).toMatchObject({ type: 'stop', reason: 'replied_elsewhere' })
    expect(onOtherReply(open, repliedAt, 'ignore')).toMatchObject({
      type: 'record',
      enrollment: open.enrollment,
    })
    const stopped = later(open, onOtherReply(open, repliedAt, 'stop'), repliedAt)
    expect(onOtherReply(stopped, repliedAt, 'hold').type).toBe('record')
  })
})

describe('an automatic reply', () => {
  it('holds until the return date, if any', () => {
    expect(onAutoReply(open, null)).toMatchObject({ type: 'record', enrollment: open.enrollment })
    const back = utc('2026-11-16T00:00:00')
    const away = onAutoReply(open, back)
    expect(away).toMatchObject({
      type: 'hold',
      reason: 'out_of_office',
      until: back,
      enrollment: { repliedAt: null },
    })
    const windowOver = onDue(
      later(open, away, utc('2026-11-16T00:00:00'), { facts: facts({ lastSend: sentMail('a', sentAt) }) }),
    )
    expect(windowOver.enrollment.action).toMatchObject({ stepId: 'b', at: utc('2026-11-16T09:00:00') })
  })

  it('never shortens a hold, and ignores a past date', () => {
    const long = later(open, onAutoReply(open, utc('2026-11-30T00:00:00')), repliedAt)
    expect(onAutoReply(long, utc('2026-11-16T00:00:00'))).toMatchObject({
      type: 'record',
      enrollment: long.enrollment,
    })
    expect(onOtherReply(long, repliedAt, 'hold').type).toBe('record')
    expect(onAutoReply(open, utc('2026-11-01T00:00:00')).type).toBe('record')
  })
})
