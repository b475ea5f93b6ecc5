import { jitter } from '~/engine/hash'
import type { PlanStep, Reaction, SendStep } from '~/engine/types'
import { wallClock } from '../wall-clock'
import { Agenda } from './agenda'
import { type Case, type Outcome, reactionTo } from './case'
import type { Email, Entry, Pending, Person, Todo } from './second-rules'
import * as rules from './second-rules'

/**
 * A second implementation of the sequence engine for comparisons. It shares no rule with the engine: only hashes, which are given. It is
 * slow, because it recomputes everything from what has happened.
 */
export function playSlowly(given: Case): Outcome {
  return new SecondPlayer(given).play()
}

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const MAX_RUNS = 3

class SecondPlayer {
  private readonly agenda = new Agenda()
  private readonly sent: { sequence: object; stepId: string; variant: number | null }[] = []
  private readonly outcome: Outcome = { emails: [], ends: {} }
  private readonly people: Person[]
  private lastSlot = Number.NEGATIVE_INFINITY

  constructor(private readonly given: Case) {
    this.people = given.contacts.map((contact, index) => this.prepare(contact, index))
  }

  private get now(): number {
    return this.agenda.now.getTime()
  }

  private prepare(given: Person['given'], index: number): Person {
    const start = this.given.sequences[0]!.plan.activatedAt!.getTime()
    const person: Person = { given, blockedBy: null, unopened: 0, entries: [] }
    for (const [at, { sequence: which, afterMinutes }] of given.enrolled.entries()) {
      const sequence = this.given.sequences[which]!
      const zone = sequence.useContactTimezone ? given.timezone : null
      const entry: Entry = {
        ...{ id: `${index}.${at}`, person, sequence, enteredAt: start + afterMinutes * MINUTE },
        timetable: zone ? { ...sequence.plan, timezone: zone } : sequence.plan,
        ...{ isIn: false, todo: null, waitsUntil: 0, waitsForEarlier: false, isClaimed: false },
        ...{ runs: new Map(), emails: [], hasReplied: false, ended: null },
      }
      person.entries.push(entry)
      this.agenda.add(entry.enteredAt, () => this.enter(entry))
    }
    if (given.unsubscribesAfter !== null) {
      const at = start + given.unsubscribesAfter * MINUTE + 15_000 + index
      this.agenda.add(at, () => this.block(person, 'unsubscribed'))
    }
    return person
  }

  play(): Outcome {
    this.agenda.play({
      nextTick: () => Math.min(...this.entries().map((entry) => this.dueAt(entry))),
      tick: () => this.tick(),
    })
    for (const { id, ended } of this.entries())
      this.outcome.ends[id] = ended && { reason: ended.reason, at: new Date(ended.at).toISOString() }
    return this.outcome
  }

  private entries(): Entry[] {
    return this.people.flatMap(({ entries }) => entries)
  }

  /** When something has to be done for an entry. */
  private dueAt({ isIn, ended, isClaimed, todo, waitsUntil }: Entry): number {
    if (!isIn || ended || isClaimed || !todo) return Number.POSITIVE_INFINITY
    return Math.max(todo.at, waitsUntil)
  }

  private enter(entry: Entry): void {
    entry.isIn = true
    if (entry.person.blockedBy) this.end(entry, entry.person.blockedBy)
    else this.go(entry, rules.firstStep(entry.sequence), entry.enteredAt, 0)
  }

  private block(person: Person, reason: 'unsubscribed' | 'suppressed'): void {
    // Opting out is the stronger reason.
    if (person.blockedBy !== 'unsubscribed') person.blockedBy = reason
    for (const entry of person.entries) if (entry.isIn) this.end(entry, reason)
  }

  private end(entry: Entry, reason: string): void {
    if (entry.ended) return
    this.free(entry)
    Object.assign(entry, { ended: { reason, at: this.now }, todo: null, isClaimed: false })
    this.agenda.add(this.now, () => {
      for (const other of entry.person.entries) if (other.waitsForEarlier) this.release(other)
    })
  }

  private free(entry: Entry): void {
    entry.waitsUntil = 0
    entry.waitsForEarlier = false
  }

  /** Another entry of the contact has ended: the email goes out at its own time, unless that is long past. */
  private release(entry: Entry): void {
    const { todo } = entry
    if (rules.isBehindAnother(entry) || todo?.kind !== 'send') return
    this.free(entry)
    const again = rules.todoFor(entry, todo.step, todo.after, todo.waitDays, this.now)
    const own = rules.sendTime(entry, todo.step, todo.after, todo.waitDays)
    // A slot that spacing gave stays as long as it can.
    const keeps = own === todo.planned && !rules.isMissed(entry, todo.step, todo.at, this.now)
    if (!keeps) entry.todo = again
  }

  private go(entry: Entry, step: PlanStep, after: number, waitDays: number): void {
    entry.runs.set(step.id, (entry.runs.get(step.id) ?? 0) + 1)
    entry.todo = rules.todoFor(entry, step, after, waitDays, this.now)
  }

  private tick(): void {
    const wanting: { entry: Entry; todo: Pending }[] = []
    for (const entry of this.entries()) {
      for (let turn = 0; this.dueAt(entry) <= this.now && turn < 50; turn += 1) {
        const todo = this.advance(entry, entry.todo!)
        if (!todo) continue
        wanting.push({ entry, todo })
        break
      }
    }
    this.giveSlots(wanting.filter(({ entry }) => !entry.ended))
  }

  /** Does what is due. @returns the email that wants to go out now, if there is one */
  private advance(entry: Entry, todo: Todo): Pending | null {
    this.free(entry)
    if (todo.kind === 'send') return this.mayGo(entry, todo) ? todo : null
    if (todo.kind === 'judge') this.judge(entry, todo.step, todo.at)
    else this.leave(entry, todo.step, null, todo.at)
    return null
  }

  /** Whether an email may go out now. If not, it gets another time or waits. */
  private mayGo(entry: Entry, todo: Pending): boolean {
    const { weeklyLimit, oneSequence } = this.given.rules
    if (rules.isMissed(entry, todo.step, todo.at, this.now)) {
      const at = rules.nextTime(entry, todo.step, this.now)
      entry.todo = { ...todo, at, planned: at }
      return false
    }
    if (oneSequence && rules.isBehindAnother(entry)) {
      Object.assign(entry, { waitsForEarlier: true, waitsUntil: Number.POSITIVE_INFINITY })
      return false
    }
    const fits = weeklyLimit === null ? this.now : rules.fitsWeekAt(entry.person, weeklyLimit, this.now)
    if (fits > this.now) entry.waitsUntil = fits
    return fits === this.now
  }

  /** Decides the reaction at the end of its window. */
  private judge(entry: Entry, step: SendStep, at: number): void {
    const { person } = entry
    const { maxNotOpens } = this.given.rules
    const { openedAt } = entry.emails.at(-1)!
    if (openedAt === null && entry.sequence.plan.trackingEnabled) person.unopened += 1
    if (
      openedAt === null &&
      entry.sequence.plan.trackingEnabled &&
      maxNotOpens > 0 &&
      person.unopened >= maxNotOpens
    ) {
      this.end(entry, 'not_open_limit')
      this.block(person, 'suppressed')
    } else this.leave(entry, step, openedAt !== null && openedAt <= at ? 'opened_no_reply' : 'not_opened', at)
  }

  /** Goes on after a step. @param after when the step was over */
  private leave(entry: Entry, step: PlanStep, reaction: Reaction | null, after: number): void {
    const { waitDays, next } =
      step.type === 'send_email' ? step.branches[reaction!] : { waitDays: 0, next: step.next }
    const target = rules.stepAfter(entry, step, reaction, next)
    if (!target) this.end(entry, reaction === 'replied' ? 'replied' : 'finished')
    else if (entry.runs.get(target.id) === MAX_RUNS) this.end(entry, 'loop_limit')
    else this.go(entry, target, after, waitDays)
  }

  /** Gives the mailbox's slots of this minute: follow-ups first, then the earliest. */
  private giveSlots(wanting: { entry: Entry; todo: Pending }[]): void {
    const { zone, limit, intervalSeconds } = this.given.mailbox
    const dayOf = (at: number) => wallClock.day(new Date(at), zone)
    const tomorrow = wallClock.midnight(new Date(this.now), 1, zone).getTime()
    let left =
      limit - this.outcome.emails.filter(({ at }) => dayOf(Date.parse(at)) === dayOf(this.now)).length
    let last = this.lastSlot
    for (const { entry, todo, key } of wanting.map(withKey).sort(byTurn)) {
      const gap = intervalSeconds * 1000 + jitter(`box:${key}`, intervalSeconds * 500)
      const slot = intervalSeconds > 0 ? Math.max(this.now, last + gap) : this.now
      const closed = wallClock.closed(todo.step, new Date(slot), entry.timetable)
      if (left <= 0 || slot >= tomorrow || closed) {
        const isLate = left > 0 && slot < tomorrow && closed === 'too_late'
        const at = rules.nextTime(entry, todo.step, isLate ? slot : tomorrow)
        entry.todo = { ...todo, at, planned: at }
        continue
      }
      left -= 1
      last = slot
      entry.todo = { ...todo, at: slot }
      if (slot < this.now + MINUTE) this.claim(entry, slot)
    }
  }

  private claim(entry: Entry, slot: number): void {
    entry.isClaimed = true
    this.lastSlot = slot
    this.agenda.add(slot, () => {
      const { todo, isClaimed } = entry
      if (!isClaimed || todo?.kind !== 'send') return
      entry.isClaimed = false
      if (this.mayGo(entry, todo)) this.send(entry, todo)
    })
  }

  private send(entry: Entry, { step, planned }: Pending): void {
    const visit = entry.runs.get(step.id)!
    const key = { enrollment: entry.id, stepId: step.id, visit }
    const variant = rules.variantOf(entry, step.id, visit, this.sent)
    this.sent.push({ sequence: entry.sequence, stepId: step.id, variant })
    this.outcome.emails.push({ ...key, variant, at: new Date(this.now).toISOString() })
    const email: Email = { at: this.now, openedAt: null }
    entry.emails.push(email)
    entry.todo = { kind: 'judge', step, at: planned + step.windowMinutes * MINUTE }
    const reaction = reactionTo(this.given.seed, key)
    if (!reaction) return
    const minute = Math.floor(this.now / MINUTE) * MINUTE
    const place = this.entries().indexOf(entry)
    this.agenda.add(minute + reaction.afterMinutes * MINUTE + 30_000 + place, () => {
      entry.person.unopened = 0
      if (reaction.kind === 'open') email.openedAt = this.now
      else this.reply(entry, step)
    })
  }

  private reply(entry: Entry, step: SendStep): void {
    const { otherReply, companyReply } = this.given.rules
    if (!entry.hasReplied) this.takeReply(entry, step)
    entry.hasReplied = true
    for (const person of this.people)
      for (const other of person.entries) {
        if (person === entry.person && other !== entry) this.tell(other, otherReply, 'replied_elsewhere')
        else if (person !== entry.person && areColleagues(person, entry.person))
          this.tell(other, companyReply, 'company_replied')
      }
  }

  /** The first reply takes the replied branch, at any time. After the end, only a chosen branch runs, and only within 90 days. */
  private takeReply(entry: Entry, step: SendStep): void {
    const { todo, ended, person } = entry
    const { next } = step.branches.replied
    if (ended) {
      const mayGoOn = ['finished', 'loop_limit'].includes(ended.reason) && this.now - ended.at <= 90 * DAY
      if (!mayGoOn || person.blockedBy || next.kind !== 'step') return
      if (entry.runs.get(next.stepId) === MAX_RUNS) return
      entry.ended = null
    } else if (todo?.kind === 'send' || todo?.kind === 'list') {
      // What was pending has not run.
      entry.runs.set(todo.step.id, entry.runs.get(todo.step.id)! - 1)
    }
    this.free(entry)
    Object.assign(entry, { todo: null, isClaimed: false })
    this.leave(entry, step, 'replied', this.now)
  }

  /** A reply of a colleague, or to another entry of the contact. */
  private tell(entry: Entry, policy: 'hold' | 'stop' | 'ignore', reason: string): void {
    if (!entry.isIn || entry.ended || policy === 'ignore') return
    if (policy === 'stop') this.end(entry, reason)
    else if (entry.waitsForEarlier || entry.waitsUntil < this.now + rules.WEEK)
      Object.assign(entry, { isClaimed: false, waitsForEarlier: false, waitsUntil: this.now + rules.WEEK })
  }
}

const areColleagues = (a: Person, b: Person) =>
  a.given.company !== null && a.given.company === b.given.company

interface Turn {
  entry: Entry
  todo: Pending
  key: string
}

const withKey = ({ entry, todo }: Omit<Turn, 'key'>): Turn => ({
  ...{ entry, todo },
  key: `${entry.id}:${todo.step.id}:${entry.runs.get(todo.step.id)}`,
})

function byTurn(a: Turn, b: Turn): number {
  const isFirst = ({ entry }: Turn) => Number(entry.emails.length === 0)
  return isFirst(a) - isFirst(b) || a.todo.at - b.todo.at || (a.key < b.key ? -1 : 1)
}
