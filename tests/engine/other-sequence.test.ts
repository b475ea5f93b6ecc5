import { describe, expect, it, test } from 'vitest'
import { onDue } from '~/engine/decide'
import { onHold, onStop, startEnrollment } from '~/engine/events'
import { explainEnrollment } from '~/engine/explain'
import { explainStored } from '~/engine/explain-stored'
import { onOtherEnded } from '~/engine/other-sequence'
import { replan } from '~/engine/replan'
import { onCompanyReply, onReply } from '~/engine/replies'
import type { Snapshot } from '~/engine/types'
import { facts, later, MONDAY, mail, sequence, snapshot, utc, wait } from './support/build'
import { forecast } from './support/forecast'

const plan = sequence([mail('A', 1), mail('B', 2)])
const words = { date: (at: Date) => at.toISOString().slice(0, 16), step: (id: string) => id }

/** An enrollment whose first email is due now; the contact is in this earlier sequence. */
function due(otherSequence: string | null, more: Partial<Snapshot> = {}): Snapshot {
  const s = snapshot(plan)
  const begun = later(s, startEnrollment(s), utc('2026-11-02T09:00:00'), more)
  return { ...begun, facts: facts({ otherSequence }) }
}

describe('one sequence per contact', () => {
  it('holds an email until the earlier sequence has ended, and names it', () => {
    const held = onDue(due('Spring'))
    expect(held).toMatchObject({
      ...{ type: 'hold', reason: 'in_other_sequence', until: null },
      cancelled: { stepId: 'A', visit: 1 },
    })
    const said = 'the contact is still in another sequence (Spring)'
    expect(explainEnrollment(held.enrollment, { ...words, detail: 'Spring' })).toBe(`Waiting: ${said}.`)
    expect(explainStored(held, words)).toBe(`Held: ${said}.`)
    expect(onDue(due(null))).toMatchObject({ type: 'send' })
  })

  it('is planned again once the earlier one has ended, at the next valid time', () => {
    const held = onDue(due('Spring'))
    const at = utc('2026-11-05T14:00:00')
    expect(onOtherEnded({ ...later(due('Summer'), held, at) }).rule).toBe('not_due')
    const freed = onOtherEnded(later(due(null), held, at))
    expect(freed).toMatchObject({ type: 'plan', rule: 'replanned', enrollment: { holdReason: null } })
    expect(freed.enrollment.action).toMatchObject({ stepId: 'A', at: utc('2026-11-06T09:00:00') })
  })

  test.each<[string, (s: Snapshot) => Snapshot]>([
    ['one that does not wait', (s) => s],
    ['one that has ended', (s) => later(s, onStop(s, 'unsubscribed'), s.now)],
    ['one that the user paused', (s) => later(s, onHold(s, 'paused_by_user'), s.now)],
    ['one that a template holds', (s) => later(s, onHold(s, 'missing_template'), s.now)],
  ])('the end of another one leaves alone %s', (_, change) => {
    expect(onOtherEnded(change(due(null)))).toMatchObject({ type: 'record', rule: 'not_due' })
  })

  it('does not hold waits and windows', () => {
    const waiting = sequence([wait('W', 1, 1, 'hours'), mail('A', 2)])
    const s = snapshot(waiting, { facts: facts({ otherSequence: 'Spring' }) })
    const begun = later(s, startEnrollment(s), utc('2026-11-02T09:00:00'))
    expect(onDue(begun)).toMatchObject({ rule: 'wait_ended' })
  })
})

describe('a reply of a colleague', () => {
  const reply = { at: MONDAY, domain: 'acme.example', colleague: 'c1', detail: 'Ann Smith, acme.example' }
  const s = { ...due(null), now: MONDAY }
  const until = utc('2026-11-09T08:00:00')

  it('holds for 7 days and names the colleague', () => {
    const held = onCompanyReply(s, reply, 'hold')
    expect(held).toMatchObject({ type: 'hold', reason: 'company_replied', until, rule: 'company_reply' })
    const detail = String(held.inputs.detail)
    const why = 'somebody at the same company replied (Ann Smith, acme.example)'
    expect(explainEnrollment(held.enrollment, { ...words, detail })).toBe(
      `Waiting until 2026-11-09T08:00: ${why}.`,
    )
    expect(explainStored(held, words)).toBe(
      `Somebody at acme.example replied. Held until 2026-11-09T08:00: ${why}.`,
    )
    expect(onDue(later(s, held, new Date(until.getTime() - 1)))).toMatchObject({ type: 'hold', until })
    expect(onDue(later(s, held, until)).enrollment.holdReason).toBeNull()
  })

  it('stops, and nothing revives it', () => {
    const stopped = onCompanyReply(s, reply, 'stop')
    expect(stopped).toMatchObject({ type: 'stop', reason: 'company_replied', cancelled: { stepId: 'A' } })
    expect(explainStored(stopped, words)).toBe(
      'Somebody at acme.example replied. Stopped: somebody at the same company replied (Ann Smith, acme.example).',
    )
    const ended = later(s, stopped, until)
    for (const decision of [
      replan(ended),
      onDue(ended),
      onOtherEnded(ended),
      onCompanyReply(ended, reply, 'hold'),
      onReply(ended, { stepId: 'A', at: until }),
    ])
      expect(decision).toMatchObject({ type: 'record', enrollment: { status: 'stopped' } })
  })

  it('is ignored as set', () => {
    expect(onCompanyReply(s, reply, 'ignore')).toMatchObject({ type: 'record', enrollment: s.enrollment })
  })

  it('stays in force when the sequence is edited or a template is missing', () => {
    const held = later(s, onCompanyReply(s, reply, 'hold'), utc('2026-11-03T09:00:00'))
    const kept = { holdReason: 'company_replied', heldUntil: until }
    expect(replan(held).enrollment).toMatchObject(kept)
    expect(onHold(held, 'missing_template').enrollment).toMatchObject(kept)
    expect(onHold({ ...held, now: until }, 'missing_template').enrollment).toMatchObject({
      holdReason: 'missing_template',
    })
  })
})

describe('the forecast of one sequence per contact', () => {
  const box = { zone: 'UTC', limitOn: () => 1_000, used: {}, lastSlotAt: null, intervalSeconds: 0 }
  const until = new Date(MONDAY.getTime() + 60 * 86_400_000)
  /** Times of the emails of three enrollments of one contact, each after the one before; the last waits for `waitsFor`. */
  function run(known: number[]) {
    const people = [0, 1, 2].map((index) => {
      const enrolledAt = new Date(MONDAY.getTime() - (10 - index) * 60_000)
      const s = snapshot(plan, {
        facts: facts({ otherSequence: index > 0 ? 'Earlier' : null, contact: { maxNotOpens: 0 } }),
      })
      const enrollment = { ...startEnrollment(s).enrollment, id: `e${index}`, enrolledAt }
      return { snapshot: { ...s, enrollment }, contactKey: 'c', mailboxKey: 'box' }
    })
    const some = people.filter((_, index) => known.includes(index))
    return forecast(some, new Map([['box', box]]), MONDAY, until)
  }

  it('lets each go on when the earlier ones have ended', () => {
    const sends = run([2, 0, 1])
    expect(sends.map(({ enrollmentId }) => enrollmentId)).toEqual(['e0', 'e0', 'e1', 'e1', 'e2', 'e2'])
  })

  it('does not guess the end of a sequence that it does not know', () => {
    expect(run([1, 2])).toEqual([])
  })
})
