import { dayEnd, isSkippedDay, localDay, nextValidTime } from './calendar'
import { jitter } from './hash'

const RAMP = [10, 20, 30, 40, 50]

/**
 * Mails a mailbox may send in one local day. It grows with its age: 10, 20, 30, 40, 50 in weeks 1 to 5 and
 * 50 after. The user may set another, never above the provider's own.
 * @param ageDays whole days since the mailbox was connected
 * @param userLimit null = by age
 * @param providerLimit null = the provider has none
 */
export function dailyLimit(ageDays: number, userLimit: number | null, providerLimit: number | null): number {
  const week = Math.min(Math.max(Math.floor(ageDays / 7), 0), RAMP.length - 1)
  const wanted = userLimit ?? RAMP[week] ?? 50
  return Math.max(0, Math.min(wanted, providerLimit ?? Number.POSITIVE_INFINITY))
}

/** A send that is due, with what is needed to find it another day. */
export interface SlotCandidate {
  /** The send: enrollment, step and visit in one id. */
  id: string
  /** Its slot so far. */
  dueAt: Date
  plannedAt: Date
  followUp: boolean
  /** Of its step; the zone is the sequence's. */
  skipWeekends: boolean
  timezone: string
  sendHour: number
  sendMinute: number
}

/** One mailbox, or several that share a count. */
export interface MailboxSlots {
  now: Date
  /** The next tick: only slots before it are given out now. */
  horizon: Date
  /** The mailbox's own zone, whose midnight ends its day. */
  zone: string
  limit: number
  /** Mails counted so far, by local day `YYYY-MM-DD`. */
  used: Readonly<Record<string, number>>
  /** The slot of the newest mail that was handed out, null without one. */
  lastSlotAt: Date | null
  /** Spacing in seconds; 0 = none. */
  intervalSeconds: number
  /** Separates the jitter of mailboxes: the mailbox's id. */
  seed: string
}

export interface SlotAssignment {
  id: string
  at: Date
  /** Unchanged while the send stays on its day. */
  plannedAt: Date
  /** `slot`: its turn in the mailbox's day; the others moved it to its next valid day. */
  reason: 'slot' | 'quota' | 'day_end' | 'weekend'
  /** The slot is before the next tick: write the send row now. */
  ready: boolean
}

/** Follow-ups before first mails, then the earliest due; the id settles equal ones. */
function byTurn(a: SlotCandidate, b: SlotCandidate): number {
  if (a.followUp !== b.followUp) return a.followUp ? -1 : 1
  return a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** From one slot to the next: the interval and up to half of it, so that mails do not leave like a clock. */
function gapAfter(box: MailboxSlots, id: string): number {
  const interval = box.intervalSeconds * 1000
  return interval + jitter(`${box.seed}:${id}`, interval / 2)
}

/**
 * Gives each due send its slot in the mailbox's day. Over the limit, or with a slot past the local day's end
 * or on a day that the step skips, a send moves to its next valid day. Slots keep their order from tick to
 * tick, since a slot that was given is due then and only mails handed out count as the one before.
 */
export function assignSlots(box: MailboxSlots, candidates: readonly SlotCandidate[]): SlotAssignment[] {
  const counts = new Map<string, number>()
  const today = dayOf(box.now, box.zone)
  let last = box.lastSlotAt?.getTime() ?? Number.NEGATIVE_INFINITY
  return [...candidates].sort(byTurn).map((candidate) => {
    const base = Math.max(box.now.getTime(), candidate.dueAt.getTime())
    const spaced = box.intervalSeconds > 0 ? last + gapAfter(box, candidate.id) : base
    const at = new Date(Math.max(base, spaced))
    const { day, ends } = base < today.ends.getTime() ? today : dayOf(new Date(base), box.zone)
    const count = counts.get(day) ?? box.used[day] ?? 0
    const moved = whyMoved(box, candidate, { at, ends, count })
    if (moved) {
      const next = nextDay(candidate, ends)
      return { id: candidate.id, at: next, plannedAt: next, reason: moved, ready: false }
    }
    counts.set(day, count + 1)
    last = at.getTime()
    return { id: candidate.id, at, plannedAt: candidate.plannedAt, reason: 'slot', ready: at < box.horizon }
  })
}

function dayOf(at: Date, zone: string): { day: string; ends: Date } {
  return { day: localDay(at, zone), ends: dayEnd(at, zone) }
}

function whyMoved(
  box: MailboxSlots,
  candidate: SlotCandidate,
  slot: { at: Date; ends: Date; count: number },
): Exclude<SlotAssignment['reason'], 'slot'> | null {
  if (slot.count >= box.limit) return 'quota'
  if (slot.at >= slot.ends) return 'day_end'
  return isSkippedDay(candidate, slot.at, candidate.timezone) ? 'weekend' : null
}

/** The send time's first occurrence after the mailbox's day, on a day that the step allows. */
function nextDay(candidate: SlotCandidate, after: Date): Date {
  return nextValidTime(candidate, after, candidate.timezone)
}
