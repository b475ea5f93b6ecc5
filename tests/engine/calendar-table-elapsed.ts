import type { CalendarCase } from './calendar-table-play'

/** Windows and waits over a change of clocks. */
export const ELAPSED: CalendarCase[] = [
  {
    name: 'a window counts elapsed time',
    zone: 'Europe/Berlin',
    steps: 'A 09:00 24h; B 10:00',
    enrolled: '2026-10-24T06:00',
    story: ['sent'],
    due: 'A ends 2026-10-25T07:00',
    why: '24 hours after 07:00 UTC, although it is 08:00 there',
  },
  {
    name: 'after a window over the change',
    zone: 'Europe/Berlin',
    steps: 'A 09:00 24h; B 08:30',
    enrolled: '2026-10-24T06:00',
    story: ['sent', 'ends'],
    due: 'B 2026-10-25T07:30',
    why: 'the window ends 08:00 CET, 08:30 CET is ahead',
  },
  {
    name: 'hours of a wait are elapsed',
    zone: 'America/New_York',
    steps: 'W wait 24h; B 12:00',
    enrolled: '2026-10-31T16:00',
    due: 'W ends 2026-11-01T16:00',
    why: 'noon EDT + 24 hours is 11:00 EST',
  },
  {
    name: 'days of a wait are calendar days',
    zone: 'America/New_York',
    steps: 'W wait 1d; B 12:00',
    enrolled: '2026-10-31T16:00',
    story: ['ends'],
    due: 'B 2026-11-01T17:00',
    why: 'ends at midnight of the 1st; noon EST is 17:00 UTC',
  },
  {
    name: 'a wait that ends where midnight is missing',
    zone: 'Africa/Cairo',
    steps: 'W wait 1d; B 09:00',
    enrolled: '2027-04-29T10:00',
    due: 'W ends 2027-04-29T22:00',
    why: 'the start of 30 April is 01:00 (+3)',
  },
]
