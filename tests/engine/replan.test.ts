import { describe, expect, it } from 'vitest'
import { startEnrollment } from '~/engine/events'
import { replan } from '~/engine/replan'
import type { PlanStep, Reaction, Snapshot } from '~/engine/types'
import {
  END,
  facts,
  inWindow,
  later,
  list,
  MONDAY,
  mail,
  sequence,
  snapshot,
  to,
  utc,
  wait,
} from './support/build'

const LATER = utc('2026-11-02T08:30:00')

/** An enrollment whose first step is pending, in a sequence that then changes to `steps`. */
function edited(from: PlanStep[], steps: PlanStep[], more: Partial<Snapshot> = {}): Snapshot {
  const s = snapshot(sequence(from))
  return later(s, startEnrollment(s), LATER, { plan: sequence(steps), ...more })
}

/** An enrollment on its way from step a to the pending step `stepId`. */
function pending(
  steps: PlanStep[],
  stepId: string,
  reaction: Reaction = 'not_opened',
  more: Partial<Snapshot> = {},
): Snapshot {
  const momentAt = utc('2026-11-02T09:00:00')
  const at = utc('2026-11-03T09:00:00')
  const s = snapshot(sequence(steps), { now: momentAt, ...more })
  const action = {
    kind: 'send' as const,
    stepId,
    at,
    plannedAt: at,
    momentAt,
    origin: { stepId: 'a', reaction },
  }
  return {
    ...s,
    enrollment: { ...s.enrollment, visits: { a: 1, [stepId]: 1 }, currentStepId: stepId, action },
  }
}

describe('an edit', () => {
  it.each([
    ['of the send time', { sendHour: 15 }, '2026-11-02T15:00:00'],
    ['of the delay', { delayDays: 2 }, '2026-11-04T09:00:00'],
    ['to a time that passed within the hour leaves at once', { sendHour: 8 }, '2026-11-02T08:00:00'],
  ])('%s', (_name, change, at) => {
    const decision = replan(edited([mail('a', 1)], [mail('a', 1, change)]))
    expect(decision).toMatchObject({
      type: 'plan',
      enrollment: { visits: { a: 1 }, action: { at: utc(at), plannedAt: utc(at) } },
    })
  })

  it('of the time zone moves the due time', () => {
    const s = edited([mail('a', 1)], [])
    const decision = replan({ ...s, plan: sequence([mail('a', 1)], { timezone: 'America/New_York' }) })
    expect(decision.enrollment.action?.at).toEqual(utc('2026-11-02T14:00:00'))
  })

  it('without effect keeps the slot', () => {
    const s = edited([mail('a', 1)], [mail('a', 1)])
    const slot = utc('2026-11-02T11:30:00')
    const spaced = {
      ...s,
      enrollment: { ...s.enrollment, action: { ...s.enrollment.action!, at: slot } },
      now: utc('2026-11-02T10:30:00'),
    }
    const decision = replan(spaced)
    expect(decision.enrollment).toEqual(spaced.enrollment)
    expect(decision.cancelled).toBeUndefined()
    expect(replan({ ...spaced, now: utc('2026-11-02T12:31:00') }).enrollment.action?.at).toEqual(
      utc('2026-11-03T09:00:00'),
    )
  })

  it('of the order applies to enrollments that have not started', () => {
    const decision = replan(edited([mail('a', 1), mail('b', 2)], [mail('a', 2), mail('b', 1)]))
    expect(decision).toMatchObject({
      cancelled: { stepId: 'a', visit: 1 },
      enrollment: { currentStepId: 'b', visits: { b: 1 } },
    })
  })

  it('that inserts a step sends the new step first', () => {
    const decision = replan(pending([mail('a', 1), mail('new', 2), mail('b', 3)], 'b'))
    expect(decision.enrollment).toMatchObject({
      currentStepId: 'new',
      visits: { a: 1, new: 1 },
      action: { momentAt: utc('2026-11-02T09:00:00') },
    })
  })

  it('of a branch applies to pending decisions', () => {
    const ends = replan(pending([mail('a', 1, { on: { not_opened: END } }), mail('b', 2)], 'b'))
    expect(ends).toMatchObject({ type: 'complete', reason: 'finished', cancelled: { stepId: 'b', visit: 1 } })
    const turns = replan(
      pending([mail('a', 1, { on: { not_opened: to('c') } }), mail('b', 2), mail('c', 3)], 'b'),
    )
    expect(turns.enrollment.currentStepId).toBe('c')
  })

  it('of a running window or wait moves its end', () => {
    const step = mail('a', 1, { windowMinutes: 60 })
    const s = snapshot(sequence([step]), { enrollment: inWindow(mail('a', 1), MONDAY) })
    expect(replan(s).enrollment.action).toMatchObject({ kind: 'decide', at: utc('2026-11-02T09:00:00') })
    const longer = replan(edited([wait('w', 1, 1, 'days')], [wait('w', 1, 3, 'days')]))
    expect(longer.enrollment).toMatchObject({ visits: { w: 1 }, action: { at: utc('2026-11-05T00:00:00') } })
  })
})

describe('a deleted step', () => {
  it('is skipped by its waiting enrollments', () => {
    const decision = replan(pending([mail('a', 1), mail('b', 2, { archived: true }), mail('c', 3)], 'b'))
    expect(decision.enrollment).toMatchObject({ currentStepId: 'c', visits: { a: 1, c: 1 } })
    expect(decision.enrollment.visits).not.toHaveProperty('b')
  })

  it('ends enrollments that a branch led to it', () => {
    const steps = [
      mail('a', 1, { on: { not_opened: to('b') } }),
      mail('b', 2, { archived: true }),
      mail('c', 3),
    ]
    expect(replan(pending(steps, 'b'))).toMatchObject({ type: 'complete', reason: 'finished' })
    const replied = [mail('a', 1, { on: { replied: to('b') } }), mail('b', 2, { archived: true })]
    expect(replan(pending(replied, 'b', 'replied'))).toMatchObject({ type: 'complete', reason: 'replied' })
  })

  it('keeps decisions made before', () => {
    const steps = [mail('a', 1, { archived: true, on: { not_opened: to('c') } }), mail('b', 2), mail('c', 3)]
    expect(replan(pending(steps, 'c')).enrollment.currentStepId).toBe('c')
  })

  it('is replaced as the first step, or awaits a new one', () => {
    expect(
      replan(edited([mail('a', 1), mail('b', 2)], [mail('a', 1, { archived: true }), mail('b', 2)]))
        .enrollment.currentStepId,
    ).toBe('b')
    const none = replan(edited([list('a', 1)], [{ ...list('a', 1), archived: true }]))
    expect(none).toMatchObject({ type: 'hold', reason: 'no_steps', enrollment: { visits: {}, action: null } })
  })

  it('lets a running wait finish', () => {
    const gone = { ...wait('w', 1, 1, 'days'), archived: true }
    expect(replan(edited([wait('w', 1, 1, 'days')], [gone, mail('a', 2)])).enrollment.action?.at).toEqual(
      utc('2026-11-03T00:00:00'),
    )
  })
})

describe('resume', () => {
  it('plans new enrollments and moves past ones', () => {
    const paused = snapshot(sequence([mail('a', 1)], { status: 'paused' }))
    const newcomer = later(paused, startEnrollment(paused), utc('2026-11-05T12:00:00'), {
      plan: sequence([mail('a', 1)]),
    })
    expect(replan(newcomer).enrollment).toMatchObject({
      holdReason: null,
      action: { at: utc('2026-11-06T09:00:00') },
    })
    const waiting = { ...pending([mail('a', 1), mail('b', 2)], 'b'), now: utc('2026-11-05T12:00:00') }
    expect(replan(waiting).enrollment.action?.at).toEqual(utc('2026-11-06T09:00:00'))
  })

  it('keeps a contact’s hold on a new enrollment', () => {
    const s = snapshot(sequence([mail('a', 1)], { status: 'paused' }))
    const heldUntil = utc('2026-11-20T00:00:00')
    const held = { ...s.enrollment, holdReason: 'replied_elsewhere' as const, heldUntil }
    expect(replan({ ...s, enrollment: held })).toMatchObject({
      type: 'hold',
      reason: 'replied_elsewhere',
      until: heldUntil,
    })
  })

  it('lifts open-ended holds but keeps the contact’s', () => {
    const s = pending([mail('a', 1), mail('b', 2)], 'b')
    const held = (holdReason: 'paused' | 'out_of_office', heldUntil: Date | null) =>
      replan({ ...s, enrollment: { ...s.enrollment, holdReason, heldUntil } })
    expect(held('paused', null).enrollment.holdReason).toBeNull()
    const until = utc('2026-11-20T00:00:00')
    expect(held('out_of_office', until).enrollment).toMatchObject({
      holdReason: 'out_of_office',
      heldUntil: until,
    })
    expect(held('out_of_office', utc('2026-11-01T00:00:00')).enrollment.holdReason).toBeNull()
  })

  it('leaves started, uncertain and ended ones unchanged', () => {
    const s = pending([mail('a', 1), mail('b', 2, { archived: true })], 'b')
    expect(replan({ ...s, facts: facts({ pendingSend: 'sending' }) })).toMatchObject({
      type: 'record',
      rule: 'in_flight',
    })
    expect(replan({ ...s, facts: facts({ pendingSend: 'uncertain' }) })).toMatchObject({
      type: 'hold',
      reason: 'uncertain_send',
    })
    const over = { ...s, enrollment: { ...s.enrollment, status: 'completed' as const, action: null } }
    expect(replan(over).type).toBe('record')
    const paused = { ...s.enrollment, holdReason: 'paused' as const }
    const overtaken = replan({ ...s, enrollment: paused, facts: facts({ pendingSend: 'sending' }) })
    expect(overtaken).toMatchObject({
      type: 'plan',
      enrollment: { holdReason: null, action: { stepId: 'b' } },
    })
  })

  it('ends the enrollment of a contact suppressed meanwhile', () => {
    const s = pending([mail('a', 1), mail('b', 2)], 'b', 'not_opened', {
      facts: facts({ contact: { suppressed: true } }),
    })
    expect(replan(s)).toMatchObject({ type: 'stop', reason: 'suppressed' })
  })
})
