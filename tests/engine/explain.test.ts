import { describe, expect, it } from 'vitest'
import { onDue } from '~/engine/decide'
import { moveToSlot, onHold, onStop, startEnrollment } from '~/engine/events'
import { explainEnrollment } from '~/engine/explain'
import { explainStored } from '~/engine/explain-stored'
import { onOtherReply, onReply } from '~/engine/replies'
import type { Decision } from '~/engine/types'
import {
  facts,
  inWindow,
  later,
  list,
  MONDAY,
  mail,
  sentMail,
  sequence,
  snapshot,
  utc,
  wait,
} from './support/build'

const words = {
  date: (at: Date) => at.toISOString().slice(0, 16).replace('T', ' '),
  step: (id: string) => `“Step ${id}”`,
}
const plan = sequence([mail('a', 1), mail('b', 2)])
const s = snapshot(plan)
const begun = later(s, startEnrollment(s), utc('2026-11-02T09:00:00'))
const say = (decision: Decision, detail?: string) =>
  explainEnrollment(decision.enrollment, { ...words, ...(detail ? { detail } : {}) })

describe('the status of an enrollment', () => {
  it('names the next date', () => {
    expect(say(startEnrollment(s))).toBe('Waiting: “Step a” is scheduled for 2026-11-02 09:00.')
    expect(explainEnrollment(inWindow(mail('a', 1), MONDAY), words)).toBe(
      'Waiting: the reaction to “Step a” is decided on 2026-11-04 08:00.',
    )
    expect(say(startEnrollment(snapshot(sequence([wait('w', 1, 2, 'hours')]))))).toBe(
      'Waiting: “Step w” ends on 2026-11-02 10:00.',
    )
    expect(say(startEnrollment(snapshot(sequence([list('l', 1)]))))).toBe(
      'Waiting: “Step l” runs on 2026-11-02 08:00.',
    )
  })

  it('names the hold reason', () => {
    expect(say(onHold(begun, 'missing_variable'), 'company_name')).toBe(
      'Waiting: the template needs a value that this contact does not have (company_name).',
    )
    expect(say(onOtherReply(begun, MONDAY, 'hold'))).toBe(
      'Waiting until 2026-11-09 08:00: the contact replied in another sequence.',
    )
    const at = utc('2026-11-03T09:00:00')
    expect(say(moveToSlot(begun, { at, plannedAt: at, reason: 'quota' }))).toBe(
      'Waiting: the daily limit of the mailbox is reached; “Step a” is scheduled for 2026-11-03 09:00.',
    )
    expect(say(onHold(begun, 'quota', at))).toBe(
      'Waiting until 2026-11-03 09:00: the daily limit of the mailbox is reached.',
    )
  })

  it('names the end reason', () => {
    expect(say(onStop(begun, 'hard_bounce'), '550 5.1.1')).toBe(
      'Stopped on 2026-11-02 09:00: the address does not exist (550 5.1.1).',
    )
    expect(say(onReply(begun, { stepId: 'a', at: MONDAY }))).toBe(
      'Finished on 2026-11-02 09:00: the contact replied.',
    )
  })
})

describe('the explanation of a decision', () => {
  it('names the reaction and the next action', () => {
    const now = utc('2026-11-04T09:00:00')
    const open = snapshot(plan, { enrollment: inWindow(mail('a', 1), utc('2026-11-02T09:00:00')), now })
    const decided = onDue({ ...open, facts: facts({ lastSend: sentMail('a', MONDAY) }) })
    expect(explainStored(decided, words)).toBe(
      '“Step a” was not opened within its window. “Step b” is scheduled for 2026-11-04 09:00.',
    )
    const replied = onReply(open, { stepId: 'a', at: now })
    expect(explainStored(replied, words)).toBe(
      'The contact answered “Step a”. The sequence has ended for this contact.',
    )
  })

  it('explains a send, a list step and a late email', () => {
    expect(explainStored(onDue(begun), words)).toBe('“Step a” was due: sending started.')
    const listed = snapshot(sequence([list('l', 1), mail('a', 2)]))
    const added = onDue(later(listed, startEnrollment(listed), MONDAY))
    expect(explainStored(added, words)).toBe(
      'The contact was added to an email list. “Step a” is scheduled for 2026-11-02 09:00.',
    )
    expect(explainStored(onDue({ ...begun, now: utc('2026-11-02T11:00:00') }), words)).toBe(
      'The email was more than 60 minutes late and moved to its next valid time. “Step a” is scheduled for 2026-11-03 09:00.',
    )
  })

  it.each([
    ['resent_by_user', 'It was unknown whether the email had been sent. You resent it.'],
    ['counted_as_sent', 'It was unknown whether the email had been sent. You counted it as sent.'],
  ] as const)('explains the user’s decision: %s', (rule, sentence) => {
    expect(explainStored({ type: 'record', rule, inputs: {} }, words)).toBe(sentence)
  })
})
