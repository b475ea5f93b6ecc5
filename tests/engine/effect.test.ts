import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outlookUnderPlan, stepsAhead } from '~/engine/effect'
import type { ForecastMailbox } from '~/engine/forecast'
import type { Snapshot } from '~/engine/types'
import { caseCount } from '../support/sizes'
import { lives, type WorldEvent } from './support/arbitraries'
import { END, inWindow, MONDAY, mail, sequence, side, snapshot, to, utc, wait } from './support/build'
import { editPlan } from './support/edits'
import { forecast } from './support/forecast'
import { World } from './support/world'

const DAY_MS = 86_400_000

const EDITS = [
  ...(['archiveStep', 'addStep', 'moveStep', 'editTime', 'editZone', 'editBranch'] as const),
  ...(['toggleBranchOnly', 'toggleWeekends', 'editDays'] as const),
]

const change = fc.record({
  afterMinutes: fc.oneof(fc.nat({ max: 5 * 24 * 60 }), fc.nat({ max: 40 * 24 * 60 })),
  edits: fc.array(fc.record({ kind: fc.constantFrom(...EDITS), pick: fc.nat({ max: 1_000 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
})

/** A mailbox without limits. */
const FREE: ForecastMailbox = {
  zone: 'UTC',
  limitOn: () => 1_000_000,
  used: {},
  lastSlotAt: null,
  intervalSeconds: 0,
}

/** The first email that the engine's forecast sends for an enrollment. */
function firstEmail(s: Snapshot) {
  const mailbox = { connected: true, canRead: false, lastSyncEndedAt: null }
  const snapshot = { ...s, facts: { ...s.facts, mailbox, pressure: null, otherSequence: null } }
  const until = new Date(s.now.getTime() + 1_000 * DAY_MS)
  const sends = forecast(
    [{ snapshot, contactKey: 'c', mailboxKey: 'm' }],
    new Map([['m', FREE]]),
    s.now,
    until,
  )
  return sends[0] ? { stepId: sends[0].stepId, at: sends[0].at } : null
}

describe('the outlook of an enrollment', () => {
  it('says what planning again then does, and which email follows', () => {
    let compared = 0
    fc.assert(
      fc.property(lives, change, (life, { afterMinutes, edits }) => {
        const world = new World(life)
        world.at(new Date(world.now.getTime() + afterMinutes * 60_000), () => {
          const plan = edits.reduce(
            (before, edit) => editPlan(before, { ...edit, afterMinutes } as WorldEvent),
            world.plan,
          )
          const active = world.people.filter(
            ({ state }) => state.status === 'active' && state.enrolledAt <= world.now,
          )
          const said = active.map((person) => outlookUnderPlan(world.snapshot(person), plan))
          world.plan = plan
          world.replanAll()
          for (const [index, person] of active.entries()) {
            const { ended, next } = said[index]!
            expect(ended).toBe(person.state.status !== 'active')
            const { facts, enrollment, now } = world.snapshot(person)
            const isFree =
              !enrollment.holdReason && facts.pendingSend !== 'sending' && facts.pendingSend !== 'uncertain'
            if (ended || !isFree || plan.status !== 'running') continue
            compared += 1
            const at = next && new Date(Math.max(next.at.getTime(), now.getTime()))
            expect(firstEmail(world.snapshot(person))).toEqual(next && { stepId: next.stepId, at })
          }
        })
        world.play()
      }),
      { numRuns: caseCount(400) },
    )
    // Otherwise it would prove nothing.
    expect(compared).toBeGreaterThan(caseCount(400) / 4)
  })

  it('follows a window, a wait and a list to the next email', () => {
    const steps = [mail('a', 1, { windowMinutes: 60 }), wait('w', 2, 2, 'days'), mail('b', 3)]
    const s = snapshot(sequence(steps), { enrollment: inWindow(mail('a', 1, { windowMinutes: 60 }), MONDAY) })
    expect(outlookUnderPlan(s, s.plan).next).toEqual({ stepId: 'b', at: utc('2026-11-04T09:00:00') })
  })

  it('knows the email of a contact that is held', () => {
    const steps = [mail('a', 1, { windowMinutes: 60 }), mail('b', 2)]
    const held = inWindow(steps[0]!, MONDAY, { holdReason: 'paused_by_user' })
    const s = snapshot(sequence(steps), { enrollment: held })
    expect(outlookUnderPlan(s, s.plan).next).toMatchObject({ stepId: 'b' })
  })
})

describe('the steps ahead', () => {
  const steps = [
    mail('a', 1, { on: { not_opened: to('x'), replied: to('y') } }),
    mail('b', 2),
    side(mail('x', 3)),
    side(mail('y', 4)),
    side(mail('z', 5)),
  ]
  const plan = sequence(steps)
  const aheadOf = (enrollment: Snapshot['enrollment']) => [...stepsAhead(plan, enrollment)].sort()

  it('are all that a branch leads to', () => {
    const s = snapshot(plan)
    expect(aheadOf({ ...s.enrollment, action: null })).toEqual(['a', 'b', 'x', 'y'])
    expect(aheadOf(inWindow(steps[0]!, MONDAY))).toEqual(['b', 'x', 'y'])
    expect(aheadOf(inWindow(steps[2] as never, MONDAY))).toEqual([])
    expect(aheadOf({ ...inWindow(steps[0]!, MONDAY), status: 'completed' })).toEqual([])
  })

  it('include a step that a branch leads back to', () => {
    const loop = sequence([mail('a', 1), mail('b', 2, { on: { not_opened: to('a'), opened_no_reply: END } })])
    const inB = { ...inWindow(loop.steps[1] as never, MONDAY), visits: { a: 1, b: 1 } }
    expect([...stepsAhead(loop, inB)]).toEqual(['a'])
    expect([...stepsAhead(loop, { ...inB, visits: { a: 3, b: 1 } })]).toEqual([])
  })
})
