import { everyDay, localDay } from '~/engine/calendar'
import { assignSlots } from '~/engine/slots'
import type { Timetable } from '~/engine/types'
import { utc } from './support/build'

/** A due send and the mailbox that is to take it: two zones, that of the sequence and that of the mailbox. */
export interface SlotCase {
  name: string
  /** Of the sequence; "09:00 skip" is its send time, with weekends skipped. */
  zone: string
  send: string
  /** The mailbox's zone; its midnight ends the day. */
  mailbox: string
  due: string
  now: string
  /** Rules of the sequence for its days. */
  rules?: Partial<Timetable>
  /** The rest of the daily limit. */
  left: number
  /** The slot before, with 60 seconds of spacing and up to 30 of jitter; none without it. */
  after?: string
  /** "slot" or why it moved, and the moment; of a spaced slot only that it is later. */
  gets: string
  why: string
}

/** What the mailbox does with the send, written as `gets`. */
export function playSlot(row: SlotCase): string {
  const [time = '', skip] = row.send.split(' ')
  const [sendHour = 0, sendMinute = 0] = time.split(':').map(Number)
  const now = utc(`${row.now}:00`)
  const [slot] = assignSlots(
    {
      now,
      horizon: new Date(now.getTime() + 60_000),
      zone: row.mailbox,
      limit: 10,
      used: { [localDay(now, row.mailbox)]: 10 - row.left },
      lastSlotAt: row.after ? utc(row.after) : null,
      intervalSeconds: row.after ? 60 : 0,
      seed: 'm1',
    },
    [
      {
        id: 'send-1',
        dueAt: utc(`${row.due}:00`),
        plannedAt: utc(`${row.due}:00`),
        followUp: false,
        skipWeekends: skip === 'skip',
        timetable: { ...everyDay(row.zone), ...row.rules },
        sendHour,
        sendMinute,
      },
    ],
  )
  if (slot!.reason === 'slot' && row.after) {
    const gap = (slot!.at.getTime() - utc(row.after).getTime()) / 1000
    return gap >= 60 && gap <= 90 ? 'slot, spaced' : `slot after ${gap} s`
  }
  return `${slot!.reason} ${slot!.at.toISOString().slice(0, 16)}`
}

export const SLOTS: SlotCase[] = [
  {
    name: 'free',
    zone: 'UTC',
    send: '09:00',
    mailbox: 'UTC',
    due: '2026-11-02T09:00',
    now: '2026-11-02T09:00',
    left: 1,
    gets: 'slot 2026-11-02T09:00',
    why: 'one is left',
  },
  {
    name: 'looked at later',
    zone: 'UTC',
    send: '09:00',
    mailbox: 'UTC',
    due: '2026-11-02T09:00',
    now: '2026-11-02T09:20',
    left: 1,
    gets: 'slot 2026-11-02T09:20',
    why: 'never before now',
  },
  {
    name: 'spaced',
    zone: 'UTC',
    send: '09:00',
    mailbox: 'UTC',
    due: '2026-11-02T09:00',
    now: '2026-11-02T09:00',
    left: 5,
    after: '2026-11-02T09:00:00',
    gets: 'slot, spaced',
    why: '60 s and up to half of it',
  },
  {
    name: 'spent',
    zone: 'UTC',
    send: '09:00',
    mailbox: 'UTC',
    due: '2026-11-02T09:00',
    now: '2026-11-02T09:00',
    left: 0,
    gets: 'quota 2026-11-03T09:00',
    why: 'the next valid day',
  },
  {
    name: 'spent on a Friday',
    zone: 'UTC',
    send: '09:00 skip',
    mailbox: 'UTC',
    due: '2026-11-06T09:00',
    now: '2026-11-06T09:00',
    left: 0,
    gets: 'quota 2026-11-09T09:00',
    why: 'Saturday and Sunday are skipped',
  },
  {
    name: 'spent, the mailbox in the west',
    zone: 'Europe/Berlin',
    send: '09:00',
    mailbox: 'America/New_York',
    due: '2026-11-02T08:00',
    now: '2026-11-02T08:00',
    left: 0,
    gets: 'quota 2026-11-03T08:00',
    why: 'its day ends 05:00 UTC on the 3rd, 09:00 CET comes after it',
  },
  {
    name: 'spent, the mailbox in the east',
    zone: 'America/New_York',
    send: '09:00',
    mailbox: 'Pacific/Auckland',
    due: '2026-11-02T14:00',
    now: '2026-11-02T14:00',
    left: 0,
    gets: 'quota 2026-11-03T14:00',
    why: 'its day ends 11:00 UTC on the 3rd, 09:00 EST is 14:00',
  },
  {
    name: 'spent, a new day the same morning',
    zone: 'America/New_York',
    send: '22:00',
    mailbox: 'UTC',
    due: '2026-11-02T03:00',
    now: '2026-11-02T03:00',
    left: 0,
    gets: 'quota 2026-11-03T03:00',
    why: 'the 1st 22:00 EST; the day of the mailbox ends at 00:00 UTC, 22:00 EST of the 2nd is after',
  },
  {
    name: 'spent over the change of clocks',
    zone: 'Europe/Berlin',
    send: '09:00',
    mailbox: 'Europe/Berlin',
    due: '2026-10-24T07:00',
    now: '2026-10-24T07:00',
    left: 0,
    gets: 'quota 2026-10-25T08:00',
    why: '09:00 CEST, then 09:00 CET',
  },
  {
    name: 'spaced past midnight',
    zone: 'UTC',
    send: '23:59',
    mailbox: 'UTC',
    due: '2026-11-02T23:59',
    now: '2026-11-02T23:59',
    left: 5,
    after: '2026-11-02T23:59:30',
    gets: 'day_end 2026-11-03T23:59',
    why: 'a slot outside the local day moves to the next valid day',
  },
  {
    name: 'spaced past midnight on Lord Howe',
    zone: 'Australia/Lord_Howe',
    send: '23:59',
    mailbox: 'Australia/Lord_Howe',
    due: '2026-11-02T12:59',
    now: '2026-11-02T12:59',
    left: 5,
    after: '2026-11-02T12:59:30',
    gets: 'day_end 2026-11-03T12:59',
    why: 'its midnight is 13:00 UTC (+11)',
  },
  {
    name: 'spaced into Saturday',
    zone: 'Asia/Kathmandu',
    send: '23:59 skip',
    mailbox: 'UTC',
    due: '2026-11-06T18:14',
    now: '2026-11-06T18:14',
    left: 5,
    after: '2026-11-06T18:14:30',
    gets: 'weekend 2026-11-09T18:14',
    why: 'past Friday midnight there (18:15 UTC); Monday 23:59 (+5:45)',
  },
  {
    name: 'spaced past the latest time',
    zone: 'Europe/Paris',
    send: '16:59',
    rules: { latestMinute: 17 * 60 },
    mailbox: 'Europe/Paris',
    due: '2026-11-02T15:59',
    now: '2026-11-02T15:59',
    left: 5,
    after: '2026-11-02T15:59:30',
    gets: 'too_late 2026-11-03T15:59',
    why: 'the slot would be at 17:00:30 or later',
  },
  {
    name: 'at the latest time',
    zone: 'Europe/Paris',
    send: '09:00',
    rules: { latestMinute: 17 * 60 },
    mailbox: 'Europe/Paris',
    due: '2026-11-02T16:00',
    now: '2026-11-02T16:00',
    left: 5,
    gets: 'slot 2026-11-02T16:00',
    why: '17:00 is not past it',
  },
  {
    name: 'past the latest time on a Friday',
    zone: 'Europe/Paris',
    send: '09:00',
    rules: { sendDays: [1, 2, 3, 4, 5], latestMinute: 17 * 60 },
    mailbox: 'America/New_York',
    due: '2026-11-06T16:01',
    now: '2026-11-06T16:01',
    left: 5,
    gets: 'too_late 2026-11-09T08:00',
    why: "on Monday, not after the mailbox's own midnight",
  },
  {
    name: 'a latest time before the send time',
    zone: 'UTC',
    send: '18:00',
    rules: { latestMinute: 17 * 60 },
    mailbox: 'UTC',
    due: '2026-11-02T18:00',
    now: '2026-11-02T18:30',
    left: 5,
    gets: 'slot 2026-11-02T18:30',
    why: 'it has no effect on this step',
  },
  {
    name: 'over the limit before a holiday',
    zone: 'Europe/Berlin',
    send: '09:00',
    rules: { daysOff: ['2026-12-25', '2026-12-26'], sendDays: [1, 2, 3, 4, 5, 6] },
    mailbox: 'Europe/Berlin',
    due: '2026-12-24T08:00',
    now: '2026-12-24T08:00',
    left: 0,
    gets: 'quota 2026-12-28T08:00',
    why: 'two holidays, then a Sunday',
  },
  {
    name: 'spaced into a day without emails',
    zone: 'Australia/Sydney',
    send: '23:59',
    rules: { sendDays: [1, 4] },
    mailbox: 'UTC',
    due: '2026-11-02T12:59',
    now: '2026-11-02T12:59',
    left: 5,
    after: '2026-11-02T12:59:30',
    gets: 'send_days 2026-11-05T12:59',
    why: 'past Monday midnight in Sydney (13:00 UTC); Thursday 23:59 (+11)',
  },
]
