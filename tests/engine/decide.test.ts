import { describe, expect, it } from 'vitest'
import { onDue } from '~/engine/decide'
import { moveToSlot, onDeferred, onHold, onSent, onStop, startEnrollment } from '~/engine/events'
import type { ContactFacts, MailboxFacts } from '~/engine/types'
import {
  after,
  END,
  facts,
  inWindow,
  list,
  MONDAY,
  mail,
  sentMail,
  sequence,
  snapshot,
  to,
  utc,
  wait,
} from './support/build'

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

  it('waits for a step where there is none, and is not started twice', () => {
    const none = startEnrollment(snapshot(sequence([])))
    expect(none).toMatchObject({ type: 'hold', reason: 'no_steps' })
    const s = snapshot(sequence([mail('a', 1)]))
    expect(startEnrollment(after(s, startEnrollment(s), MONDAY)).type).toBe('record')
  })

  it.each([
    ['unsubscribed', 'unsubscribed'],
    ['suppressed', 'suppressed'],
    ['hardBounced', 'hard_bounce'],
    ['domainSuppressed', 'domain_suppressed'],
  ] as const)('is never planned for a contact that is %s', (flag, reason) => {
    const contact: Partial<ContactFacts> = { [flag]: true }
    const decision = startEnrollment(snapshot(sequence([mail('a', 1)]), { facts: facts({ contact }) }))
    expect(decision).toMatchObject({ type: 'stop', reason, enrollment: { status: 'stopped', action: null } })
  })
})

describe('a send that is due', () => {
  const plan = sequence([mail('a', 1, { skipWeekends: true }), mail('b', 2)])
  const planned = (now: string, more = {}) => {
    const s = snapshot(plan)
    return after(s, startEnrollment(s), utc(now), more)
  }

  it('is sent at its time and not before', () => {
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

  it('does not slip into a weekend that the step skips', () => {
    const late = mail('a', 1, { sendHour: 23, sendMinute: 45, skipWeekends: true })
    const s = snapshot(sequence([late]), { now: utc('2026-11-06T20:00:00') })
    const decision = onDue(after(s, startEnrollment(s), utc('2026-11-07T00:05:00')))
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
  ])('is held by %s until that changes', (_name, more, reason) => {
    const decision = onDue(planned('2026-11-02T09:00:00', { facts: facts(more) }))
    expect(decision).toMatchObject({ type: 'hold', reason, until: null })
  })

  it('leaves a mail alone that is already on its way', () => {
    const decision = onDue(planned('2026-11-02T09:00:00', { facts: facts({ pendingSend: 'sending' }) }))
    expect(decision).toMatchObject({ type: 'record', rule: 'in_flight' })
  })

  it('is held while the sequence is paused, and looked at again by an event only', () => {
    const decision = onDue(planned('2026-11-02T09:00:00', { plan: { ...plan, status: 'paused' } }))
    expect(decision).toMatchObject({
      type: 'hold',
      reason: 'paused',
      until: null,
      cancelled: { stepId: 'a' },
    })
  })

  it('stops when the contact unsubscribed meanwhile', () => {
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
    ['a first mail needs no fresh inbox', null, null, 'send'],
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
      // The sync itself may ask before the minute is over.
      const now = utc('2026-11-02T09:00:20')
      const fresh = facts({ lastSend, mailbox: synced('2026-11-02T09:00:15') })
      expect(onDue(after(planned('2026-11-02T09:00:00'), decision, now, { facts: fresh })).type).toBe('send')
    }
  })

  it('opens its window from the planned time, whatever slot it had', () => {
    const s = planned('2026-11-02T09:00:00')
    const slot = {
      at: utc('2026-11-02T11:30:00'),
      plannedAt: utc('2026-11-02T09:00:00'),
      reason: 'slot' as const,
    }
    const moved = moveToSlot(s, slot)
    const sent = onSent(after(s, moved, utc('2026-11-02T11:31:00')), { stepId: 'a', visit: 1 })
    expect(sent.enrollment.action).toMatchObject({
      kind: 'decide',
      at: utc('2026-11-04T09:00:00'),
      momentAt: utc('2026-11-02T09:00:00'),
    })
  })

  it('waits in sight of everybody when the daily limit is reached', () => {
    const s = planned('2026-11-02T09:00:00')
    const at = utc('2026-11-03T09:00:00')
    const moved = moveToSlot(s, { at, plannedAt: at, reason: 'quota' })
    expect(moved).toMatchObject({ type: 'hold', reason: 'quota', until: at })
    expect(onDue(after(s, moved, at))).toMatchObject({
      type: 'send',
      plannedAt: at,
      enrollment: { holdReason: null },
    })
  })
})

describe("a window's end", () => {
  const step = mail('a', 1)
  const plan = sequence([step, mail('b', 2, { delayDays: 1 })])
  const sentAt = utc('2026-11-02T09:00:00')
  const ended = utc('2026-11-04T09:00:00')
  const window = (more: Parameters<typeof facts>[0] = {}, now = ended) =>
    onDue(
      snapshot(plan, {
        enrollment: inWindow(step, sentAt),
        facts: facts({ lastSend: sentMail('a', sentAt), ...more }),
        now,
      }),
    )

  it('counts delays from the end of the window, in days', () => {
    expect(window()).toMatchObject({
      reaction: 'not_opened',
      streak: 1,
      enrollment: {
        visits: { a: 1, b: 1 },
        action: { kind: 'send', at: utc('2026-11-05T09:00:00'), momentAt: ended },
      },
    })
  })

  it.each([
    ['opened inside', '2026-11-04T09:00:00', 'opened_no_reply'],
    ['opened a second too late', '2026-11-04T09:00:01', 'not_opened'],
  ])('%s', (_name, openedAt, reaction) => {
    const lastSend = sentMail('a', sentAt, { openedAt: utc(openedAt) })
    const decision = window({ lastSend, contact: { notOpenedStreak: 2 } }, utc('2026-11-04T10:00:00'))
    expect(decision).toMatchObject({ reaction, streak: 0 })
  })

  it.each([
    ['machine hits alone', { onlyMachineHits: true }],
    ['a mail without pixel', { tracked: false }],
  ])('leaves the streak as it is after %s', (_name, more) => {
    const decision = window({ lastSend: sentMail('a', sentAt, more), contact: { notOpenedStreak: 2 } })
    expect(decision).toMatchObject({ type: 'plan', reaction: 'not_opened' })
    expect(decision.streak).toBeUndefined()
  })

  it('suppresses the contact when the streak reaches the limit', () => {
    const decision = window({ contact: { notOpenedStreak: 2 } })
    expect(decision).toMatchObject({
      type: 'stop',
      reason: 'not_open_limit',
      streak: 3,
      suppressContact: true,
    })
    expect(window({ contact: { notOpenedStreak: 9, maxNotOpens: 0 } }).type).toBe('plan')
  })

  it.each([
    ['no sync yet', READS, 'inbox_not_fresh'],
    ['a sync that ended with the window', synced('2026-11-04T09:00:00'), 'inbox_not_fresh'],
    ['a mailbox that is away', { ...READS, connected: false }, 'mailbox_not_connected'],
    ['no mailbox', null, 'no_mailbox'],
  ])('is not decided with %s', (_name, mailbox, reason) => {
    expect(window({ mailbox })).toMatchObject({ type: 'hold', reason })
  })

  it('is decided after a sync that ended later, however old that is', () => {
    const mailbox = synced('2026-11-04T09:00:01')
    expect(window({ mailbox }, utc('2026-11-04T12:00:00')).rule).toBe('window_decided')
  })

  it('never overlooks a reply on record', () => {
    const repliedAt = utc('2026-11-03T10:00:00')
    const decision = window({ lastSend: sentMail('a', sentAt, { repliedAt }) })
    expect(decision).toMatchObject({ type: 'complete', reason: 'replied', enrollment: { repliedAt } })
  })

  it('completes an enrollment that has no step left', () => {
    const last = onDue(snapshot(sequence([step]), { enrollment: inWindow(step, sentAt), now: ended }))
    expect(last).toMatchObject({
      type: 'complete',
      reason: 'finished',
      enrollment: { status: 'completed', endedAt: ended },
    })
  })

  it('finishes for a deleted step, then takes the default', () => {
    const cut = mail('a', 1, { archived: true, on: { not_opened: END } })
    const decision = onDue(
      snapshot(sequence([cut, mail('b', 2)]), { enrollment: inWindow(cut, sentAt), now: ended }),
    )
    expect(decision).toMatchObject({ type: 'plan', enrollment: { currentStepId: 'b' } })
  })

  it('adds the wait days of the branch before every kind of step', () => {
    const branch = (id: string) => ({ on: { not_opened: { waitDays: 2, next: to(id) } } })
    const at = (next: Parameters<typeof sequence>[0][number]) => {
      const from = mail('a', 1, branch(next.id))
      return onDue(snapshot(sequence([from, next]), { enrollment: inWindow(from, sentAt), now: ended }))
        .enrollment.action?.at
    }
    expect(at(mail('b', 2, { delayDays: 1 }))).toEqual(utc('2026-11-07T09:00:00'))
    expect(at(wait('b', 2, 5, 'hours'))).toEqual(utc('2026-11-06T14:00:00'))
    expect(at(wait('b', 2, 1, 'days'))).toEqual(utc('2026-11-07T00:00:00'))
    expect(at(list('b', 2))).toEqual(utc('2026-11-06T09:00:00'))
  })
})

describe('waits and lists', () => {
  it('starts at the moment that led there and goes on from its planned end', () => {
    const plan = sequence([wait('w', 1, 1, 'days'), list('l', 2), mail('a', 3)])
    const s = snapshot(plan)
    const waiting = startEnrollment(s)
    expect(waiting.enrollment.action).toMatchObject({ kind: 'wait', at: utc('2026-11-03T00:00:00') })
    const listed = onDue(after(s, waiting, utc('2026-11-03T00:07:00')))
    expect(listed.enrollment.action).toMatchObject({ kind: 'add_to_list', at: utc('2026-11-03T00:00:00') })
    const added = onDue(after(s, listed, utc('2026-11-03T00:08:00')))
    expect(added).toMatchObject({
      type: 'add_to_list',
      personaId: 'list-l',
      enrollment: { action: { kind: 'send', at: utc('2026-11-03T09:00:00') } },
    })
  })

  it('adds to the list also when nothing follows', () => {
    const s = snapshot(sequence([list('l', 1, END)]))
    const added = onDue(after(s, startEnrollment(s), MONDAY))
    expect(added).toMatchObject({
      type: 'add_to_list',
      enrollment: { status: 'completed', endReason: 'finished' },
    })
  })

  it('ends a circle by the loop limit', () => {
    const plan = sequence([list('l', 1, to('m')), list('m', 2, to('l'))])
    let s = snapshot(plan)
    s = after(s, startEnrollment(s), MONDAY)
    let turns = 0
    for (; s.enrollment.status === 'active'; turns += 1) s = after(s, onDue(s), MONDAY)
    expect(turns).toBe(6)
    expect(s.enrollment).toMatchObject({ status: 'stopped', endReason: 'loop_limit', visits: { l: 3, m: 3 } })
  })
})

describe('outcomes of a hand-over', () => {
  const plan = sequence([mail('a', 1), mail('b', 2)])
  const due = () => {
    const s = snapshot(plan)
    return after(s, startEnrollment(s), utc('2026-11-02T09:00:00'))
  }

  it('tries a deferred mail again at the named time, and moves it when that is too late', () => {
    const soon = onDeferred(due(), utc('2026-11-02T09:30:00'))
    expect(soon).toMatchObject({ type: 'hold', reason: 'retry', until: utc('2026-11-02T09:30:00') })
    expect(onDue(after(due(), soon, utc('2026-11-02T09:30:00'))).type).toBe('send')
    const late = onDeferred(due(), utc('2026-11-02T12:00:00'))
    const moved = onDue(after(due(), late, utc('2026-11-02T12:00:00')))
    expect(moved).toMatchObject({
      rule: 'moved_late',
      enrollment: { action: { at: utc('2026-11-03T09:00:00') } },
    })
  })

  it('holds an uncertain mail until it is known to be sent', () => {
    const held = onHold(due(), 'uncertain_send')
    expect(held).toMatchObject({ type: 'hold', until: null })
    const sent = onSent(after(due(), held, utc('2026-11-05T10:00:00')), { stepId: 'a', visit: 1 })
    expect(sent.enrollment).toMatchObject({
      holdReason: null,
      action: { kind: 'decide', at: utc('2026-11-04T09:00:00') },
    })
  })

  it('records a mail that was overtaken, and frees what waited for its outcome', () => {
    const other = { stepId: 'b', visit: 1 }
    expect(onSent(due(), other)).toMatchObject({ type: 'record', rule: 'already_recorded' })
    const held = after(due(), onHold(due(), 'uncertain_send'), utc('2026-11-02T09:10:00'))
    expect(onSent(held, other)).toMatchObject({
      type: 'plan',
      enrollment: { holdReason: null, action: { stepId: 'a' } },
    })
  })

  it('keeps a hold for the contact over one for the mail', () => {
    const until = utc('2026-11-08T00:00:00')
    const away = {
      ...due(),
      enrollment: { ...due().enrollment, holdReason: 'out_of_office' as const, heldUntil: until },
    }
    expect(onHold(away, 'missing_variable')).toMatchObject({
      type: 'record',
      enrollment: { holdReason: 'out_of_office' },
    })
  })

  it('ends once', () => {
    const stopped = onStop(due(), 'complaint')
    expect(stopped).toMatchObject({ type: 'stop', reason: 'complaint', cancelled: { stepId: 'a', visit: 1 } })
    const gone = after(due(), stopped, utc('2026-11-02T10:00:00'))
    for (const again of [
      onStop(gone, 'unsubscribed'),
      onDue(gone),
      onHold(gone, 'retry'),
      onSent(gone, { stepId: 'a', visit: 1 }),
    ]) {
      expect(again).toMatchObject({ type: 'record', enrollment: stopped.enrollment })
    }
  })
})
