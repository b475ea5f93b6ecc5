import { describe, expect, it } from 'vitest'
import { onPausedByUser, onResumedByUser, onSkippedByUser, onStoppedByUser } from '~/engine/by-user'
import { onDue } from '~/engine/decide'
import { onHold, onSent, startEnrollment } from '~/engine/events'
import { explainStored } from '~/engine/explain-stored'
import { replan } from '~/engine/replan'
import { onReply } from '~/engine/replies'
import { later, mail, sequence, snapshot, utc } from './support/build'

const plan = sequence([mail('a', 1), mail('b', 2)])
/** The first email is due at 9:00 on 2 November. */
const due = () => {
  const s = snapshot(plan)
  return later(s, startEnrollment(s), utc('2026-11-02T09:00:00'))
}
const words = { date: (at: Date) => at.toISOString(), step: (id: string) => `step ${id}` }

describe('an enrollment paused by the user', () => {
  const paused = () => later(due(), onPausedByUser(due()), utc('2026-11-02T09:01:00'))

  it('sends nothing, whatever the sequence does', () => {
    expect(onPausedByUser(due())).toMatchObject({
      type: 'hold',
      reason: 'paused_by_user',
      until: null,
      cancelled: { stepId: 'a', visit: 1 },
    })
    expect(onDue(paused())).toMatchObject({ type: 'hold', reason: 'paused_by_user' })
    expect(replan(paused()).enrollment.holdReason).toBe('paused_by_user')
    expect(onHold(paused(), 'missing_variable').enrollment.holdReason).toBe('paused_by_user')
  })

  it('keeps its place and stays paused when a started email is sent', () => {
    const sent = onSent(paused(), { stepId: 'a', visit: 1 })
    expect(sent.enrollment).toMatchObject({ holdReason: 'paused_by_user', action: { kind: 'decide' } })
  })

  it('handles a reply after the pause', () => {
    const mailed = later(due(), onSent(due(), { stepId: 'a', visit: 1 }), utc('2026-11-02T10:00:00'))
    const held = later(mailed, onPausedByUser(mailed), utc('2026-11-02T11:00:00'))
    const replied = onReply(held, { stepId: 'a', at: utc('2026-11-02T10:30:00') })
    expect(replied.enrollment.repliedAt).toEqual(utc('2026-11-02T10:30:00'))
    expect(replied.enrollment.status === 'active' ? replied.enrollment.holdReason : 'ended').not.toBe(null)
  })

  it('continues at a valid time when resumed', () => {
    const wednesday = later(due(), onPausedByUser(due()), utc('2026-11-04T12:00:00'))
    expect(onResumedByUser(wednesday).enrollment).toMatchObject({
      holdReason: null,
      action: { stepId: 'a', at: utc('2026-11-05T09:00:00') },
    })
    expect(onResumedByUser(due())).toMatchObject({ type: 'record' })
  })
})

describe('skipping a step by the user', () => {
  it('skips a pending email and goes to the next step', () => {
    const skipped = onSkippedByUser(due())
    expect(skipped).toMatchObject({
      type: 'plan',
      rule: 'skipped_by_user',
      cancelled: { stepId: 'a', visit: 1 },
      enrollment: { action: { kind: 'send', stepId: 'b' } },
    })
    expect(explainStored(skipped, words)).toContain('You skipped step a.')
  })

  it('ends an open reaction window without changing the streak', () => {
    const mailed = later(due(), onSent(due(), { stepId: 'a', visit: 1 }), utc('2026-11-02T10:00:00'))
    const skipped = onSkippedByUser(mailed)
    expect(skipped.enrollment.action).toMatchObject({ kind: 'send', stepId: 'b' })
    expect(skipped.streak).toBeUndefined()
  })

  it('ends the enrollment after the last step', () => {
    const first = later(due(), onSkippedByUser(due()), utc('2026-11-02T09:05:00'))
    expect(onSkippedByUser(first)).toMatchObject({ type: 'complete', reason: 'finished' })
  })

  it('does nothing for an email that has started', () => {
    const started = { ...due(), facts: { ...due().facts, pendingSend: 'sending' as const } }
    expect(onSkippedByUser(started)).toMatchObject({ type: 'record', rule: 'in_flight' })
  })

  it('keeps a paused enrollment paused', () => {
    const paused = later(due(), onPausedByUser(due()), utc('2026-11-02T09:01:00'))
    expect(onSkippedByUser(paused).enrollment).toMatchObject({
      holdReason: 'paused_by_user',
      action: { stepId: 'b' },
    })
  })
})

it('ends an enrollment that the user stops', () => {
  expect(onStoppedByUser(due())).toMatchObject({ type: 'stop', reason: 'stopped_by_user' })
})
