import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { LOOP_LIMIT } from '~/engine/graph'
import { fromRow, nextLookAt, toRow } from '~/engine/row'
import type { Decision, Snapshot } from '~/engine/types'
import type { Person, Row } from './person'
import { wallClock } from './wall-clock'
import type { World } from './world'

/** State collected over a whole history. */
export interface Watch {
  sent: Row[]
  decisions: number
}

function must(holds: boolean, rule: string, what: unknown): void {
  if (!holds) throw new Error(`${rule}\n${JSON.stringify(what, null, 1)}`)
}

/** Checks every decision: deterministic, loses no enrollment, changes no past, and survives storage. */
export function checkDecision(
  world: World,
  person: Person,
  snapshot: Snapshot,
  decision: Decision,
  rule: (s: Snapshot) => Decision,
): void {
  world.watch.decisions += 1
  const told = JSON.stringify(decision)
  // A copied plan has none of what the engine remembers about the first one.
  const copy = { ...snapshot, plan: { ...snapshot.plan, steps: structuredClone(snapshot.plan.steps) } }
  must(JSON.stringify(rule(copy)) === told, 'the same inputs give the same decision', decision)
  const { enrollment: state } = decision
  const waits = nextLookAt(state) !== null || state.holdReason !== null
  must(state.status !== 'active' || waits, 'an active enrollment has a next date or a hold reason', decision)
  must(
    state.status === 'active' || (state.endReason !== null && state.action === null),
    'an end has a reason',
    decision,
  )
  for (const count of Object.values(state.visits))
    must(count > 0 && count <= LOOP_LIMIT, 'loop limit', decision)
  must(isDeepStrictEqual(fromRow(toRow(state)), state), 'a state survives its row', state)
  const ended = person.state.status !== 'active'
  const reopened = decision.rule === 'reply_after_end' && decision.type === 'plan'
  must(!ended || reopened || state.status !== 'active', 'an end is an end', decision)
  if (decision.type === 'hold') must(state.holdReason === decision.reason, 'a hold says why', decision)
}

/** Checks every send that starts. */
export function checkStart(world: World, person: Person, row: Row): void {
  const { plan, now } = world
  const { state, contact } = person
  const what = { row, state, now }
  must(plan.status === 'running', 'nothing leaves while paused', what)
  must(state.status === 'active', 'nothing leaves after the end', what)
  const blocked =
    contact.unsubscribed || contact.hardBounced || contact.suppressed || contact.domainSuppressed
  must(!blocked, 'nothing leaves to a blocked contact', what)
  must(world.connected, 'nothing leaves by a mailbox that is not connected', what)
  must(
    row.slot <= now && row.plannedAt <= row.slot && row.momentAt <= row.plannedAt,
    'never before it is due',
    what,
  )
  must(now.getTime() - row.slot.getTime() <= 3_600_000, 'never more than an hour after its slot', what)
  must(!state.repliedAt || row.momentAt >= state.repliedAt, 'after a reply only what follows from it', what)
  must(
    !state.heldUntil || state.heldUntil <= now || state.holdReason === 'inbox_not_fresh',
    'not while held',
    what,
  )
  must(state.holdReason !== 'paused_by_user', 'not while the user holds this person', what)
  must(state.holdReason !== 'address_unreachable', 'not while the address cannot be reached', what)
  must(world.earlierOf(person).length === 0, 'not while the contact is in an earlier sequence', what)
  const step = plan.steps.find((one) => one.id === row.stepId)
  must(step?.type === 'send_email' && !step.archived, 'only a live Send Email step', what)
  if (step?.type === 'send_email') {
    const closed = [now, new Date(now.getTime() - 5 * 60_000)].map((at) => wallClock.closed(step, at, plan))
    must(!closed[0] || closed[0] === 'too_late', 'never on a day without emails', what)
    must(!closed.every(Boolean), 'never after the latest time, but for the grace of a slot', what)
  }
  const followUp = world.watch.sent.some((one) => one.enrollmentId === state.id)
  const fresh = now.getTime() - world.syncedAt.getTime() <= 60_000
  must(
    !world.life.mailbox.canRead || !followUp || fresh,
    'a follow-up only after a fresh look at the inbox',
    what,
  )
}

/** Counts the emails to each contact in the 7 × 24 hours from each of them. */
function checkWeeks(world: World): void {
  const { weeklyLimit } = world.life
  if (weeklyLimit === null) return
  for (const person of world.people) {
    const ids = new Set(world.sameContact(person).map(({ state }) => state.id))
    const starts = world.watch.sent.flatMap((row) =>
      ids.has(row.enrollmentId) && row.startedAt ? [row.startedAt.getTime()] : [],
    )
    for (const from of starts) {
      const count = starts.filter((at) => at >= from && at < from + 7 * 24 * 3_600_000).length
      expect(count, `emails in the week from ${new Date(from).toISOString()}`).toBeLessThanOrEqual(
        weeklyLimit,
      )
    }
  }
}

/** True of a whole life, once nothing can happen any more. */
export function checkLife(world: World): void {
  const { zone, limit, intervalSeconds } = world.life.mailbox
  const { sent } = world.watch
  const keys = sent.map((row) => `${row.enrollmentId}:${row.stepId}:${row.visit}`)
  expect(new Set(keys).size, 'no visit is sent twice').toBe(keys.length)
  const days = new Map<string, number>()
  for (const row of sent) {
    const day = wallClock.day(row.startedAt ?? row.slot, zone)
    days.set(day, (days.get(day) ?? 0) + 1)
  }
  for (const [day, count] of days)
    expect(count, `no more than the limit on ${day}`).toBeLessThanOrEqual(limit)
  const starts = sent.map((row) => row.startedAt?.getTime() ?? 0).sort((a, b) => a - b)
  for (const [index, start] of starts.entries()) {
    const before = starts[index - 1]
    if (before === undefined) continue
    expect(start - before, 'spacing of one mailbox').toBeGreaterThanOrEqual(intervalSeconds * 1000)
  }
  checkWeeks(world)
  for (const { state } of world.people) {
    const waiting = state.holdReason === 'no_steps'
    expect(state.status !== 'active' || waiting, `${state.id} came to an end: ${JSON.stringify(state)}`).toBe(
      true,
    )
  }
}
