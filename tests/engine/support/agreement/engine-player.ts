import { onDue } from '~/engine/decide'
import { moveToSlot, newEnrollment, onSent, onStop, startEnrollment } from '~/engine/events'
import { follow } from '~/engine/follow'
import { onOtherEnded } from '~/engine/other-sequence'
import { onCompanyReply, onOtherReply, onReply } from '~/engine/replies'
import { nextLookAt } from '~/engine/row'
import { assignSlots, type SlotAssignment, type SlotCandidate } from '~/engine/slots'
import type {
  ContactState,
  Decision,
  EnrollmentState,
  PressureFacts,
  SendFacts,
  SendStep,
  SequencePlan,
  Snapshot,
} from '~/engine/types'
import { chooseVariant, type Weighted } from '~/engine/variant'
import { wallClock } from '../wall-clock'
import { Agenda } from './agenda'
import { type Case, type CaseContact, type CaseSequence, type Outcome, reactionTo } from './case'

const MINUTE = 60_000

interface Sent extends SendFacts {
  startedAt: Date
}

interface Contact {
  given: CaseContact
  state: ContactState
  enrollments: Enrollment[]
}

interface Enrollment {
  contact: Contact
  sequence: CaseSequence
  plan: SequencePlan
  state: EnrollmentState
  entered: boolean
  sent: Sent[]
  claimed: boolean
}

/** Plays a case with the engine's functions, as the models and jobs call them. */
export function playWithEngine(given: Case): Outcome {
  return new EnginePlayer(given).play()
}

class EnginePlayer {
  private readonly agenda = new Agenda()
  private readonly contacts: Contact[]
  private readonly outcome: Outcome = { emails: [], ends: {} }
  private readonly used: Record<string, number> = {}
  private lastSlotAt: Date | null = null
  private readonly variantCounts = new Map<Weighted, number>()

  constructor(private readonly given: Case) {
    this.contacts = given.contacts.map((contact, index) => this.meet(contact, index))
  }

  private meet(given: CaseContact, index: number): Contact {
    const state = { unsubscribed: false, suppressed: false, hardBounced: false, domainSuppressed: false }
    const maxNotOpens = this.given.rules.maxNotOpens
    const contact: Contact = { given, state: { ...state, notOpenedStreak: 0, maxNotOpens }, enrollments: [] }
    contact.enrollments = given.enrolled.map((one, at) => this.enroll(contact, one, `${index}.${at}`))
    if (given.unsubscribesAfter !== null) {
      const start = this.given.sequences[0]!.plan.activatedAt!.getTime()
      this.agenda.add(start + given.unsubscribesAfter * MINUTE + 15_000 + index, () => {
        contact.state = { ...contact.state, unsubscribed: true }
        for (const one of contact.enrollments)
          if (one.entered) this.decide(one, (s) => onStop(s, 'unsubscribed'))
      })
    }
    return contact
  }

  private enroll(
    contact: Contact,
    { sequence: index, afterMinutes }: CaseContact['enrolled'][number],
    id: string,
  ) {
    const sequence = this.given.sequences[index]!
    const zone = sequence.useContactTimezone ? contact.given.timezone : null
    const plan = zone ? { ...sequence.plan, timezone: zone } : sequence.plan
    const at = plan.activatedAt!.getTime() + afterMinutes * MINUTE
    const state = newEnrollment(id, new Date(at))
    const one = { contact, sequence, plan, state, entered: false, sent: [], claimed: false }
    this.agenda.add(at, () => {
      one.entered = true
      this.decide(one, startEnrollment)
    })
    return one
  }

  play(): Outcome {
    this.agenda.play({ nextTick: () => this.nextTick(), tick: () => this.tick() })
    for (const { state } of this.all()) {
      const { endReason, endedAt } = state
      this.outcome.ends[state.id] = endReason ? { reason: endReason, at: endedAt!.toISOString() } : null
    }
    return this.outcome
  }

  private all(): Enrollment[] {
    return this.contacts.flatMap(({ enrollments }) => enrollments)
  }

  private nextTick(): number {
    const looks = this.all().flatMap((one) =>
      one.entered && !one.claimed ? (nextLookAt(one.state)?.getTime() ?? []) : [],
    )
    return Math.min(...looks)
  }

  private tick(): void {
    const { now } = this.agenda
    const due = new Map<string, { one: Enrollment; candidate: SlotCandidate }>()
    for (const one of this.all()) {
      const look = one.entered && !one.claimed ? nextLookAt(one.state) : null
      if (!look || look > now) continue
      const { decided, send } = follow(this.snapshot(one))
      for (const { decision } of decided) this.store(one, decision)
      if (send) {
        const candidate = this.candidateOf(one, send.decision)
        due.set(candidate.id, { one, candidate })
      }
    }
    // Another enrollment of the contact may have suppressed it since.
    const active = [...due.values()].filter(({ one }) => one.state.status === 'active')
    const candidates = active.map(({ candidate }) => candidate)
    for (const slot of this.assign(candidates)) {
      const { one } = due.get(slot.id)!
      this.decide(one, (s) => moveToSlot(s, slot))
      if (slot.ready) this.claim(one, slot)
    }
  }

  private candidateOf(one: Enrollment, { stepId, visit, plannedAt }: Extract<Decision, { type: 'send' }>) {
    const { skipWeekends, sendHour, sendMinute } = one.plan.steps.find(({ id }) => id === stepId) as SendStep
    return {
      ...{ skipWeekends, sendHour, sendMinute, timetable: one.plan, plannedAt },
      id: `${one.state.id}:${stepId}:${visit}`,
      dueAt: one.state.action!.at,
      followUp: one.sent.length > 0,
    }
  }

  private assign(candidates: SlotCandidate[]): SlotAssignment[] {
    const { zone, limit, intervalSeconds } = this.given.mailbox
    const { now } = this.agenda
    const horizon = new Date(now.getTime() + MINUTE)
    const { used, lastSlotAt } = this
    return assignSlots(
      { now, horizon, zone, limit, used, lastSlotAt, intervalSeconds, seed: 'box' },
      candidates,
    )
  }

  /** The row of a send is written. It starts at its slot, if the engine still says so. */
  private claim(one: Enrollment, slot: SlotAssignment): void {
    const { stepId } = one.state.action!
    const key = { enrollment: one.state.id, stepId, visit: one.state.visits[stepId]! }
    one.claimed = true
    this.lastSlotAt = slot.at
    this.agenda.add(slot.at.getTime(), () => {
      // Cancelled in the meantime: the next slot is at least a tick away.
      if (!one.claimed) return
      one.claimed = false
      const decision = onDue(this.snapshot(one))
      if (decision.type === 'send' && decision.stepId === stepId) this.send(one, key, decision.plannedAt)
      else this.store(one, decision)
    })
  }

  private send(
    one: Enrollment,
    key: { enrollment: string; stepId: string; visit: number },
    plannedAt: Date,
  ): void {
    const { now } = this.agenda
    const variants = one.sequence.variants[key.stepId]!
    const counts = this.variantCounts
    const variant = chooseVariant(variants, (variant) => counts.get(variant) ?? 0, {
      ...key,
      enrollmentId: key.enrollment,
    })
    if (variant) counts.set(variant, (counts.get(variant) ?? 0) + 1)
    const at = now.toISOString()
    this.outcome.emails.push({ ...key, variant: variant && variants.indexOf(variant), at })
    const { stepId, visit } = key
    const facts = {
      stepId,
      visit,
      plannedAt,
      tracked: true,
      openedAt: null,
      onlyMachineHits: false,
      repliedAt: null,
    }
    const sent: Sent = { ...facts, startedAt: now }
    one.sent.push(sent)
    this.countToday(now)
    this.decide(one, (s) => onSent(s, { stepId, visit }))
    const reaction = reactionTo(this.given.seed, key)
    if (!reaction) return
    const minute = Math.floor(now.getTime() / MINUTE) * MINUTE
    const place = this.all().indexOf(one)
    this.agenda.add(minute + reaction.afterMinutes * MINUTE + 30_000 + place, () => {
      if (reaction.kind === 'open') this.open(one, sent)
      else this.reply(one, sent)
    })
  }

  private countToday(now: Date): void {
    const day = wallClock.day(now, this.given.mailbox.zone)
    this.used[day] = (this.used[day] ?? 0) + 1
  }

  private open({ contact }: Enrollment, sent: Sent): void {
    sent.openedAt = this.agenda.now
    contact.state = { ...contact.state, notOpenedStreak: 0 }
  }

  private reply(one: Enrollment, sent: Sent): void {
    const at = this.agenda.now
    const { otherReply, companyReply } = this.given.rules
    sent.repliedAt = at
    this.decide(one, (s) => onReply(s, { stepId: sent.stepId, at }))
    for (const other of one.contact.enrollments)
      if (other !== one && other.entered) this.decide(other, (s) => onOtherReply(s, at, otherReply))
    const { company } = one.contact.given
    if (!company) return
    const reply = { at, domain: company, colleague: 'c', detail: 'c' }
    for (const other of this.all())
      if (other.contact !== one.contact && other.contact.given.company === company && other.entered)
        this.decide(other, (s) => onCompanyReply(s, reply, companyReply))
  }

  private snapshot(one: Enrollment): Snapshot {
    const { contact, plan, state, sent } = one
    return {
      plan,
      enrollment: state,
      now: this.agenda.now,
      facts: {
        contact: contact.state,
        mailbox: { connected: true, canRead: false, lastSyncEndedAt: null },
        lastSend: sent.at(-1) ?? null,
        pendingSend: one.claimed ? 'claimed' : null,
        pressure: this.pressureOn(contact),
        otherSequence: this.earlierOf(one) ? 'Earlier' : null,
      },
    }
  }

  private pressureOn({ enrollments }: Contact): PressureFacts | null {
    const { weeklyLimit } = this.given.rules
    if (weeklyLimit === null) return null
    const starts = enrollments.flatMap(({ sent }) =>
      sent.map(({ startedAt: at }) => ({ at, sending: false })),
    )
    return {
      weeklyLimit,
      emails: starts.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, weeklyLimit),
    }
  }

  private earlierOf(one: Enrollment): boolean {
    if (!this.given.rules.oneSequence) return false
    const key = ({ state }: Enrollment) => `${state.enrolledAt.toISOString()} ${state.id}`
    return one.contact.enrollments.some(
      (other) => other.entered && other.state.status === 'active' && key(other) < key(one),
    )
  }

  private decide(one: Enrollment, rule: (s: Snapshot) => Decision): void {
    this.store(one, rule(this.snapshot(one)))
  }

  private store(one: Enrollment, decision: Decision): void {
    const { contact } = one
    const ends = one.state.status === 'active' && decision.enrollment.status !== 'active'
    one.state = decision.enrollment
    if (decision.cancelled) one.claimed = false
    if (decision.streak !== undefined) contact.state = { ...contact.state, notOpenedStreak: decision.streak }
    if (decision.suppressContact) {
      contact.state = { ...contact.state, suppressed: true }
      for (const other of contact.enrollments)
        if (other !== one && other.entered) this.decide(other, (s) => onStop(s, 'suppressed'))
    }
    if (ends)
      this.agenda.add(this.agenda.now.getTime(), () => {
        for (const other of contact.enrollments)
          if (other.state.holdReason === 'in_other_sequence') this.decide(other, onOtherEnded)
      })
  }
}
