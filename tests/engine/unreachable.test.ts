import { describe, expect, it } from 'vitest'
import { onPausedByUser, onResumedByUser, onSkippedByUser } from '~/engine/by-user'
import { onDue } from '~/engine/decide'
import {
  onDeferred,
  onHold,
  onReachable,
  onRefusalWithdrawn,
  onSent,
  onStop,
  onUnreachable,
  startEnrollment,
} from '~/engine/events'
import { explainHoldWith } from '~/engine/explain'
import { explainStored } from '~/engine/explain-stored'
import { replan } from '~/engine/replan'
import { onAutoReply, onCompanyReply, onOtherReply, onReply } from '~/engine/replies'
import { later, mail, sequence, snapshot, utc } from './support/build'

const plan = sequence([mail('a', 1), mail('b', 2)])
/** The first email is due at 9:00 on 2 November. */
const due = () => {
  const s = snapshot(plan)
  return later(s, startEnrollment(s), utc('2026-11-02T09:00:00'))
}
const TEN = utc('2026-11-02T10:00:00')
const DETAIL = { detail: '550 5.0.0 Not possible' }
const held = () => later(due(), onUnreachable(due(), DETAIL), TEN)

describe('an enrollment whose address could not be reached', () => {
  it('sends nothing, whatever else happens', () => {
    expect(onUnreachable(due(), DETAIL)).toMatchObject({
      type: 'hold',
      reason: 'address_unreachable',
      until: null,
      rule: 'unreachable',
      cancelled: { stepId: 'a', visit: 1 },
    })
    const week = utc('2026-11-09T10:00:00')
    for (const decision of [
      onDue(held()),
      replan(held()),
      onHold(held(), 'missing_variable'),
      onDeferred(held(), week),
      onAutoReply(held(), week),
      onCompanyReply(held(), { at: TEN, domain: 'acme.example', colleague: 'c', detail: 'c' }, 'hold'),
    ])
      expect(decision.enrollment).toMatchObject({ holdReason: 'address_unreachable', heldUntil: null })
  })

  it('replaces holds that would end by themselves, and a pause', () => {
    for (const before of [onAutoReply(due(), utc('2026-11-20T00:00:00')), onPausedByUser(due())])
      expect(onUnreachable(later(due(), before, TEN)).enrollment.holdReason).toBe('address_unreachable')
  })

  it('stays held when an email that was in flight is accepted', () => {
    expect(onSent(held(), { stepId: 'a', visit: 1 }).enrollment).toMatchObject({
      holdReason: 'address_unreachable',
      action: { kind: 'decide' },
    })
  })

  it.each([
    ['the user resumes it', onResumedByUser],
    ['the contact opens or answers another email', onReachable],
    [
      'the contact answers it',
      (s: Parameters<typeof onReachable>[0]) => onReply(s, { stepId: 'a', at: TEN }),
    ],
    ['the user skips the step', onSkippedByUser],
  ])('goes on if %s', (_, event) => {
    expect(event(held()).enrollment.holdReason).toBeNull()
  })

  it('is held for a week by a reply to another sequence, which proves that the address works', () => {
    expect(onOtherReply(held(), TEN, 'hold').enrollment.holdReason).toBe('replied_elsewhere')
  })

  it('ends with a hard bounce', () => {
    expect(onStop(held(), 'hard_bounce')).toMatchObject({ type: 'stop', reason: 'hard_bounce' })
  })

  it('says why', () => {
    expect(explainHoldWith('address_unreachable', '550 Not possible.')).toBe(
      'the address could not be reached: 550 Not possible',
    )
    const words = { date: String, step: String }
    const { type, rule, inputs } = onUnreachable(due(), DETAIL)
    expect(explainStored({ type, rule, inputs }, words)).toBe(
      'Held: the address could not be reached: 550 5.0.0 Not possible.',
    )
  })
})

describe('a refusal that is taken back', () => {
  const { action } = due().enrollment
  const until = utc('2026-11-02T11:00:00')

  it.each([
    ['ended', () => onStop(due(), 'send_failed')],
    ['held', () => onUnreachable(due(), DETAIL)],
  ])('puts an enrollment that it %s back to the same email', (_, refused) => {
    const s = later(due(), refused(), TEN)
    const decision = onRefusalWithdrawn(s, action!, until, false)
    expect(decision).toMatchObject({ type: 'hold', rule: 'refusal_withdrawn' })
    expect(decision.enrollment).toEqual({
      ...due().enrollment,
      action: { ...action, at: until },
      holdReason: 'retry',
      heldUntil: until,
    })
    expect(onDue(later(s, decision, until))).toMatchObject({ type: 'send', stepId: 'a', visit: 1 })
  })

  it.each(['unsubscribed', 'stopped_by_user'] as const)(
    'does not bring back one that ended otherwise: %s',
    (reason) => {
      const s = later(due(), onStop(due(), reason), TEN)
      expect(onRefusalWithdrawn(s, action!, until, false).type).toBe('record')
    },
  )

  it('does not bring back a contact that has replied since', () => {
    const s = later(due(), onStop(due(), 'send_failed'), TEN)
    const replied = later(s, onReply(s, { stepId: 'a', at: TEN }), TEN)
    const decision = onRefusalWithdrawn(replied, action!, until, false)
    expect(decision).toMatchObject({ type: 'record', enrollment: { status: 'stopped', repliedAt: TEN } })
  })

  it('does not bring back an ended enrollment after a reply elsewhere, and leaves a held one to its hold', () => {
    const ended = later(due(), onStop(due(), 'send_failed'), TEN)
    expect(onRefusalWithdrawn(ended, action!, until, true).type).toBe('record')
    const held = later(due(), onUnreachable(due(), DETAIL), TEN)
    expect(onRefusalWithdrawn(held, action!, until, true).type).toBe('hold')
  })

  it('brings back the email that follows a reply', () => {
    const s = later(due(), onStop(due(), 'send_failed'), TEN)
    const replied = { ...s, enrollment: { ...s.enrollment, repliedAt: TEN } }
    const after = { ...action!, origin: { stepId: 'a', reaction: 'replied' as const } }
    expect(onRefusalWithdrawn(replied, after, until, false).type).toBe('hold')
  })

  it('does not bring back a contact that must not be emailed', () => {
    const s = later(due(), onStop(due(), 'send_failed'), TEN)
    const facts = { ...s.facts, contact: { ...s.facts.contact, unsubscribed: true } }
    expect(onRefusalWithdrawn({ ...s, facts }, action!, until, false).type).toBe('record')
  })
})
