import fc from 'fast-check'
import type { Branch, Next, PlanStep, SequencePlan, Timetable } from '~/engine/types'
import { utc } from './build'

/** Random sequences and random lives of them. Every value is plain data, so a failing run prints whole. */

const zone = fc.constantFrom(
  'UTC',
  'America/New_York',
  'America/Los_Angeles',
  'Europe/London',
  'Australia/Sydney',
  'Asia/Ho_Chi_Minh',
  'Europe/Paris',
  'Asia/Tokyo',
)

/** Often without rules of its own. Some day of the week is always left, but a step may skip it. */
export const timetables: fc.Arbitrary<Timetable> = fc.record({
  timezone: zone,
  sendDays: fc.constantFrom<Timetable['sendDays'][]>(null, null, [1, 2, 3, 4, 5], [2, 4], [7, 1]),
  daysOff: fc.constantFrom<string[][]>([], [], ['2026-03-02', '2026-12-25', '2026-12-26', '2027-01-01']),
  latestMinute: fc.constantFrom<Timetable['latestMinute'][]>(null, null, 9 * 60, 17 * 60 + 30, 23 * 60 + 59),
})

const next = (count: number): fc.Arbitrary<Next> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Next>({ kind: 'default' }) },
    { weight: 1, arbitrary: fc.constant<Next>({ kind: 'end' }) },
    {
      weight: 3,
      arbitrary: fc.nat({ max: count - 1 }).map((index): Next => ({ kind: 'step', stepId: `s${index}` })),
    },
  )

const branch = (count: number): fc.Arbitrary<Branch> =>
  fc.record({ waitDays: fc.constantFrom(0, 0, 0, 1, 3), next: next(count) })

function step(index: number, count: number): fc.Arbitrary<PlanStep> {
  const base = {
    id: fc.constant(`s${index}`),
    order: fc.constant(index + 1),
    archived: fc.constant(false),
    branchOnly: fc.constantFrom(false, false, true),
  }
  const send = fc.record({
    ...base,
    type: fc.constant('send_email' as const),
    delayDays: fc.constantFrom(0, 0, 1, 2, 4),
    sendHour: fc.nat({ max: 23 }),
    sendMinute: fc.constantFrom(0, 15, 30, 59),
    windowMinutes: fc.constantFrom(0, 30, 24 * 60, 48 * 60, 100 * 60 + 7),
    skipWeekends: fc.boolean(),
    branches: fc.record({
      not_opened: branch(count),
      opened_no_reply: branch(count),
      replied: branch(count),
    }),
  })
  const wait = fc.record({
    ...base,
    type: fc.constant('wait' as const),
    amount: fc.integer({ min: 1, max: 5 }),
    unit: fc.constantFrom('hours' as const, 'days' as const),
    next: next(count),
  })
  const list = fc.record({
    ...base,
    type: fc.constant('add_to_persona' as const),
    personaId: fc.constantFrom('list', null),
    next: next(count),
  })
  return fc.oneof(
    { weight: 4, arbitrary: send },
    { weight: 1, arbitrary: wait },
    { weight: 1, arbitrary: list },
  )
}

const start = fc.date({
  min: utc('2026-01-01T00:00:00'),
  max: utc('2027-12-31T00:00:00'),
  noInvalidDate: true,
})

/** A running sequence of one to six steps, started at a random time of two years. */
const plans: fc.Arbitrary<SequencePlan> = fc
  .integer({ min: 1, max: 6 })
  .chain((count) =>
    fc.tuple(timetables, planOf(count)).map(([timetable, plan]) => ({ ...timetable, ...plan })),
  )

export const planOf = (count: number) =>
  fc.record({
    status: fc.constant('running' as const),
    startDate: fc.constant(null),
    activatedAt: start,
    trackingEnabled: fc.boolean(),
    steps: fc.tuple(...Array.from({ length: count }, (_, index) => step(index, count))),
  })

interface Mailbox {
  zone: string
  limit: number
  intervalSeconds: number
  canRead: boolean
}

export const mailboxes: fc.Arbitrary<Mailbox> = fc.record({
  zone,
  limit: fc.constantFrom(1, 2, 5, 50),
  intervalSeconds: fc.constantFrom(0, 60, 3_600),
  canRead: fc.boolean(),
})

const EVENT_KINDS = [
  'pause',
  'resume',
  'mailboxDown',
  'mailboxUp',
  'syncStops',
  'syncStarts',
  'unsubscribe',
  'otherReply',
  'companyReply',
  'outOfOffice',
  'suppressDomain',
  'stopByUser',
  'pauseByUser',
  'resumeByUser',
  'unreachable',
  'reachable',
  'skipByUser',
  'archiveStep',
  'addStep',
  'moveStep',
  'editTime',
  'editZone',
  'editBranch',
  'toggleBranchOnly',
  'toggleWeekends',
  'editDays',
] as const

/** An event caused by a user, a contact or the environment; `pick` chooses its target. */
export interface WorldEvent {
  afterMinutes: number
  kind: (typeof EVENT_KINDS)[number]
  pick: number
}

export interface Life {
  plan: SequencePlan
  mailbox: Mailbox
  people: number
  maxNotOpens: number
  /** Enrollments of one contact, in as many sequences. */
  perContact: number
  /** The account's limit of emails to one contact in 7 days; null for none. */
  weeklyLimit: number | null
  /** Whether the account lets only one sequence of a contact run at a time. */
  oneSequence: boolean
  /** Decides the reaction to each email and the result of each hand-over. */
  seed: number
  /** How far ahead slots are assigned: a longer horizon allows more events between a claim and its slot. */
  horizonMinutes: number
  /** The world around the engine checks little itself: it scans paused sequences and flags contacts silently. */
  careless: boolean
  events: WorldEvent[]
}

/** A complete history of a sequence: its contacts, their reactions, and the events of its first 40 days. */
export const lives: fc.Arbitrary<Life> = fc.record({
  plan: plans,
  mailbox: mailboxes,
  people: fc.integer({ min: 1, max: 6 }),
  maxNotOpens: fc.constantFrom(0, 2, 5),
  perContact: fc.constantFrom(1, 2, 3),
  weeklyLimit: fc.constantFrom(null, null, 1, 2, 3),
  oneSequence: fc.boolean(),
  seed: fc.nat(),
  horizonMinutes: fc.constantFrom(1, 1, 240, 1_440),
  careless: fc.boolean(),
  events: fc.array(
    fc.record({
      afterMinutes: fc.oneof(fc.nat({ max: 5 * 24 * 60 }), fc.nat({ max: 40 * 24 * 60 })),
      kind: fc.constantFrom(...EVENT_KINDS),
      pick: fc.nat({ max: 1_000 }),
    }),
    { maxLength: 12 },
  ),
})
