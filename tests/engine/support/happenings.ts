import { onPausedByUser, onResumedByUser, onSkippedByUser, onStoppedByUser } from '~/engine/by-user'
import { onReachable, onUnreachable } from '~/engine/events'
import { onAutoReply, onCompanyReply, onOtherReply } from '~/engine/replies'
import type { WorldEvent } from './arbitraries'
import { editPlan } from './edits'
import type { Person } from './person'
import type { World } from './world'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

type Happening = (world: World, person: Person, event: WorldEvent) => void

const edit: Happening = (world, _person, event) => {
  world.plan = editPlan(world.plan, event)
  world.replanAll()
}

const HAPPENINGS: Record<WorldEvent['kind'], Happening> = {
  pause: (world) => {
    world.plan = { ...world.plan, status: 'paused' }
  },
  resume: (world) => world.resume(),
  mailboxDown: (world) => {
    world.connected = false
  },
  mailboxUp: (world) => {
    world.connected = true
    world.replanAll()
  },
  syncStops: (world) => {
    world.syncing = false
    world.at(new Date(world.now.getTime() + 150 * MINUTE), () => {
      world.syncing = true
    })
  },
  syncStarts: (world) => {
    world.syncing = true
  },
  unsubscribe: (world, person) => world.block(person, 'unsubscribed', 'unsubscribed'),
  suppressDomain: (world, person) => world.block(person, 'domainSuppressed', 'domain_suppressed'),
  otherReply: (world, person, { pick }) => {
    world.decide(person, (s) => onOtherReply(s, world.now, pick % 5 === 0 ? 'stop' : 'hold'))
  },
  companyReply: (world, person, { pick }) => {
    const reply = { at: world.now, domain: 'acme.example', colleague: 'c', detail: 'Ann, acme.example' }
    world.decide(person, (s) => onCompanyReply(s, reply, pick % 4 === 0 ? 'stop' : 'hold'))
  },
  outOfOffice: (world, person, { pick }) => {
    const back = new Date(world.now.getTime() + (pick % 12) * DAY)
    world.decide(person, (s) => onAutoReply(s, pick % 3 === 0 ? null : back))
  },
  stopByUser: (world, person) => {
    world.decide(person, onStoppedByUser)
  },
  pauseByUser: (world, person) => {
    world.decide(person, onPausedByUser)
  },
  resumeByUser: (world, person) => {
    world.decide(person, onResumedByUser)
  },
  unreachable: (world, person) => {
    world.decide(person, (s) => onUnreachable(s, { detail: '550 5.0.0 Refused' }))
  },
  reachable: (world, person) => {
    world.decide(person, onReachable)
  },
  skipByUser: (world, person) => {
    world.decide(person, onSkippedByUser)
  },
  archiveStep: edit,
  addStep: edit,
  moveStep: edit,
  editTime: edit,
  editZone: edit,
  editBranch: edit,
  toggleBranchOnly: edit,
  toggleWeekends: edit,
  editDays: edit,
}

/** Applies an event to the enrollment that it picks, if there is one. */
export function happen(world: World, event: WorldEvent): void {
  const person = world.people[event.pick % world.people.length]
  if (person && person.state.enrolledAt < world.now) HAPPENINGS[event.kind](world, person, event)
}
