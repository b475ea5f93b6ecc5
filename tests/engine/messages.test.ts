import { describe, expect, it } from 'vitest'
import { onPausedByUser, onResumedByUser, onWithdrawn, type Withdrawal } from '~/engine/by-user'
import { onDue } from '~/engine/decide'
import { onHold } from '~/engine/events'
import { replan } from '~/engine/replan'
import { onAutoReply, onCalendar, onMayOptOut, onReply } from '~/engine/replies'
import { fromStored } from '~/engine/row'
import type { EnrollmentState, Snapshot } from '~/engine/types'
import { facts, inWindow, later, mail, sentMail, sequence, side, snapshot, to, utc } from './support/build'

const first = mail('a', 1, { on: { replied: to('thanks') } })
const plan = sequence([first, mail('b', 2), side(mail('thanks', 3))])
const sentAt = utc('2026-11-02T09:00:00')
const at = utc('2026-11-03T15:00:00')
const open = snapshot(plan, {
  enrollment: inWindow(first, sentAt),
  now: at,
  facts: facts({ lastSend: sentMail('a', sentAt) }),
})

/** Withdraws what led from one state to another. */
const withdraw = (
  s: Snapshot,
  before: EnrollmentState,
  after: EnrollmentState,
  more: Partial<Withdrawal> = {},
) => onWithdrawn(s, { before, after, repliedAt: null, sentSince: false, overtaken: null, ...more })

describe.each([
  ['a question about an opt-out', onMayOptOut, 'opt_out_asked'],
  ['a calendar entry', onCalendar, 'calendar'],
] as const)('%s', (_, event, reason) => {
  const held = later(open, event(open), at)

  it('holds without an end', () => {
    expect(held.enrollment).toMatchObject({ status: 'active', holdReason: reason, heldUntil: null })
  })

  it('is lifted by nothing that happens', () => {
    const due = { ...held, now: utc('2026-11-20T09:00:00') }
    for (const decision of [
      onDue(due),
      replan(due),
      onHold(due, 'no_mailbox'),
      onAutoReply(due, utc('2026-12-01T00:00:00')),
      onReply(due, { stepId: 'a', at: due.now }),
    ])
      expect(decision.enrollment.holdReason).toBe(reason)
  })

  it('gives back the hold that it replaced, if it lasts', () => {
    const away = later(open, onAutoReply(open, utc('2026-11-10T00:00:00')), at)
    if (event(away).type === 'record') return
    const after = later(away, event(away), at)
    const lifted = withdraw(after, away.enrollment, after.enrollment)
    expect(lifted.enrollment).toMatchObject({
      holdReason: 'out_of_office',
      heldUntil: utc('2026-11-10T00:00:00'),
    })
    const late = { ...after, now: utc('2026-11-11T00:00:00') }
    expect(withdraw(late, away.enrollment, after.enrollment).enrollment.holdReason).toBeNull()
  })
})

it('only an invitation can be resumed', () => {
  const [asked, invited] = [onMayOptOut(open), onCalendar(open)].map((one) => later(open, one, at)) as [
    Snapshot,
    Snapshot,
  ]
  expect(onResumedByUser(asked).rule).toBe('opt_out_asked')
  expect(onPausedByUser(asked).rule).toBe('opt_out_asked')
  expect(onResumedByUser(invited).enrollment.holdReason).toBeNull()
})

describe('a reply that was none', () => {
  const replied = later(open, onReply(open, { stepId: 'a', at }), at)
  const undo = (s: Snapshot, more: Partial<Withdrawal> = {}) =>
    withdraw(s, open.enrollment, replied.enrollment, more)

  it('gives back the state before, and cancels what it planned', () => {
    const decision = undo(replied)
    expect(decision.enrollment).toEqual(open.enrollment)
    expect(decision.cancelled).toEqual({ stepId: 'thanks', visit: 1 })
  })

  it('goes on from where it is after an email, or with another reply', () => {
    const kept = { ...replied.enrollment, repliedAt: null }
    expect(undo(replied, { sentSince: true }).enrollment).toEqual(kept)
    const other = utc('2026-11-04T10:00:00')
    expect(undo(replied, { repliedAt: other }).enrollment).toEqual({ ...kept, repliedAt: other })
  })

  it('opens the window of an email that left while the reply came', () => {
    const pending = {
      ...open.enrollment,
      visits: { a: 1 },
      action: { ...open.enrollment.action!, kind: 'send' as const },
    }
    expect(
      withdraw(replied, pending, replied.enrollment, { overtaken: 'sent' }).enrollment.action,
    ).toMatchObject({
      kind: 'decide',
      stepId: 'a',
    })
    const sending = { ...replied, facts: { ...replied.facts, pendingSend: 'sending' as const } }
    const decision = withdraw(sending, pending, replied.enrollment, { overtaken: 'started' })
    expect(decision).toMatchObject({ type: 'plan', enrollment: { action: { kind: 'send', stepId: 'a' } } })
  })

  it('reopens an enrollment that it ended, but not one that the user stopped', () => {
    const ended = (endReason: 'replied' | 'stopped_by_user') => ({
      ...replied,
      enrollment: { ...replied.enrollment, status: 'stopped' as const, action: null, endReason, endedAt: at },
    })
    expect(undo(ended('replied')).enrollment).toEqual(open.enrollment)
    expect(undo(ended('stopped_by_user')).enrollment).toMatchObject({
      status: 'stopped',
      endReason: 'stopped_by_user',
      repliedAt: null,
    })
  })

  it('keeps a pause since', () => {
    const paused = later(replied, onPausedByUser(replied), at)
    expect(undo(paused).enrollment).toMatchObject({
      holdReason: 'paused_by_user',
      action: { kind: 'decide' },
    })
  })
})

it('states survive JSON', () => {
  expect(fromStored(JSON.parse(JSON.stringify(open.enrollment)))).toEqual(open.enrollment)
})
