import { onDue } from '~/engine/decide'
import { onDeferred, onHold, onSent, onStop } from '~/engine/events'
import { fnv1a } from '~/engine/hash'
import { replan } from '~/engine/replan'
import { onReply } from '~/engine/replies'
import { checkStart } from './invariants'
import { type Person, type Row, rowKey } from './person'
import type { World } from './world'

/** The way of a claimed send: the commit of `sending`, the hand-over, and the contact's reaction. */

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/** Chance from the life's seed: the same life meets the same fate. */
function luck(world: World, row: Row, what: string): number {
  return fnv1a(`${world.life.seed}:${what}:${row.enrollmentId}:${row.stepId}:${row.visit}`)
}

/** The transaction that commits `sending`, then the hand-over. */
export function start(world: World, person: Person, row: Row): void {
  if (person.rows.get(rowKey(row)) !== row || row.state !== 'claimed') return
  const decision = world.decide(person, onDue)
  if (decision.type !== 'send' || decision.stepId !== row.stepId || decision.visit !== row.visit) {
    if (row.state === 'claimed') person.rows.delete(rowKey(row))
    return
  }
  checkStart(world, person, row)
  row.state = 'sending'
  row.startedAt = world.now
  world.at(new Date(world.now.getTime() + (luck(world, row, 'slow') % 3) * MINUTE), () =>
    finish(world, person, row),
  )
}

function finish(world: World, person: Person, row: Row): void {
  world.handOvers += 1
  const fate = luck(world, row, `finish${world.handOvers}`) % 20
  const key = rowKey(row)
  if (fate === 0) {
    person.rows.delete(key)
    const retryAt = new Date(world.now.getTime() + (luck(world, row, 'retry') % 200) * MINUTE)
    world.decide(person, (s) => onDeferred(s, retryAt))
  } else if (fate === 1) {
    person.rows.delete(key)
    world.decide(person, (s) => onStop(s, 'send_failed'))
  } else if (fate === 2) {
    row.state = 'uncertain'
    world.decide(person, (s) => onHold(s, 'uncertain_send'))
    world.at(new Date(world.now.getTime() + DAY), () => settle(world, person, row))
  } else sent(world, person, row)
}

/** The user decides an uncertain send. */
function settle(world: World, person: Person, row: Row): void {
  if (row.state !== 'uncertain') return
  if (luck(world, row, 'settle') % 2 === 0) {
    sent(world, person, row)
    return
  }
  person.rows.delete(rowKey(row))
  world.decide(person, replan)
}

function sent(world: World, person: Person, row: Row): void {
  row.state = 'sent'
  world.watch.sent.push(row)
  world.decide(person, (s) => onSent(s, { stepId: row.stepId, visit: row.visit }))
  react(world, person, row)
}

function react(world: World, person: Person, row: Row): void {
  const later = (minutes: number) => new Date(world.now.getTime() + minutes * MINUTE)
  const kind = luck(world, row, 'react') % 12
  const delay = luck(world, row, 'delay') % (6 * 1_440)
  if (kind === 0 || kind === 1) world.at(later(delay), () => reply(world, person, row))
  else if (kind === 2) world.at(later(delay), () => world.block(person, 'hardBounced', 'hard_bounce'))
  else if (kind < 6) world.at(later(delay), () => open(world, person, row))
  else if (kind === 6) row.machineHit = true
}

function reply(world: World, person: Person, row: Row): void {
  row.repliedAt ??= world.now
  world.decide(person, (s) => onReply(s, { stepId: row.stepId, at: world.now }))
}

function open(world: World, person: Person, row: Row): void {
  row.openedAt ??= world.now
  person.contact = { ...person.contact, notOpenedStreak: 0 }
}
