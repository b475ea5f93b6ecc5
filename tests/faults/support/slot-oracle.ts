import { jitter } from '~/engine/hash'
import type { MailboxSlots, SlotAssignment, SlotCandidate } from '~/engine/slots'
import { wallClock } from '../../engine/support/wall-clock'

const MINUTE = 60_000

/** The first instant of the next local day, by walking over minutes. */
function nextDay(at: number, zone: string): number {
  const day = wallClock.day(new Date(at), zone)
  let minute = Math.floor(at / MINUTE) + 1
  // Hours first: nothing is skipped, as the walk steps back to before the change.
  while (wallClock.day(new Date(minute * MINUTE), zone) === day) minute += 60
  while (wallClock.day(new Date((minute - 1) * MINUTE), zone) !== day) minute -= 1
  return minute * MINUTE
}

/**
 * The rules of design section 3, "Quota and spacing", implemented a second time: one email after another, each
 * considering all before it. Only the jitter is the engine's own, as it is a hash by definition.
 */
export function slowSlots(box: MailboxSlots, candidates: readonly SlotCandidate[]): SlotAssignment[] {
  const turn = (c: SlotCandidate) => [c.followUp ? 0 : 1, c.dueAt.getTime(), c.id] as const
  const queue = [...candidates].sort((a, b) => {
    const [left, right] = [turn(a), turn(b)]
    for (let i = 0; i < 3; i++) if (left[i] !== right[i]) return left[i]! < right[i]! ? -1 : 1
    return 0
  })
  const given: { base: number; slot: SlotAssignment }[] = []
  for (const mail of queue) {
    const base = Math.max(box.now.getTime(), mail.dueAt.getTime())
    const day = wallClock.day(new Date(base), box.zone)
    const kept = given.filter(({ slot }) => slot.reason === 'slot')
    const before = kept.at(-1)?.slot.at ?? box.lastSlotAt
    let at = base
    if (box.intervalSeconds > 0 && before) {
      const gap = box.intervalSeconds * 1000 + jitter(`${box.seed}:${mail.id}`, box.intervalSeconds * 500)
      at = Math.max(base, before.getTime() + gap)
    }
    const taken = kept.filter((one) => wallClock.day(new Date(one.base), box.zone) === day).length
    let reason: SlotAssignment['reason'] = 'slot'
    if (taken + (box.used[day] ?? 0) >= box.limit) reason = 'quota'
    else if (wallClock.day(new Date(at), box.zone) !== day) reason = 'day_end'
    else reason = wallClock.closed({ ...mail, delayDays: 0 }, new Date(at), mail.timetable) ?? 'slot'
    if (reason === 'slot') {
      const slot = {
        id: mail.id,
        at: new Date(at),
        plannedAt: mail.plannedAt,
        reason,
        ready: at < box.horizon.getTime(),
      }
      given.push({ base, slot })
      continue
    }
    const after = reason === 'too_late' ? at : nextDay(base, box.zone)
    const next = wallClock.due({ ...mail, delayDays: 0 }, new Date(after), mail.timetable)
    given.push({ base, slot: { id: mail.id, at: next, plannedAt: next, reason, ready: false } })
  }
  return given.map(({ slot }) => slot)
}
