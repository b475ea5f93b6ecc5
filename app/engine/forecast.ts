import { localDay } from './calendar'
import { moveToSlot, onSent } from './events'
import { follow } from './follow'
import { onOtherEnded, otherSequenceHold } from './other-sequence'
import { pressureHold } from './pressure'
import { nextLookAt } from './row'
import { assignSlots, type SlotCandidate } from './slots'
import type { ContactState, CountedEmail, Decision, Snapshot } from './types'

/** An enrollment to forecast. */
export interface ForecastEnrollment {
  /** The current state. A pending send counts as sent at its slot. */
  snapshot: Snapshot
  /** Enrollments with the same key belong to one contact. */
  contactKey: string
  /** Key of the enrollment's mailbox, or null. */
  mailboxKey: string | null
}

/** A mailbox, or several that share a daily limit. */
export interface ForecastMailbox {
  /** IANA time zone of its local day. */
  zone: string
  /** The daily limit on the day of `at`: it grows with the mailbox's age. */
  limitOn(at: Date): number
  /** Sends counted so far, by local day. */
  used: Readonly<Record<string, number>>
  lastSlotAt: Date | null
  intervalSeconds: number
}

/** One email that would be sent. */
export interface ForecastSend {
  at: Date
  enrollmentId: string
  stepId: string
  /** Whether the enrollment has sent an email before. */
  followUp: boolean
}

/** The horizon of the scan, on a clock that jumps from due time to due time. */
const HORIZON_MS = 60_000

type Send = Extract<Decision, { type: 'send' }>

/** The state of one enrollment in the simulation. */
interface Runner extends ForecastEnrollment {
  /** The send that has a slot and goes out at that time. */
  scheduled: { stepId: string; visit: number } | null
  /** The earlier sequence that it waits for at the start of the forecast. */
  waitsFor: string | null
}

/**
 * Forecasts which emails are sent until `until`, provided that nothing changes, no contact reacts (no opens, replies or bounces),
 * mailboxes stay connected and inboxes are synced in time. Uses the same functions as the due-scan, in time order.
 * Yields after each look at an enrollment, so that its caller can do other work between two.
 */
export function* forecastInTurns(
  enrollments: readonly ForecastEnrollment[],
  mailboxes: ReadonlyMap<string, ForecastMailbox>,
  now: Date,
  until: Date,
): Generator<void, ForecastSend[]> {
  const forecasted: ForecastSend[] = []
  const agenda = createAgenda<Runner>()
  const contacts = new Map<string, ContactState>()
  const emails = new Map<string, readonly CountedEmail[]>()
  const runners = new Map<string, Runner[]>()
  const days = new Map(
    [...mailboxes].map(([key, mailbox]) => [key, { ...mailbox, used: { ...mailbox.used } }]),
  )
  const scheduleCheck = (runner: Runner) => {
    const at = nextLookAt(runner.snapshot.enrollment)
    if (at) agenda.add(Math.max(at.getTime(), now.getTime()), runner)
  }
  for (const enrollment of enrollments) {
    const { snapshot, contactKey } = enrollment
    contacts.set(contactKey, snapshot.facts.contact)
    const counted = snapshot.facts.pressure?.emails ?? []
    if (counted.length > (emails.get(contactKey)?.length ?? 0)) emails.set(contactKey, counted)
    const isPending = snapshot.facts.pendingSend !== null && snapshot.facts.pendingSend !== 'uncertain'
    const { action, visits } = snapshot.enrollment
    const pending = isPending && action?.kind === 'send' ? action : null
    const scheduled = pending ? { stepId: pending.stepId, visit: visits[pending.stepId] ?? 1 } : null
    const runner: Runner = { ...enrollment, scheduled, waitsFor: snapshot.facts.otherSequence }
    runners.set(contactKey, [...(runners.get(contactKey) ?? []), runner])
    if (pending) agenda.add(Math.max(pending.at.getTime(), now.getTime()), runner)
    else scheduleCheck(runner)
  }

  /** An earlier sequence that is not part of the forecast does not end in it. */
  const otherSequence = (runner: Runner) => {
    const earlier = runners.get(runner.contactKey)!.filter((other) => isBefore(other, runner))
    const ended =
      earlier.length > 0 && earlier.every((other) => other.snapshot.enrollment.status !== 'active')
    return ended ? null : runner.waitsFor
  }
  const snapshotAt = (runner: Runner, at: Date): Snapshot => {
    const { snapshot } = runner
    const { mailbox } = snapshot.facts
    // Assume a sync just now, and apply changes of the contact in its other enrollments.
    const synced = mailbox && { ...mailbox, lastSyncEndedAt: new Date(at.getTime() + 1) }
    const { pressure } = snapshot.facts
    const facts = {
      ...snapshot.facts,
      contact: contacts.get(runner.contactKey)!,
      mailbox: synced,
      pressure: pressure && { ...pressure, emails: emails.get(runner.contactKey) ?? [] },
      otherSequence: otherSequence(runner),
    }
    return { ...snapshot, facts, now: at }
  }
  const wakeOthers = ({ contactKey }: Runner, at: Date) => {
    for (const other of runners.get(contactKey)!) {
      const woken = onOtherEnded(snapshotAt(other, at))
      if (woken.rule === 'not_due') continue
      other.snapshot = { ...snapshotAt(other, at), enrollment: woken.enrollment }
      scheduleCheck(other)
    }
  }
  const apply = (runner: Runner, { snapshot, decision }: { snapshot: Snapshot; decision: Decision }) => {
    runner.snapshot = { ...snapshot, enrollment: decision.enrollment }
    if (decision.enrollment.status !== 'active') wakeOthers(runner, snapshot.now)
    if (decision.streak === undefined && !decision.suppressContact) return
    const contact = contacts.get(runner.contactKey)!
    contacts.set(runner.contactKey, {
      ...contact,
      notOpenedStreak: decision.streak ?? contact.notOpenedStreak,
      suppressed: contact.suppressed || decision.suppressContact === true,
    })
  }
  const send = (runner: Runner, at: Date) => {
    const { stepId, visit } = runner.scheduled!
    const snapshot = snapshotAt(runner, at)
    // An email to the same contact may have started since this one got its slot.
    const held = otherSequenceHold(snapshot) ?? pressureHold(snapshot)
    if (held) {
      runner.scheduled = null
      const facts = { ...snapshot.facts, pendingSend: null }
      runner.snapshot = { ...snapshot, facts, enrollment: held.enrollment }
      scheduleCheck(runner)
      return
    }
    emails.set(runner.contactKey, [{ at, sending: false }, ...(emails.get(runner.contactKey) ?? [])])
    const { action } = snapshot.enrollment
    const followUp = snapshot.facts.lastSend !== null
    forecasted.push({ at, enrollmentId: snapshot.enrollment.id, stepId, followUp })
    const decision = onSent(snapshot, { stepId, visit })
    const lastSend = {
      stepId,
      visit,
      plannedAt: action?.plannedAt ?? at,
      tracked: snapshot.plan.trackingEnabled,
      openedAt: null,
      onlyMachineHits: false,
      repliedAt: null,
    }
    runner.scheduled = null
    const facts = { ...snapshot.facts, lastSend, pendingSend: null }
    runner.snapshot = { ...snapshot, facts, enrollment: decision.enrollment }
    scheduleCheck(runner)
  }
  const scheduleSends = (
    key: string,
    due: { runner: Runner; snapshot: Snapshot; decision: Send }[],
    at: Date,
  ) => {
    const mailbox = days.get(key)
    if (!mailbox) return
    const byId = new Map(due.map((loaded) => [loaded.snapshot.enrollment.id, loaded]))
    const limits = {
      ...mailbox,
      now: at,
      horizon: new Date(at.getTime() + HORIZON_MS),
      limit: mailbox.limitOn(at),
      seed: key,
    }
    for (const slot of assignSlots(limits, due.map(toCandidate))) {
      const { runner, snapshot, decision } = byId.get(slot.id)!
      if (!slot.ready) {
        const moved = { ...snapshot, enrollment: decision.enrollment }
        runner.snapshot = { ...moved, enrollment: moveToSlot(moved, slot).enrollment }
        scheduleCheck(runner)
        continue
      }
      const day = localDay(slot.at, mailbox.zone)
      mailbox.used[day] = (mailbox.used[day] ?? 0) + 1
      mailbox.lastSlotAt = slot.at
      runner.snapshot = { ...snapshot, enrollment: decision.enrollment }
      runner.scheduled = { stepId: decision.stepId, visit: decision.visit }
      agenda.add(slot.at.getTime(), runner)
    }
  }

  for (let entry = agenda.next(until.getTime()); entry; entry = agenda.next(until.getTime())) {
    const at = new Date(entry.at)
    const sends = new Map<string, { runner: Runner; snapshot: Snapshot; decision: Send }[]>()
    for (const runner of entry.items) {
      yield
      if (runner.scheduled) {
        send(runner, at)
        continue
      }
      const { decided, send: due } = follow(snapshotAt(runner, at))
      for (const decision of decided) apply(runner, decision)
      if (!due) scheduleCheck(runner)
      else if (runner.mailboxKey) {
        const list = sends.get(runner.mailboxKey) ?? []
        list.push({ runner, ...due })
        sends.set(runner.mailboxKey, list)
      }
    }
    for (const [key, list] of sends) scheduleSends(key, list, at)
  }
  return forecasted
}

/** Whether the contact entered the sequence of `a` before that of `b`. */
function isBefore({ snapshot: a }: Runner, { snapshot: b }: Runner): boolean {
  const [one, other] = [a.enrollment.enrolledAt.getTime(), b.enrollment.enrolledAt.getTime()]
  return one === other ? a.enrollment.id < b.enrollment.id : one < other
}

function toCandidate({ snapshot, decision }: { snapshot: Snapshot; decision: Send }): SlotCandidate {
  const step = snapshot.plan.steps.find(({ id }) => id === decision.stepId)
  if (step?.type !== 'send_email') throw new Error('Send decided for a step that is not a Send Email step')
  const { skipWeekends, sendHour, sendMinute } = step
  return {
    id: snapshot.enrollment.id,
    dueAt: decision.enrollment.action!.at,
    plannedAt: decision.plannedAt,
    followUp: snapshot.facts.lastSend !== null,
    timetable: snapshot.plan,
    ...{ skipWeekends, sendHour, sendMinute },
  }
}

/** A priority queue of items by time. Items of the same time come out together, in insertion order. */
function createAgenda<T>() {
  const byTime = new Map<number, T[]>()
  const times: number[] = []
  return {
    add(at: number, item: T) {
      const items = byTime.get(at)
      if (items) return void items.push(item)
      byTime.set(at, [item])
      // A binary heap of the times.
      let i = times.push(at) - 1
      while (i > 0 && times[(i - 1) >> 1]! > times[i]!) {
        swap(times, i, (i - 1) >> 1)
        i = (i - 1) >> 1
      }
    },
    /** The earliest items, unless their time is after `until`. */
    next(until: number): { at: number; items: T[] } | null {
      const at = times[0]
      if (at === undefined || at > until) return null
      const last = times.pop()!
      if (times.length > 0) times[0] = last
      for (let i = 0; ; ) {
        const [left, right] = [2 * i + 1, 2 * i + 2]
        const child = right < times.length && times[right]! < times[left]! ? right : left
        if (child >= times.length || times[i]! <= times[child]!) break
        swap(times, i, child)
        i = child
      }
      const items = byTime.get(at)!
      byTime.delete(at)
      return { at, items }
    },
  }
}

function swap(list: number[], a: number, b: number): void {
  const kept = list[a]!
  list[a] = list[b]!
  list[b] = kept
}
