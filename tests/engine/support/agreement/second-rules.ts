import { fnv1a } from '~/engine/hash'
import type { Next, PlanStep, Reaction, SendStep, Timetable } from '~/engine/types'
import { wallClock } from '../wall-clock'
import type { CaseContact, CaseSequence } from './case'

/** The rules of design.md, section 3, written a second time. They recompute everything from what has happened. Times are epoch milliseconds. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const WEEK = 7 * 24 * HOUR

export interface Person {
  given: CaseContact
  blockedBy: 'unsubscribed' | 'suppressed' | null
  unopened: number
  entries: Entry[]
}

/** An email that went out. */
export interface Email {
  at: number
  openedAt: number | null
}

/** A pending email: `after` is the moment from which its time counts, `planned` its time before spacing. */
export interface Pending {
  kind: 'send'
  step: SendStep
  after: number
  waitDays: number
  at: number
  planned: number
}

export type Todo =
  | Pending
  | { kind: 'judge'; step: SendStep; at: number }
  | { kind: 'wait' | 'list'; step: PlanStep; at: number }

/** One contact in one sequence. */
export interface Entry {
  id: string
  person: Person
  sequence: CaseSequence
  timetable: Timetable
  enteredAt: number
  isIn: boolean
  todo: Todo | null
  /** Until when it waits; infinite for a wait that another entry ends. */
  waitsUntil: number
  waitsForEarlier: boolean
  isClaimed: boolean
  runs: Map<string, number>
  emails: Email[]
  hasReplied: boolean
  ended: { reason: string; at: number } | null
}

/** When an email is due. */
export function sendTime({ timetable }: Entry, step: SendStep, after: number, waitDays: number): number {
  const timing = { ...step, delayDays: waitDays + step.delayDays }
  return wallClock.due(timing, new Date(after), timetable).getTime()
}

/** The step's first valid time from a moment on. */
export const nextTime = (entry: Entry, step: SendStep, from: number): number =>
  sendTime(entry, { ...step, delayDays: 0 }, from, 0)

/** Whether the step may not send now. An email with a slot before the latest time has five more minutes. */
function isClosed({ timetable }: Entry, step: SendStep, now: number): boolean {
  const closedAt = (at: number) => wallClock.closed(step, new Date(at), timetable)
  return closedAt(now) === 'too_late' ? closedAt(now - 5 * MINUTE) !== null : closedAt(now) !== null
}

/** Whether an email of this time can no longer go out now. */
export const isMissed = (entry: Entry, step: SendStep, at: number, now: number): boolean =>
  at <= now && (now - at > HOUR || isClosed(entry, step, now))

/** What an entry has to do for a step. @param after the moment that led to the step */
export function todoFor(entry: Entry, step: PlanStep, after: number, waitDays: number, now: number): Todo {
  if (step.type === 'send_email') {
    const own = sendTime(entry, step, after, waitDays)
    const at = isMissed(entry, step, own, now) ? nextTime(entry, step, now) : own
    return { kind: 'send', step, after, waitDays, at, planned: at }
  }
  const { timezone } = entry.timetable
  const begins = wallClock.plusDays(new Date(after), waitDays, timezone)
  if (step.type === 'add_to_persona') return { kind: 'list', step, at: begins.getTime() }
  if (step.unit === 'hours') return { kind: 'wait', step, at: begins.getTime() + step.amount * HOUR }
  return { kind: 'wait', step, at: wallClock.midnight(begins, step.amount, timezone).getTime() }
}

/** The first step of a sequence. */
export function firstStep({ plan }: CaseSequence): PlanStep {
  const ordered = inOrder(plan.steps)
  return ordered.find((step) => !step.branchOnly) ?? ordered[0]!
}

/** The step that follows; undefined at the end. */
export function stepAfter(
  entry: Entry,
  step: PlanStep,
  reaction: Reaction | null,
  next: Next,
): PlanStep | undefined {
  const ordered = inOrder(entry.sequence.plan.steps)
  if (next.kind === 'end') return undefined
  if (next.kind === 'step') return ordered.find(({ id }) => id === next.stepId)
  if (reaction === 'replied' || step.branchOnly) return undefined
  return ordered.slice(ordered.indexOf(step) + 1).find((one) => !one.branchOnly && !entry.runs.get(one.id))
}

const inOrder = (steps: readonly PlanStep[]) => [...steps].sort((a, b) => a.order - b.order)

/** Whether the contact is in a sequence that it entered earlier. */
export function isBehindAnother(entry: Entry): boolean {
  return entry.person.entries.some(
    (other) =>
      other.isIn &&
      !other.ended &&
      (other.enteredAt < entry.enteredAt || (other.enteredAt === entry.enteredAt && other.id < entry.id)),
  )
}

/** The first moment from now on at which fewer than `limit` emails went to the contact in the week before. */
export function fitsWeekAt({ entries }: Person, limit: number, now: number): number {
  const starts = entries.flatMap(({ emails }) => emails.map(({ at }) => at))
  const moments = [now, ...starts.map((at) => at + WEEK)].filter((at) => at >= now).sort((a, b) => a - b)
  return moments.find((at) => starts.filter((start) => start + WEEK > at).length < limit)!
}

/**
 * Tries each variant for the next email, and takes that with which the emails of the step are closest to the weights: the one that
 * would have the smallest lead over its share.
 */
export function variantOf(
  entry: Entry,
  stepId: string,
  visit: number,
  sent: { sequence: object; stepId: string; variant: number | null }[],
): number | null {
  const all = entry.sequence.variants[stepId]!
  const active = all.flatMap(({ active }, index) => (active ? [index] : []))
  const total = active.reduce((sum, index) => sum + all[index]!.weight, 0)
  const had = sent.filter(
    (email) =>
      email.sequence === entry.sequence && email.stepId === stepId && active.includes(email.variant!),
  )
  const leads = active.map((index) => {
    const own = had.filter((email) => email.variant === index).length
    // Its emails for each of the weights' emails, less the share: as a fraction over the total.
    return BigInt(own) * BigInt(total) - BigInt(all[index]!.weight) * BigInt(had.length + 1)
  })
  const [least] = [...leads].sort((a, b) => (a < b ? -1 : 1))
  const closest = active.filter((_, at) => leads[at] === least)
  const share = fnv1a(`variant:${entry.id}:${stepId}:${visit}`) / 2 ** 32
  return closest[Math.floor(share * closest.length)] ?? null
}
