import { describe, expect, it } from 'vitest'
import { onPausedByUser, onResumedByUser, onSkippedByUser, onStoppedByUser } from '~/engine/by-user'
import { onDue } from '~/engine/decide'
import { onHold, onSent, startEnrollment } from '~/engine/events'
import { explainStored } from '~/engine/explain-stored'
import { replan } from '~/engine/replan'
import { onReply } from '~/engine/replies'
import { later, mail, sequence, snapshot, utc } from './support/build'

const plan = sequence([mail('a', 1), mail('b', 2)])
/** The first mail is due at 9:00 on 2 November. */
const due = () => {
  const s = snapshot(plan)
  return later(s, startEnrollment(s), utc('2026-11-02T09:00:00'))
}
const words = { date: (at: Date) => at.toISOString(), step: (id: string) => `step ${id}` }

describe('a person whom the user pauses', () => {
  const paused = () => later(due(), onPausedByUser(due()), utc('2026-11-02T09:01:00'))

  it('gets nothing, whatever the sequence does meanwhile', () => {
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

  it('keeps its place when a mail that had started is sent, and stays paused', () => {
    const sent = onSent(paused(), { stepId: 'a', visit: 1 })
    expect(sent.enrollment).toMatchObject({ holdReason: 'paused_by_user', action: { kind: 'decide' } })
  })

  it('is answered after the pause when it replies', () => {
    const mailed = later(due(), onSent(due(), { stepId: 'a', visit: 1 }), utc('2026-11-02T10:00:00'))
    const held = later(mailed, onPausedByUser(mailed), utc('2026-11-02T11:00:00'))
    const replied = onReply(held, { stepId: 'a', at: utc('2026-11-02T10:30:00') })
    expect(replied.enrollment.repliedAt).toEqual(utc('2026-11-02T10:30:00'))
    expect(replied.enrollment.status === 'active' ? replied.enrollment.holdReason : 'ended').not.toBe(null)
  })

  it('goes on at a valid time when it is let go on', () => {
    const wednesday = later(due(), onPausedByUser(due()), utc('2026-11-04T12:00:00'))
    expect(onResumedByUser(wednesday).enrollment).toMatchObject({
      holdReason: null,
      action: { stepId: 'a', at: utc('2026-11-05T09:00:00') },
    })
    expect(onResumedByUser(due())).toMatchObject({ type: 'record' })
  })
})

describe('a person for whom the user skips', () => {
  it('a mail gets the next one instead', () => {
    const skipped = onSkippedByUser(due())
    expect(skipped).toMatchObject({
      type: 'plan',
      rule: 'skipped_by_user',
      cancelled: { stepId: 'a', visit: 1 },
      enrollment: { action: { kind: 'send', stepId: 'b' } },
    })
    expect(explainStored(skipped, words)).toContain('You skipped step a.')
  })

  it('an open window goes on at once, its streak untouched', () => {
    const mailed = later(due(), onSent(due(), { stepId: 'a', visit: 1 }), utc('2026-11-02T10:00:00'))
    const skipped = onSkippedByUser(mailed)
    expect(skipped.enrollment.action).toMatchObject({ kind: 'send', stepId: 'b' })
    expect(skipped.streak).toBeUndefined()
  })

  it('the last step is at the end', () => {
    const first = later(due(), onSkippedByUser(due()), utc('2026-11-02T09:05:00'))
    expect(onSkippedByUser(first)).toMatchObject({ type: 'complete', reason: 'finished' })
  })

  it('a mail that has started: nothing happens', () => {
    const started = { ...due(), facts: { ...due().facts, pendingSend: 'sending' as const } }
    expect(onSkippedByUser(started)).toMatchObject({ type: 'record', rule: 'in_flight' })
  })

  it('stays paused if it is', () => {
    const paused = later(due(), onPausedByUser(due()), utc('2026-11-02T09:01:00'))
    expect(onSkippedByUser(paused).enrollment).toMatchObject({
      holdReason: 'paused_by_user',
      action: { stepId: 'b' },
    })
  })
})

it('a person whom the user stops is over', () => {
  expect(onStoppedByUser(due())).toMatchObject({ type: 'stop', reason: 'stopped_by_user' })
})
