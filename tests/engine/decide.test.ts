import { describe, expect, it } from 'vitest'
import { onDue } from '~/engine/decide'
import { moveToSlot, onSent, startEnrollment } from '~/engine/events'
import type { ContactState, MailboxFacts } from '~/engine/types'
import { facts, later, MONDAY, mail, sentMail, sequence, snapshot, utc } from './support/build'

const READS: MailboxFacts = { connected: true, canRead: true, lastSyncEndedAt: null }
const synced = (at: string): MailboxFacts => ({ ...READS, lastSyncEndedAt: utc(at) })

describe('the first step', () => {
  it('is due at its send time, counted from the latest of enrollment, activation and start date', () => {
    const step = mail('a', 1)
    const dueWith = (more: Parameters<typeof sequence>[1]) =>
      startEnrollment(snapshot(sequence([step], more))).enrollment.action?.at
    expect(dueWith({})).toEqual(utc('2026-11-02T09:00:00'))
    expect(dueWith({ startDate: utc('2026-11-10T00:00:00') })).toEqual(utc('2026-11-10T09:00:00'))
    expect(dueWith({ activatedAt: utc('2026-11-04T09:30:00') })).toEqual(utc('2026-11-05T09:00:00'))
  })

  it.each([
    ['paused', 'paused'],
    ['draft', 'not_activated'],
  ] as const)('waits while the sequence is %s', (status, reason) => {
    const decision = startEnrollment(snapshot(sequence([mail('a', 1)], { status })))
    expect(decision).toMatchObject({
      type: 'hold',
      reason,
      until: null,
      enrollment: { action: null, visits: {} },
    })
  })

  it('waits until a step exists, and starts once', () => {
    const none = startEnrollment(snapshot(sequence([])))
    expect(none).toMatchObject({ type: 'hold', reason: 'no_steps' })
    const s = snapshot(sequence([mail('a', 1)]))
    expect(startEnrollment(later(s, startEnrollment(s), MONDAY)).type).toBe('record')
  })

  it.each([
    ['unsubscribed', 'unsubscribed'],
    ['suppressed', 'suppressed'],
    ['hardBounced', 'hard_bounce'],
    ['domainSuppressed', 'domain_suppressed'],
  ] as const)('is never planned for a contact that is %s', (flag, reason) => {
    const contact: Partial<ContactState> = { [flag]: true }
    const decision = startEnrollment(snapshot(sequence([mail('a', 1)]), { facts: facts({ contact }) }))
    expect(decision).toMatchObject({ type: 'stop', reason, enrollment: { status: 'stopped', action: null } })
  })
})

describe('a send that is due', () => {
  const plan = sequence([mail('a', 1, { skipWeekends: true }), mail('b', 2)])
  const planned = (now: string, more = {}) => {
    const s = snapshot(plan)
    return later(s, startEnrollment(s), utc(now), more)
  }

  it('is sent at its time, not before', () => {
    expect(onDue(planned('2026-11-02T08:59:59'))).toMatchObject({ type: 'plan', rule: 'not_due' })
    expect(onDue(planned('2026-11-02T09:00:00'))).toMatchObject({ type: 'send', stepId: 'a', visit: 1 })
  })

  it.each([
    ['exactly 60 minutes late', '2026-11-02T10:00:00', 'send', '2026-11-02T09:00:00'],
    ['more than 60 minutes late', '2026-11-02T10:00:01', 'plan', '2026-11-03T09:00:00'],
    ['days late, before the send time', '2026-11-05T03:00:00', 'plan', '2026-11-05T09:00:00'],
    ['late on a Friday', '2026-11-06T12:00:00', 'plan', '2026-11-09T09:00:00'],
  ])('%s', (_name, now, type, at) => {
    const decision = onDue(planned(now))
    expect(decision).toMatchObject({ type, enrollment: { action: { at: utc(at), plannedAt: utc(at) } } })
  })

  it('does not move into a skipped weekend', () => {
    const late = mail('a', 1, { sendHour: 23, sendMinute: 45, skipWeekends: true })
    const s = snapshot(sequence([late]), { now: utc('2026-11-06T20:00:00') })
    const decision = onDue(later(s, startEnrollment(s), utc('2026-11-07T00:05:00')))
    expect(decision).toMatchObject({
      rule: 'moved_weekend',
      cancelled: { stepId: 'a', visit: 1 },
      enrollment: { action: { at: utc('2026-11-09T23:45:00') } },
    })
  })

  it.each([
    ['no mailbox', { mailbox: null }, 'no_mailbox'],
    ['a mailbox that is not connected', { mailbox: { ...READS, connected: false } }, 'mailbox_not_connected'],
    ['an uncertain mail', { pendingSend: 'uncertain' as const }, 'uncertain_send'],
  ])('is held by %s until it changes', (_name, more, reason) => {
    const decision = onDue(planned('2026-11-02T09:00:00', { facts: facts(more) }))
    expect(decision).toMatchObject({ type: 'hold', reason, until: null })
  })

  it('leaves a started email alone', () => {
    const decision = onDue(planned('2026-11-02T09:00:00', { facts: facts({ pendingSend: 'sending' }) }))
    expect(decision).toMatchObject({ type: 'record', rule: 'in_flight' })
  })

  it('is held while the sequence is paused, until an event', () => {
    const decision = onDue(planned('2026-11-02T09:00:00', { plan: { ...plan, status: 'paused' } }))
    expect(decision).toMatchObject({
      type: 'hold',
      reason: 'paused',
      until: null,
      cancelled: { stepId: 'a' },
    })
  })

  it('ends when the contact unsubscribed meanwhile', () => {
    const decision = onDue(
      planned('2026-11-02T09:00:00', { facts: facts({ contact: { unsubscribed: true } }) }),
    )
    expect(decision).toMatchObject({
      type: 'stop',
      reason: 'unsubscribed',
      cancelled: { stepId: 'a', visit: 1 },
    })
  })

  it.each([
    ['a first email needs no fresh inbox', null, null, 'send'],
    ['a follow-up needs one', '2026-10-30T09:00:00', null, 'hold'],
    ['a sync 61 seconds ago is too old', '2026-10-30T09:00:00', '2026-11-02T08:58:59', 'hold'],
    ['a sync 60 seconds ago is fresh', '2026-10-30T09:00:00', '2026-11-02T08:59:00', 'send'],
  ])('%s', (_name, sentAt, syncAt, type) => {
    const lastSend = sentAt ? sentMail('x', utc(sentAt)) : null
    const mailbox = syncAt ? synced(syncAt) : READS
    const decision = onDue(planned('2026-11-02T09:00:00', { facts: facts({ lastSend, mailbox }) }))
    expect(decision.type).toBe(type)
    if (decision.type === 'hold') {
      expect(decision).toMatchObject({ reason: 'inbox_not_fresh', until: utc('2026-11-02T09:01:00') })
      // The sync itself may request it within the minute.
      const now = utc('2026-11-02T09:00:20')
      const fresh = facts({ lastSend, mailbox: synced('2026-11-02T09:00:15') })
      expect(onDue(later(planned('2026-11-02T09:00:00'), decision, now, { facts: fresh })).type).toBe('send')
    }
  })

  it('is rechecked less often while the inbox is stale, at least hourly', () => {
    const sent = sentMail('x', utc('2026-10-30T09:00:00'))
    const looks = ['09:00:00', '09:01:00', '09:16:00', '10:00:00'].map((time) => {
      const decision = onDue(
        planned(`2026-11-02T${time}`, { facts: facts({ lastSend: sent, mailbox: READS }) }),
      )
      return decision.type === 'hold' && decision.until?.toISOString().slice(11, 16)
    })
    expect(looks).toEqual(['09:01', '09:02', '09:32', '11:00'])
  })

  it('counts its reaction window from the planned time', () => {
    const s = planned('2026-11-02T09:00:00')
    const slot = {
      at: utc('2026-11-02T11:30:00'),
      plannedAt: utc('2026-11-02T09:00:00'),
      reason: 'slot' as const,
    }
    const moved = moveToSlot(s, slot)
    const sent = onSent(later(s, moved, utc('2026-11-02T11:31:00')), { stepId: 'a', visit: 1 })
    expect(sent.enrollment.action).toMatchObject({
      kind: 'decide',
      at: utc('2026-11-04T09:00:00'),
      momentAt: utc('2026-11-02T09:00:00'),
    })
  })

  it('shows the reached daily limit as its hold reason', () => {
    const s = planned('2026-11-02T09:00:00')
    const at = utc('2026-11-03T09:00:00')
    const moved = moveToSlot(s, { at, plannedAt: at, reason: 'quota' })
    expect(moved).toMatchObject({ type: 'hold', reason: 'quota', until: at })
    expect(onDue(later(s, moved, at))).toMatchObject({
      type: 'send',
      plannedAt: at,
      enrollment: { holdReason: null },
    })
  })
})
