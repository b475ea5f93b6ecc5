import { dayEnd, localDay, nextValidTime, whyClosed } from './calendar'
import { jitter } from './hash'
import type { ClosedReason, Timetable } from './types'

const RAMP = [10, 20, 30, 40, 50]

/**
 * The number of emails that a mailbox may send in one local day. It grows with the mailbox's age: 10, 20, 30, 40, 50 in weeks 1 to 5,
 * and 50 after that. The user may set another limit, never above the provider's own.
 * @param ageDays whole days since the mailbox was connected
 * @param userLimit null for the limit by age
 * @param providerLimit null if the provider has none
 */
export function dailyLimit(ageDays: number, userLimit: number | null, providerLimit: number | null): number {
  const week = Math.min(Math.max(Math.floor(ageDays / 7), 0), RAMP.length - 1)
  const wanted = userLimit ?? RAMP[week] ?? 50
  return Math.max(0, Math.min(wanted, providerLimit ?? Number.POSITIVE_INFINITY))
}

/** A due send, with the fields needed to move it to another day. */
export interface SlotCandidate {
  /** Identifies the send: enrollment, step and visit. */
  id: string
  /** Its current slot. */
  dueAt: Date
  plannedAt: Date
  followUp: boolean
  /** The step's settings, and the sequence's timetable. */
  skipWeekends: boolean
  timetable: Timetable
  sendHour: number
  sendMinute: number
}

/** One mailbox, or several that share a daily limit. */
export interface MailboxSlots {
  now: Date
  /** When its server takes emails again; absent if it takes them now. */
  opensAt?: Date | null
  /** The next tick: only slots before it become send rows now. */
  horizon: Date
  /** The mailbox's time zone, for its local day. */
  zone: string
  limit: number
  /** Sends counted so far, by local day `YYYY-MM-DD`. */
  used: Readonly<Record<string, number>>
  /** The slot of the last send that became a row, or null. */
  lastSlotAt: Date | null
  /** Spacing in seconds; 0 = none. */
  intervalSeconds: number
  /** Seed of the jitter: different for each mailbox. */
  seed: string
}

export interface SlotAssignment {
  id: string
  at: Date
  /** Unchanged if the send stays on its day. */
  plannedAt: Date
  /** `slot`: a slot on the same day. Others: why it moved to its next valid day. */
  reason: 'slot' | 'quota' | 'day_end' | ClosedReason
  /** Whether the slot is before the next tick, so that the send row is written now. */
  ready: boolean
}

/** Sort order: follow-ups before first emails, then the earliest due, then by id. */
function byTurn(a: SlotCandidate, b: SlotCandidate): number {
  if (a.followUp !== b.followUp) return a.followUp ? -1 : 1
  return a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** The gap between two slots: the interval plus up to 50% jitter, so that sends are not perfectly regular. */
function gapAfter(mailbox: MailboxSlots, id: string): number {
  const interval = mailbox.intervalSeconds * 1000
  return interval + jitter(`${mailbox.seed}:${id}`, interval / 2)
}

/**
 * Assigns each due send a slot in the mailbox's day. A send over the limit, past the end of the local day or the latest time, or on a day
 * without emails moves to its next valid day: after the mailbox's day, if that is what is full. The order of slots is stable from tick to tick, because an assigned slot becomes the due time
 * and spacing counts only from sends that became rows.
 */
export function assignSlots(mailbox: MailboxSlots, candidates: readonly SlotCandidate[]): SlotAssignment[] {
  const counts = new Map<string, number>()
  const today = dayOf(mailbox.now, mailbox.zone)
  const opens = Math.max(mailbox.now.getTime(), mailbox.opensAt?.getTime() ?? 0)
  let last = mailbox.lastSlotAt?.getTime() ?? Number.NEGATIVE_INFINITY
  return [...candidates].sort(byTurn).map((candidate) => {
    const base = Math.max(opens, candidate.dueAt.getTime())
    const spaced = mailbox.intervalSeconds > 0 ? last + gapAfter(mailbox, candidate.id) : base
    const at = new Date(Math.max(base, spaced))
    const { day, ends } = base < today.ends.getTime() ? today : dayOf(new Date(base), mailbox.zone)
    const count = counts.get(day) ?? mailbox.used[day] ?? 0
    const moved =
      opens >= today.ends.getTime() ? 'day_end' : whyMoved(mailbox, candidate, { at, ends, count })
    if (moved) {
      const from = opens >= today.ends.getTime() ? new Date(opens) : moved === 'too_late' ? at : ends
      const next = nextValidTime(candidate, from, candidate.timetable)
      return { id: candidate.id, at: next, plannedAt: next, reason: moved, ready: false }
    }
    counts.set(day, count + 1)
    last = at.getTime()
    return {
      id: candidate.id,
      at,
      plannedAt: candidate.plannedAt,
      reason: 'slot',
      ready: at < mailbox.horizon,
    }
  })
}

function dayOf(at: Date, zone: string): { day: string; ends: Date } {
  return { day: localDay(at, zone), ends: dayEnd(at, zone) }
}

function whyMoved(
  mailbox: MailboxSlots,
  candidate: SlotCandidate,
  slot: { at: Date; ends: Date; count: number },
): Exclude<SlotAssignment['reason'], 'slot'> | null {
  if (slot.count >= mailbox.limit) return 'quota'
  if (slot.at >= slot.ends) return 'day_end'
  return whyClosed(candidate, slot.at, candidate.timetable)
}
