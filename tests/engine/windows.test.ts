import { describe, expect, it } from 'vitest'
import { onDue } from '~/engine/decide'
import { startEnrollment } from '~/engine/events'
import type { MailboxFacts } from '~/engine/types'
import {
  END,
  facts,
  inWindow,
  later,
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

describe('the end of a reaction window', () => {
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
    expect(decision).toMatchObject({ type: 'plan', reaction })
    // A value other than 0 was counted after the open.
    expect(decision.streak).toBeUndefined()
  })

  it.each([
    ['machine hits alone', { onlyMachineHits: true }],
    ['an email without a pixel', { tracked: false }],
  ])('leaves the streak unchanged after %s', (_name, more) => {
    const decision = window({ lastSend: sentMail('a', sentAt, more), contact: { notOpenedStreak: 2 } })
    expect(decision).toMatchObject({ type: 'plan', reaction: 'not_opened' })
    expect(decision.streak).toBeUndefined()
  })

  it('suppresses the contact at the streak limit', () => {
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
    ['a disconnected mailbox', { ...READS, connected: false }, 'mailbox_not_connected'],
    ['no mailbox', null, 'no_mailbox'],
  ])('waits with %s', (_name, mailbox, reason) => {
    expect(window({ mailbox })).toMatchObject({ type: 'hold', reason })
  })

  it('is decided after any sync that ended later', () => {
    const mailbox = synced('2026-11-04T09:00:01')
    expect(window({ mailbox }, utc('2026-11-04T12:00:00')).rule).toBe('window_decided')
  })

  it('never overlooks a recorded reply', () => {
    const repliedAt = utc('2026-11-03T10:00:00')
    const decision = window({ lastSend: sentMail('a', sentAt, { repliedAt }) })
    expect(decision).toMatchObject({ type: 'complete', reason: 'replied', enrollment: { repliedAt } })
  })

  it('completes an enrollment without a next step', () => {
    const last = onDue(snapshot(sequence([step]), { enrollment: inWindow(step, sentAt), now: ended }))
    expect(last).toMatchObject({
      type: 'complete',
      reason: 'finished',
      enrollment: { status: 'completed', endedAt: ended },
    })
  })

  it('finishes for a deleted step and takes the default', () => {
    const cut = mail('a', 1, { archived: true, on: { not_opened: END } })
    const decision = onDue(
      snapshot(sequence([cut, mail('b', 2)]), { enrollment: inWindow(cut, sentAt), now: ended }),
    )
    expect(decision).toMatchObject({ type: 'plan', enrollment: { currentStepId: 'b' } })
  })

  it('never sends on the next step’s skipped weekend', () => {
    const next = mail('b', 2, { sendHour: 23, sendMinute: 45, skipWeekends: true })
    const friday = utc('2026-11-06T23:40:00')
    const enrollment = inWindow(step, new Date(friday.getTime() - 48 * 3_600_000))
    const decision = onDue(snapshot(sequence([step, next]), { enrollment, now: utc('2026-11-07T00:05:00') }))
    expect(decision.enrollment.action).toMatchObject({ at: utc('2026-11-09T23:45:00'), momentAt: friday })
  })

  it('adds the branch’s wait days before any kind of step', () => {
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
  it('starts at its trigger time and continues from its planned end', () => {
    const plan = sequence([wait('w', 1, 1, 'days'), list('l', 2), mail('a', 3)])
    const s = snapshot(plan)
    const waiting = startEnrollment(s)
    expect(waiting.enrollment.action).toMatchObject({ kind: 'wait', at: utc('2026-11-03T00:00:00') })
    const listed = onDue(later(s, waiting, utc('2026-11-03T00:07:00')))
    expect(listed.enrollment.action).toMatchObject({ kind: 'add_to_list', at: utc('2026-11-03T00:00:00') })
    const added = onDue(later(s, listed, utc('2026-11-03T00:08:00')))
    expect(added).toMatchObject({
      type: 'add_to_list',
      personaId: 'list-l',
      enrollment: { action: { kind: 'send', at: utc('2026-11-03T09:00:00') } },
    })
  })

  it('adds to the list even as the last step', () => {
    const s = snapshot(sequence([list('l', 1, END)]))
    const added = onDue(later(s, startEnrollment(s), MONDAY))
    expect(added).toMatchObject({
      type: 'add_to_list',
      enrollment: { status: 'completed', endReason: 'finished' },
    })
  })

  it('ends a loop at the loop limit', () => {
    const plan = sequence([list('l', 1, to('m')), list('m', 2, to('l'))])
    let s = snapshot(plan)
    s = later(s, startEnrollment(s), MONDAY)
    let turns = 0
    for (; s.enrollment.status === 'active'; turns += 1) s = later(s, onDue(s), MONDAY)
    expect(turns).toBe(6)
    expect(s.enrollment).toMatchObject({ status: 'stopped', endReason: 'loop_limit', visits: { l: 3, m: 3 } })
  })
})
