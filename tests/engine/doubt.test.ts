import { describe, expect, it } from 'vitest'
import { startEnrollment } from '~/engine/events'
import { follow } from '~/engine/follow'
import { facts, later, mail, sequence, snapshot, utc } from './support/build'

/** A database that was restored: until `sentUntil` an earlier installation may have sent. */
describe('an email that an earlier installation may have sent', () => {
  const plan = sequence([mail('a', 1)])
  const DUE = '2026-11-02T09:00:00'
  const at = (now: string, more = {}) => {
    const s = snapshot(plan)
    return later(s, startEnrollment(s), utc(now), more)
  }

  it.each([
    ['was planned before the other one ended', '2026-11-02T09:00:30', '2026-11-02T09:00:10', 'doubt'],
    ['was planned for that very moment', '2026-11-02T09:00:30', DUE, 'doubt'],
    ['is found to be late only now', '2026-11-03T12:00:00', '2026-11-02T20:00:00', 'doubt'],
    ['was planned for later', '2026-11-02T09:00:30', '2026-11-02T08:59:59', 'send'],
    ['is late, but was planned for later', '2026-11-03T12:00:00', '2026-11-02T08:00:00', 'moved'],
    ['is not due yet', '2026-11-02T08:00:00', '2026-11-02T20:00:00', 'waits'],
  ])('%s', (_, now, until, expected) => {
    const { decided, possiblySent: doubt, send } = follow(at(now), false, utc(until))
    const found = doubt
      ? 'doubt'
      : send
        ? 'send'
        : decided[0]!.decision.rule === 'moved_late'
          ? 'moved'
          : 'waits'
    expect(found).toBe(expected)
    if (doubt) expect(doubt.decision).toMatchObject({ stepId: 'a', visit: 1, plannedAt: utc(DUE) })
  })

  it('is not uncertain when its contact gets no more emails', () => {
    const gone = at('2026-11-02T09:00:30', { facts: facts({ contact: { unsubscribed: true } }) })
    const { decided, possiblySent: doubt } = follow(gone, false, utc('2026-11-02T20:00:00'))
    expect(doubt).toBeNull()
    expect(decided[0]!.decision).toMatchObject({ type: 'stop', reason: 'unsubscribed' })
  })

  it('is sent normally without an earlier installation', () => {
    expect(follow(at('2026-11-02T09:00:30')).send).not.toBeNull()
  })
})
