import { describe, expect, it } from 'vitest'
import { onDue } from '~/engine/decide'
import { onDeferred, onHold, onSent, onStop, startEnrollment } from '~/engine/events'
import { later, mail, sequence, snapshot, utc } from './support/build'

describe('outcomes of a hand-over', () => {
  const plan = sequence([mail('a', 1), mail('b', 2)])
  const due = () => {
    const s = snapshot(plan)
    return later(s, startEnrollment(s), utc('2026-11-02T09:00:00'))
  }

  it('retries a deferred email at the given time, or the next valid one', () => {
    const soon = onDeferred(due(), utc('2026-11-02T09:30:00'))
    expect(soon).toMatchObject({ type: 'hold', reason: 'retry', until: utc('2026-11-02T09:30:00') })
    expect(onDue(later(due(), soon, utc('2026-11-02T09:30:00'))).type).toBe('send')
    const late = onDeferred(due(), utc('2026-11-02T12:00:00'))
    const moved = onDue(later(due(), late, utc('2026-11-02T12:00:00')))
    expect(moved).toMatchObject({
      rule: 'moved_late',
      enrollment: { action: { at: utc('2026-11-03T09:00:00') } },
    })
  })

  it('holds an uncertain email until it is known to be sent', () => {
    const held = onHold(due(), 'uncertain_send')
    expect(held).toMatchObject({ type: 'hold', until: null })
    const sent = onSent(later(due(), held, utc('2026-11-05T10:00:00')), { stepId: 'a', visit: 1 })
    expect(sent.enrollment).toMatchObject({
      holdReason: null,
      action: { kind: 'decide', at: utc('2026-11-04T09:00:00') },
    })
  })

  it('records an overtaken email and releases what waited for it', () => {
    const other = { stepId: 'b', visit: 1 }
    expect(onSent(due(), other)).toMatchObject({ type: 'record', rule: 'already_recorded' })
    const held = later(due(), onHold(due(), 'uncertain_send'), utc('2026-11-02T09:10:00'))
    expect(onSent(held, other)).toMatchObject({
      type: 'plan',
      enrollment: { holdReason: null, action: { stepId: 'a' } },
    })
  })

  it('prefers a contact’s hold to a send’s', () => {
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

  it('ends only once', () => {
    const stopped = onStop(due(), 'complaint')
    expect(stopped).toMatchObject({ type: 'stop', reason: 'complaint', cancelled: { stepId: 'a', visit: 1 } })
    const gone = later(due(), stopped, utc('2026-11-02T10:00:00'))
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
