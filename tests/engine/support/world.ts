import { onResumedByUser } from '~/engine/by-user'
import { onDue } from '~/engine/decide'
import { moveToSlot, onStop, startEnrollment } from '~/engine/events'
import { onOtherEnded } from '~/engine/other-sequence'
import { replan } from '~/engine/replan'
import { nextLookAt } from '~/engine/row'
import { assignSlots, type SlotCandidate } from '~/engine/slots'
import type { Decision, PressureFacts, SendFacts, SendStep, SequencePlan, Snapshot } from '~/engine/types'
import type { Life } from './arbitraries'
import { start } from './handover'
import { happen } from './happenings'
import { checkDecision, type Watch } from './invariants'
import { claimRow, newPerson, type Person, pendingRow, rowKey } from './person'
import { wallClock } from './wall-clock'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/**
 * A small simulation around the engine: contacts, one mailbox, and a clock that jumps from event to event. It applies
 * decisions in memory as jobs and models do, and passes each of them to the invariants.
 */
export class World {
  readonly people: Person[]
  readonly watch: Watch = { sent: [], decisions: 0 }
  plan: SequencePlan
  now: Date
  connected = true
  syncing = true
  syncedAt: Date
  lastSlotAt: Date | null = null
  private queue: { at: number; turn: number; run: () => void }[] = []
  private turn = 0
  handOvers = 0

  constructor(readonly life: Life) {
    this.plan = life.plan
    this.now = life.plan.activatedAt ?? new Date(0)
    this.syncedAt = this.now
    this.people = Array.from({ length: life.people }, (_, index) =>
      newPerson(`e${index}`, new Date(this.now.getTime() + index * 7 * MINUTE), life.maxNotOpens),
    )
    for (const person of this.people)
      this.at(person.state.enrolledAt, () => this.decide(person, startEnrollment))
    for (const event of life.events) {
      this.at(new Date(this.now.getTime() + event.afterMinutes * MINUTE), () => happen(this, event))
    }
    // Repairs every failure and pause at the end, so that every enrollment can finish.
    this.at(new Date(this.now.getTime() + 60 * DAY), () => this.fixEverything())
  }

  /** Plays until nothing is due and nothing can happen any more. */
  play(): void {
    for (let rounds = 0; rounds < 5_000; rounds += 1) {
      const due = this.nextTick()
      this.queue.sort((a, b) => a.at - b.at || a.turn - b.turn)
      const event = this.queue[0]
      if (event && event.at <= due) {
        this.queue.shift()
        this.moveTo(event.at)
        event.run()
      } else if (due < Number.POSITIVE_INFINITY) {
        this.moveTo(due)
        this.tick()
      } else return
    }
    throw new Error('the world never comes to rest')
  }

  at(when: Date, run: () => void): void {
    this.turn += 1
    this.queue.push({ at: when.getTime(), turn: this.turn, run })
  }

  private moveTo(at: number): void {
    this.now = new Date(Math.max(at, this.now.getTime()))
    if (this.syncing && this.connected) this.syncedAt = new Date(this.now.getTime() - 10_000)
  }

  private scannable(person: Person): number {
    const row = pendingRow(person)
    const stands = this.plan.status !== 'running' && !this.life.careless
    if (stands || row?.state === 'claimed' || row?.state === 'sending') {
      return Number.POSITIVE_INFINITY
    }
    return nextLookAt(person.state)?.getTime() ?? Number.POSITIVE_INFINITY
  }

  /** The tick, on a whole minute, at which the next row is due. */
  private nextTick(): number {
    const first = Math.min(...this.people.map((person) => this.scannable(person)))
    return Math.ceil(Math.max(first, this.now.getTime()) / MINUTE) * MINUTE
  }

  /** One due-scan: decides what is due, then assigns slots. */
  private tick(): void {
    const candidates = new Map<string, { person: Person; candidate: SlotCandidate }>()
    for (const person of this.people) {
      for (let again = 0; this.scannable(person) <= this.now.getTime() && again < 50; again += 1) {
        const decision = this.decide(person, onDue)
        if (decision.type !== 'send') continue
        const step = this.plan.steps.find((one) => one.id === decision.stepId) as SendStep
        const id = `${person.state.id}:${decision.stepId}:${decision.visit}`
        const { action } = person.state
        const candidate = {
          id,
          dueAt: action?.at ?? this.now,
          plannedAt: decision.plannedAt,
          followUp: this.lastSend(person) !== null,
          skipWeekends: step.skipWeekends,
          timetable: this.plan,
          sendHour: step.sendHour,
          sendMinute: step.sendMinute,
        }
        candidates.set(id, { person, candidate })
        break
      }
    }
    this.giveSlots(candidates)
  }

  private giveSlots(due: Map<string, { person: Person; candidate: SlotCandidate }>): void {
    const { zone, limit, intervalSeconds } = this.life.mailbox
    const horizon = new Date(this.now.getTime() + this.life.horizonMinutes * MINUTE)
    const box = {
      now: this.now,
      horizon,
      zone,
      limit,
      used: this.used(),
      lastSlotAt: this.lastSlotAt,
      intervalSeconds,
      seed: 'box',
    }
    for (const slot of assignSlots(
      box,
      [...due.values()].map((one) => one.candidate),
    )) {
      const person = due.get(slot.id)?.person
      if (!person) continue
      this.decide(person, (s) => moveToSlot(s, slot))
      if (slot.ready) this.claim(person, slot.at)
    }
  }

  private used(): Record<string, number> {
    const used: Record<string, number> = {}
    for (const row of this.people.flatMap((person) => [...person.rows.values()])) {
      const day = wallClock.day(row.startedAt ?? row.slot, this.life.mailbox.zone)
      used[day] = (used[day] ?? 0) + 1
    }
    return used
  }

  private claim(person: Person, slot: Date): void {
    const row = claimRow(person, slot)
    this.lastSlotAt = slot
    this.at(slot, () => start(this, person, row))
  }

  block(
    person: Person,
    flag: 'unsubscribed' | 'hardBounced' | 'domainSuppressed',
    reason: 'unsubscribed' | 'hard_bounce' | 'domain_suppressed',
  ): void {
    person.contact = { ...person.contact, [flag]: true }
    if (!this.life.careless) this.decide(person, (s) => onStop(s, reason))
  }

  replanAll(): void {
    for (const person of this.people) if (person.state.enrolledAt <= this.now) this.decide(person, replan)
  }

  resume(): void {
    this.plan = { ...this.plan, status: 'running' }
    this.replanAll()
  }

  private fixEverything(): void {
    this.connected = true
    this.syncing = true
    this.moveTo(this.now.getTime())
    for (const person of this.people) this.decide(person, onResumedByUser)
    this.resume()
  }

  private lastSend(person: Person): SendFacts | null {
    const gone = this.watch.sent.filter((row) => row.enrollmentId === person.state.id)
    const row = gone.at(-1)
    if (!row) return null
    const { stepId, visit, plannedAt, openedAt, machineHit, repliedAt } = row
    return {
      stepId,
      visit,
      plannedAt,
      tracked: true,
      openedAt,
      onlyMachineHits: machineHit && !openedAt,
      repliedAt,
    }
  }

  /** The enrollments of the same contact, this one included. */
  sameContact(person: Person): Person[] {
    const contactOf = (one: Person) => Math.floor(this.people.indexOf(one) / this.life.perContact)
    return this.people.filter((one) => contactOf(one) === contactOf(person))
  }

  /** The enrollments of the contact that come first, if the account lets only one sequence run at a time. */
  earlierOf(person: Person): Person[] {
    if (!this.life.oneSequence) return []
    const before = this.people.slice(0, this.people.indexOf(person))
    return this.sameContact(person).filter(
      (one) => before.includes(one) && one.state.status === 'active' && one.state.enrolledAt <= this.now,
    )
  }

  private pressureOn(person: Person): PressureFacts | null {
    const { weeklyLimit } = this.life
    if (weeklyLimit === null) return null
    const started = this.sameContact(person).flatMap(({ rows }) =>
      [...rows.values()].flatMap(({ state, startedAt }) =>
        state !== 'claimed' && startedAt ? [{ at: startedAt, sending: state === 'sending' }] : [],
      ),
    )
    const emails = started.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, weeklyLimit)
    return { weeklyLimit, emails }
  }

  snapshot(person: Person): Snapshot {
    const state = pendingRow(person)?.state
    return {
      plan: this.plan,
      enrollment: person.state,
      now: this.now,
      facts: {
        contact: person.contact,
        mailbox: {
          connected: this.connected,
          canRead: this.life.mailbox.canRead,
          lastSyncEndedAt: this.syncedAt,
        },
        lastSend: this.lastSend(person),
        pendingSend: state === 'sent' ? null : (state ?? null),
        pressure: this.pressureOn(person),
        otherSequence: this.earlierOf(person).length > 0 ? 'Earlier' : null,
      },
    }
  }

  /** Decides, checks and stores, as a model does. */
  decide(person: Person, rule: (s: Snapshot) => Decision): Decision {
    const snapshot = this.snapshot(person)
    const decision = rule(snapshot)
    checkDecision(this, person, snapshot, decision, rule)
    const ends = person.state.status === 'active' && decision.enrollment.status !== 'active'
    person.state = decision.enrollment
    if (decision.streak !== undefined)
      person.contact = { ...person.contact, notOpenedStreak: decision.streak }
    if (decision.suppressContact) person.contact = { ...person.contact, suppressed: true }
    if (decision.cancelled) {
      const key = rowKey(decision.cancelled)
      if (person.rows.get(key)?.state === 'claimed') person.rows.delete(key)
    }
    // The job that a model writes with the end of an enrollment.
    if (ends)
      this.at(this.now, () => {
        for (const other of this.sameContact(person))
          if (other.state.holdReason === 'in_other_sequence') this.decide(other, onOtherEnded)
      })
    return decision
  }
}
