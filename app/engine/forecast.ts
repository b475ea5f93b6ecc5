import { localDay } from './calendar'
import { moveToSlot, onSent } from './events'
import { follow } from './follow'
import { nextLookAt } from './row'
import { assignSlots, type SlotCandidate } from './slots'
import type { ContactFacts, Decision, Snapshot } from './types'

/** Somebody whose mails are to be foreseen. */
export interface ForecastPerson {
  /** As it stands now; a mail that is under way counts as one that leaves at its slot. */
  snapshot: Snapshot
  /** People with the same key are one contact in several sequences. */
  contactKey: string
  /** Key of the mailbox that this contact keeps, null without one. */
  mailboxKey: string | null
}

/** A mailbox, or several that share a count. */
export interface ForecastMailbox {
  /** IANA zone whose midnight ends its day. */
  zone: string
  /** Mails that it may send on the day of `at`: the limit grows with its age. */
  limitOn(at: Date): number
  /** Mails counted so far, by local day. */
  used: Readonly<Record<string, number>>
  lastSlotAt: Date | null
  intervalSeconds: number
}

/** One mail that would leave. */
export interface ForecastMail {
  at: Date
  enrollmentId: string
  stepId: string
  /** Somebody got a mail of this enrollment before. */
  followUp: boolean
}

/** The scan's reach on a clock that jumps from due time to due time. */
const HORIZON_MS = 60_000

type Send = Extract<Decision, { type: 'send' }>

/** Where one person stands in the run. */
interface Runner extends ForecastPerson {
  /** The mail that has its slot and leaves when its time comes. */
  leaving: { stepId: string; visit: number } | null
}

/**
 * Runs the engine ahead: which mails leave when, until `until`, if everything stays as it is and nobody reacts (no open,
 * no reply, no bounce), mailboxes stay connected and inboxes are read in time. It asks the same functions as the due-scan
 * does, in the order of time.
 */
export function forecast(
  people: readonly ForecastPerson[],
  mailboxes: ReadonlyMap<string, ForecastMailbox>,
  now: Date,
  until: Date,
): ForecastMail[] {
  const mails: ForecastMail[] = []
  const agenda = createAgenda<Runner>()
  const contacts = new Map<string, ContactFacts>()
  const days = new Map([...mailboxes].map(([key, box]) => [key, { ...box, used: { ...box.used } }]))
  const look = (runner: Runner) => {
    const at = nextLookAt(runner.snapshot.enrollment)
    if (at) agenda.add(Math.max(at.getTime(), now.getTime()), runner)
  }
  for (const person of people) {
    const { snapshot, contactKey } = person
    contacts.set(contactKey, snapshot.facts.contact)
    const underWay = snapshot.facts.pendingSend !== null && snapshot.facts.pendingSend !== 'uncertain'
    const { action, visits } = snapshot.enrollment
    const leaves = underWay && action?.kind === 'send' ? action : null
    const leaving = leaves ? { stepId: leaves.stepId, visit: visits[leaves.stepId] ?? 1 } : null
    const runner: Runner = { ...person, leaving }
    if (leaves) agenda.add(Math.max(leaves.at.getTime(), now.getTime()), runner)
    else look(runner)
  }

  const seenNow = (runner: Runner, at: Date): Snapshot => {
    const { snapshot } = runner
    const { mailbox } = snapshot.facts
    // The inbox was read just now, and what befell the contact elsewhere counts here.
    const read = mailbox && { ...mailbox, lastSyncEndedAt: new Date(at.getTime() + 1) }
    const facts = { ...snapshot.facts, contact: contacts.get(runner.contactKey)!, mailbox: read }
    return { ...snapshot, facts, now: at }
  }
  const keep = (runner: Runner, { snapshot, decision }: { snapshot: Snapshot; decision: Decision }) => {
    runner.snapshot = { ...snapshot, enrollment: decision.enrollment }
    if (decision.streak === undefined && !decision.suppressContact) return
    const contact = contacts.get(runner.contactKey)!
    contacts.set(runner.contactKey, {
      ...contact,
      notOpenedStreak: decision.streak ?? contact.notOpenedStreak,
      suppressed: contact.suppressed || decision.suppressContact === true,
    })
  }
  const leave = (runner: Runner, at: Date) => {
    const { stepId, visit } = runner.leaving!
    const snapshot = seenNow(runner, at)
    const { action } = snapshot.enrollment
    const followUp = snapshot.facts.lastSend !== null
    mails.push({ at, enrollmentId: snapshot.enrollment.id, stepId, followUp })
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
    runner.leaving = null
    const facts = { ...snapshot.facts, lastSend, pendingSend: null }
    runner.snapshot = { ...snapshot, facts, enrollment: decision.enrollment }
    look(runner)
  }
  const giveSlots = (
    key: string,
    due: { runner: Runner; snapshot: Snapshot; decision: Send }[],
    at: Date,
  ) => {
    const box = days.get(key)
    if (!box) return
    const byId = new Map(due.map((one) => [one.snapshot.enrollment.id, one]))
    const limits = {
      ...box,
      now: at,
      horizon: new Date(at.getTime() + HORIZON_MS),
      limit: box.limitOn(at),
      seed: key,
    }
    for (const slot of assignSlots(limits, due.map(toCandidate))) {
      const { runner, snapshot, decision } = byId.get(slot.id)!
      if (!slot.ready) {
        const moved = { ...snapshot, enrollment: decision.enrollment }
        runner.snapshot = { ...moved, enrollment: moveToSlot(moved, slot).enrollment }
        look(runner)
        continue
      }
      const day = localDay(slot.at, box.zone)
      box.used[day] = (box.used[day] ?? 0) + 1
      box.lastSlotAt = slot.at
      runner.snapshot = { ...snapshot, enrollment: decision.enrollment }
      runner.leaving = { stepId: decision.stepId, visit: decision.visit }
      agenda.add(slot.at.getTime(), runner)
    }
  }

  for (let due = agenda.next(until.getTime()); due; due = agenda.next(until.getTime())) {
    const at = new Date(due.at)
    const sends = new Map<string, { runner: Runner; snapshot: Snapshot; decision: Send }[]>()
    for (const runner of due.items) {
      if (runner.leaving) {
        leave(runner, at)
        continue
      }
      const { decided, send } = follow(seenNow(runner, at))
      for (const one of decided) keep(runner, one)
      if (!send) look(runner)
      else if (runner.mailboxKey) {
        const list = sends.get(runner.mailboxKey) ?? []
        list.push({ runner, ...send })
        sends.set(runner.mailboxKey, list)
      }
    }
    for (const [key, list] of sends) giveSlots(key, list, at)
  }
  return mails
}

function toCandidate({ snapshot, decision }: { snapshot: Snapshot; decision: Send }): SlotCandidate {
  const step = snapshot.plan.steps.find(({ id }) => id === decision.stepId)
  if (step?.type !== 'send_email') throw new Error('a send was decided for a step that sends nothing')
  const { skipWeekends, sendHour, sendMinute } = step
  return {
    id: snapshot.enrollment.id,
    dueAt: decision.enrollment.action!.at,
    plannedAt: decision.plannedAt,
    followUp: snapshot.facts.lastSend !== null,
    timezone: snapshot.plan.timezone,
    ...{ skipWeekends, sendHour, sendMinute },
  }
}

/** Items by time; those of one time come out together, in the order in which they went in. */
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
    /** What is due first, unless that is after `until`. */
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
