/**
 * A second, minimal implementation of `design.md`: contacts, lists and sequences in memory. It is slow and simple on
 * purpose; the program is compared with it after every call. Times are epoch milliseconds, the zone is UTC, every
 * step sends an email at its sequence's own minute after nine, and every reaction takes its default branch.
 */

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MAX_UNOPENED = 3
const OTHER_REPLY_HOLD = 7 * DAY

export interface ModelStep {
  id: string
  delayDays: number
  windowHours: number
  deleted: boolean
}

export interface ModelEnrollment {
  email: string
  status: 'active' | 'completed' | 'stopped'
  /** Waits for a higher contact limit: not enrolled yet. */
  full: boolean
  enrolledAt: number
  /**
   * The next action; null before the start and after the end. An email's date counts from `moment`, as does a window.
   */
  next: { kind: 'send' | 'decide'; step: ModelStep; at: number; moment: number } | null
  sent: ModelStep[]
  opened: Set<ModelStep>
  replied: boolean
  /** By the user. */
  paused: boolean
  /** Because the contact replied elsewhere. */
  heldUntil: number
  /** Whether its contact was deleted. A new one with the same address is another contact. */
  isContactDeleted: boolean
}

export interface ModelSequence {
  status: 'draft' | 'running' | 'paused'
  minute: number
  limit: number | null
  activatedAt: number | null
  steps: ModelStep[]
  lists: Set<string>
  /** In the order of enrollment. */
  enrollments: Map<string, ModelEnrollment>
}

export interface ModelContact {
  flags: Set<Flag>
  streak: number
  lists: Map<string, number>
}
export type Flag = 'unsubscribed' | 'suppressed' | 'hardBounced'

/** The code of a refusal, null where the call is taken. */
type Refusal = 'CONFLICT' | 'NOT_FOUND' | null

export class Model {
  now: number
  private ticks = 0
  readonly contacts = new Map<string, ModelContact>()
  readonly sequences = new Map<string, ModelSequence>()
  readonly lists = new Set<string>()
  /** Suppressed addresses. */
  readonly dead = new Set<string>()
  private readonly remembered = new Map<string, Set<Flag>>()

  constructor(
    now: number,
    readonly otherReplies: 'hold' | 'stop' | 'ignore',
  ) {
    this.now = now
  }

  addContact(email: string, list: string): void {
    this.contacts.set(email, { flags: new Set(this.remembered.get(email)), streak: 0, lists: new Map() })
    this.joinList(email, list)
  }

  joinList(email: string, list: string): void {
    const { lists } = this.contacts.get(email)!
    if (lists.has(list)) return
    lists.set(list, this.ticks++)
    for (const sequence of this.sequences.values())
      if (sequence.status !== 'draft' && sequence.lists.has(list)) this.enroll(sequence, [email])
  }

  leaveList(email: string, list: string): Refusal {
    return this.contacts.get(email)!.lists.delete(list) ? null : 'NOT_FOUND'
  }

  /** Contacts already in the other list are skipped. */
  move(email: string, from: string, to: string): void {
    const { lists } = this.contacts.get(email)!
    if (lists.has(to)) return
    lists.delete(from)
    this.joinList(email, to)
  }

  deleteList(list: string): void {
    this.lists.delete(list)
    for (const { lists } of [...this.contacts.values(), ...this.sequences.values()]) lists.delete(list)
  }

  deleteContact(email: string): void {
    const { flags } = this.contacts.get(email)!
    this.remembered.set(email, new Set([...(this.remembered.get(email) ?? []), ...flags]))
    this.endAll(email)
    for (const { enrollments } of this.sequences.values()) {
      const one = enrollments.get(email)
      if (one) one.isContactDeleted = true
    }
    this.contacts.delete(email)
  }

  /** No more emails to this address, whether or not its contact still exists. */
  stop(email: string, flag: Flag): void {
    this.remembered.set(email, new Set([...(this.remembered.get(email) ?? []), flag]))
    this.contacts.get(email)?.flags.add(flag)
    this.endAll(email)
  }

  private endAll(email: string): void {
    for (const { enrollments } of this.sequences.values()) {
      const one = enrollments.get(email)
      if (one?.status === 'active') Object.assign(one, { status: 'stopped', next: null })
    }
  }

  addSequence(id: string, minute: number, limit: number | null): void {
    const empty = { steps: [], lists: new Set<string>(), enrollments: new Map(), activatedAt: null }
    this.sequences.set(id, { status: 'draft', minute, limit, ...empty })
  }

  link(id: string, list: string): void {
    const sequence = this.sequences.get(id)!
    sequence.lists.add(list)
    if (sequence.status !== 'draft') this.enroll(sequence, this.membersOf([list]))
  }

  unlink(id: string, list: string): Refusal {
    return this.sequences.get(id)!.lists.delete(list) ? null : 'NOT_FOUND'
  }

  activate(id: string): Refusal {
    const sequence = this.sequences.get(id)!
    if (!sequence.steps.some((step) => !step.deleted)) return 'CONFLICT'
    if (sequence.status === 'running') return null
    sequence.status = 'running'
    sequence.activatedAt ??= this.now
    this.replan(sequence)
    this.enroll(sequence, this.membersOf(sequence.lists))
    return null
  }

  launch(id: string): Refusal {
    const sequence = this.sequences.get(id)!
    const refusal = this.activate(id)
    if (!refusal) this.enroll(sequence, this.membersOf(sequence.lists))
    return refusal
  }

  pause(id: string): Refusal {
    const sequence = this.sequences.get(id)!
    if (sequence.status === 'draft') return 'CONFLICT'
    sequence.status = 'paused'
    return null
  }

  setLimit(id: string, limit: number | null): void {
    const sequence = this.sequences.get(id)!
    sequence.limit = limit
    const waiting = [...sequence.enrollments.values()].filter((one) => one.full && one.status === 'active')
    for (const one of waiting.slice(0, Math.max(0, this.roomOf(sequence)))) {
      Object.assign(one, { full: false, enrolledAt: this.now })
      this.planFirst(sequence, one)
    }
  }

  enrollNamed(id: string, emails: string[]): void {
    this.enroll(this.sequences.get(id)!, emails)
  }

  private roomOf({ limit, enrollments }: ModelSequence): number {
    const enrolled = [...enrollments.values()].filter((one) => !one.full).length
    return limit === null ? Number.POSITIVE_INFINITY : limit - enrolled
  }

  /** Members of lists, the longest on one of them first. */
  private membersOf(lists: Iterable<string>): string[] {
    const since = (contact: ModelContact) =>
      Math.min(...[...lists].map((list) => contact.lists.get(list) ?? Number.POSITIVE_INFINITY))
    return [...this.contacts]
      .map(([email, contact]) => ({ email, since: since(contact) }))
      .filter(({ since }) => since < Number.POSITIVE_INFINITY)
      .sort((a, b) => a.since - b.since)
      .map(({ email }) => email)
  }

  private enroll(sequence: ModelSequence, emails: string[]): void {
    for (const email of emails) {
      if (sequence.enrollments.has(email) || this.contacts.get(email)!.flags.size > 0) continue
      const one: ModelEnrollment = {
        ...{ email, status: 'active', full: this.roomOf(sequence) <= 0, enrolledAt: this.now },
        ...{ next: null, sent: [], opened: new Set(), replied: false, paused: false, heldUntil: 0 },
        isContactDeleted: false,
      }
      sequence.enrollments.set(email, one)
      this.planFirst(sequence, one)
    }
  }

  private planFirst(sequence: ModelSequence, one: ModelEnrollment): void {
    const step = sequence.steps.find((one) => !one.deleted)
    if (!step || sequence.status !== 'running' || one.full || one.status !== 'active' || one.next) return
    this.planSend(sequence, one, step, Math.max(one.enrolledAt, sequence.activatedAt!))
  }

  private planSend(sequence: ModelSequence, one: ModelEnrollment, step: ModelStep, moment: number): void {
    const at = atNine(Math.floor(moment / DAY) + step.delayDays, sequence)
    one.next = { kind: 'send', step, moment, at: at < moment ? at + DAY : at }
  }

  /** Continues with the next step in order, or ends. */
  private goOn(sequence: ModelSequence, one: ModelEnrollment, from: ModelStep, moment: number): void {
    const next = sequence.steps.slice(sequence.steps.indexOf(from) + 1).find((step) => !step.deleted)
    if (next) this.planSend(sequence, one, next, moment)
    else Object.assign(one, { status: 'completed', next: null })
  }

  /**
   * After a resume or an edit, pending sends are planned again from their trigger time, and windows get their new
   * end.
   */
  replan(sequence: ModelSequence): void {
    for (const one of sequence.enrollments.values()) this.replanOne(sequence, one)
  }

  private replanOne(sequence: ModelSequence, one: ModelEnrollment): void {
    if (!one.next) this.planFirst(sequence, one)
    else if (one.next.kind === 'decide') one.next.at = one.next.moment + one.next.step.windowHours * HOUR
    else if (!one.next.step.deleted) this.planSend(sequence, one, one.next.step, one.next.moment)
    else if (one.sent.length > 0) this.goOn(sequence, one, one.sent.at(-1)!, one.next.moment)
    else {
      one.next = null
      this.planFirst(sequence, one)
    }
    this.moveLate(sequence, one)
  }

  /** An email more than an hour late moves to its next valid time. @returns whether it moved */
  private moveLate(sequence: ModelSequence, { next }: ModelEnrollment): boolean {
    if (next?.kind !== 'send' || this.now - next.at <= HOUR) return false
    const today = atNine(Math.floor(this.now / DAY), sequence)
    next.at = today < this.now ? today + DAY : today
    return true
  }

  /** A human opened the newest email of an enrollment; further opens change nothing. */
  open(one: ModelEnrollment): void {
    const step = one.sent.at(-1)!
    const contact = this.contacts.get(one.email)
    if (one.opened.has(step)) return
    one.opened.add(step)
    if (contact && !one.isContactDeleted) contact.streak = 0
  }

  /** A contact replied to the newest email of an enrollment: by default that ends it. */
  reply(one: ModelEnrollment): void {
    const contact = this.contacts.get(one.email)
    if (contact) contact.streak = 0
    one.replied = true
    if (one.status === 'active') Object.assign(one, { status: 'completed', next: null })
    for (const { enrollments } of this.sequences.values()) {
      const other = enrollments.get(one.email)
      if (!other || other === one || other.status !== 'active') continue
      if (this.otherReplies === 'stop') Object.assign(other, { status: 'stopped', next: null })
      if (this.otherReplies === 'hold' && !other.full && !other.paused)
        other.heldUntil = this.now + OTHER_REPLY_HOLD
    }
  }

  /** The user pauses, resumes or stops one enrollment. */
  act(sequence: ModelSequence, one: ModelEnrollment, act: 'pause' | 'resume' | 'stop'): Refusal {
    if (one.status !== 'active') return 'CONFLICT'
    if (act === 'stop') Object.assign(one, { status: 'stopped', next: null })
    else if (act === 'pause' ? one.full : !one.paused) return 'CONFLICT'
    // What held it before is over with the user's own word.
    else Object.assign(one, { paused: act === 'pause', heldUntil: 0 })
    // An edit may have moved what is late meanwhile: it is late since its own time.
    if (act === 'resume') this.replanOne(sequence, one)
    return null
  }

  /** Handles what became due until `to`, in the order of its dates, and what a resumed sequence is behind with. */
  advance(to: number): void {
    for (;;) {
      const due = [...this.sequences.values()]
        .filter(({ status }) => status === 'running')
        .flatMap((sequence) => [...sequence.enrollments.values()].map((one) => ({ sequence, one })))
        .filter(({ one }) => !one.paused && one.next && dueAt(one) <= to)
        .sort((a, b) => dueAt(a.one) - dueAt(b.one))[0]
      if (!due) break
      this.now = Math.max(this.now, dueAt(due.one))
      if (due.one.next!.kind === 'send') this.send(due.sequence, due.one)
      else this.decide(due.sequence, due.one)
    }
    this.now = to
  }

  private send(sequence: ModelSequence, one: ModelEnrollment): void {
    if (this.moveLate(sequence, one)) return
    const { step, at } = one.next!
    if (this.dead.has(one.email)) {
      this.stop(one.email, 'hardBounced')
      return
    }
    one.sent.push(step)
    one.next = { kind: 'decide', step, moment: at, at: at + step.windowHours * HOUR }
  }

  private decide(sequence: ModelSequence, one: ModelEnrollment): void {
    const { step, at } = one.next!
    const contact = this.contacts.get(one.email)!
    if (!one.opened.has(step)) contact.streak += 1
    if (contact.streak >= MAX_UNOPENED) this.stop(one.email, 'suppressed')
    else this.goOn(sequence, one, step, at)
  }
}

/** The time of an enrollment's next check. */
export const dueAt = ({ next, heldUntil }: ModelEnrollment) => Math.max(next!.at, heldUntil)

const atNine = (day: number, { minute }: ModelSequence) => day * DAY + 9 * HOUR + minute * 60_000
