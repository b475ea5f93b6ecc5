import fc from 'fast-check'
import { fnv1a } from '~/engine/hash'
import type { OtherReplyPolicy } from '~/engine/replies'
import type { PlanStep, SequencePlan } from '~/engine/types'
import type { Weighted } from '~/engine/variant'
import { mailboxes, planOf, timetables } from '../arbitraries'
import { utc } from '../build'

/** The contacts, sequences and rules of one comparison between the engine and its second implementation. */
export interface Case {
  sequences: CaseSequence[]
  contacts: CaseContact[]
  mailbox: { zone: string; limit: number; intervalSeconds: number }
  /** The account's rules. */
  rules: {
    /** At most this many emails to one contact in 7 × 24 hours; null for no limit. */
    weeklyLimit: number | null
    oneSequence: boolean
    otherReply: OtherReplyPolicy
    companyReply: OtherReplyPolicy
    maxNotOpens: number
  }
  /** Decides how contacts react. */
  seed: number
}

export interface CaseSequence {
  plan: SequencePlan
  useContactTimezone: boolean
  /** The variants of each Send Email step, by step id. */
  variants: Record<string, Weighted[]>
}

export interface CaseContact {
  timezone: string | null
  /** The domain that the contact shares with colleagues; null for a freemail address. */
  company: string | null
  /** The sequences that the contact is enrolled in, by index, and how many minutes after the activation. */
  enrolled: { sequence: number; afterMinutes: number }[]
  /** When the contact unsubscribes, in minutes after the activation; null for never. */
  unsubscribesAfter: number | null
}

/** One email that went out. */
export interface CaseEmail {
  /** `contact.enrollment`, both by index. */
  enrollment: string
  stepId: string
  visit: number
  /** The index of the variant; null if none is active. */
  variant: number | null
  at: string
}

/** Everything that the two implementations have to agree on. */
export interface Outcome {
  emails: CaseEmail[]
  /** How each enrollment ended; null if it never does. */
  ends: Record<string, { reason: string; at: string } | null>
}

/** What a contact does with one email, and how many minutes later. */
export interface CaseReaction {
  kind: 'open' | 'reply'
  afterMinutes: number
}

/** The contact's reaction to one email; null for none. */
export function reactionTo(seed: number, email: Omit<CaseEmail, 'variant' | 'at'>): CaseReaction | null {
  const luck = (what: string) => fnv1a(`${seed}:${what}:${email.enrollment}:${email.stepId}:${email.visit}`)
  const kind = luck('kind') % 10
  if (kind > 4) return null
  return { kind: kind > 1 ? 'open' : 'reply', afterMinutes: 1 + (luck('after') % (6 * 1_440)) }
}

/** Weeks in which the clocks of some time zones change, a year ends, or nothing special happens. */
const starts = fc
  .tuple(
    fc.constantFrom('2026-03-05', '2026-03-26', '2026-06-10', '2026-10-22', '2026-12-22'),
    fc.nat({ max: 5 * 1_440 }),
  )
  .map(([date, minutes]) => new Date(utc(`${date}T00:00:00`).getTime() + minutes * 60_000))

const variants = fc.array(
  fc.record({ weight: fc.integer({ min: 1, max: 5 }), active: fc.constantFrom(true, true, false) }),
  { minLength: 1, maxLength: 5 },
)

/** Holidays soon after the starts. */
const daysOff = fc.subarray([
  ...['2026-03-06', '2026-03-09', '2026-03-27', '2026-06-11'],
  ...['2026-10-23', '2026-12-25', '2026-12-28'],
])

const sequence = (activatedAt: Date): fc.Arbitrary<CaseSequence> =>
  fc.integer({ min: 1, max: 5 }).chain((count) =>
    fc
      .record({
        timetable: timetables,
        daysOff,
        latestAfter: fc.constantFrom(null, 0, 20, 90),
        plan: planOf(count),
        useContactTimezone: fc.boolean(),
        variants: fc.tuple(...Array.from({ length: count }, () => variants)),
      })
      .map(({ timetable, plan, daysOff, latestAfter, variants: ofSteps, ...rest }) => {
        const steps = plan.steps.map(atFewTimes)
        const latestMinute = latestAfter === null ? null : latestMinuteOf(steps, latestAfter)
        return {
          ...rest,
          plan: { ...timetable, ...plan, activatedAt, steps, daysOff, latestMinute },
          variants: Object.fromEntries(steps.map(({ id }, index) => [id, ofSteps[index]!])),
        }
      }),
  )

/** Few times of day, so that the second implementation has to search for each only once. */
const atFewTimes = (step: PlanStep): PlanStep =>
  step.type === 'send_email' ? { ...step, sendHour: [0, 2, 9, 17, 23][step.sendHour % 5]! } : step

/** A latest time of the day some minutes after the time of the first email. */
function latestMinuteOf(steps: readonly PlanStep[], after: number): number {
  const first = steps.find((step) => step.type === 'send_email')
  const minute = first ? first.sendHour * 60 + first.sendMinute : 9 * 60
  return Math.min(minute + after, 23 * 60 + 59)
}

const contact = (sequences: number): fc.Arbitrary<CaseContact> =>
  fc.record({
    timezone: fc.constantFrom(null, 'America/New_York', 'Europe/Paris', 'Australia/Sydney'),
    company: fc.constantFrom(null, 'acme.example', 'acme.example', 'other.example'),
    enrolled: fc.uniqueArray(
      fc.record({
        sequence: fc.nat({ max: sequences - 1 }),
        afterMinutes: fc.oneof(fc.constant(0), fc.nat({ max: 7 * 1_440 })),
      }),
      { minLength: 1, maxLength: 3, selector: (one) => one.sequence },
    ),
    unsubscribesAfter: fc.oneof(
      { weight: 6, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.nat({ max: 20 * 1_440 }) },
    ),
  })

const policy = fc.constantFrom<OtherReplyPolicy[]>('hold', 'stop', 'ignore')

const rules = fc.record({
  weeklyLimit: fc.constantFrom(null, null, 1, 2, 3),
  oneSequence: fc.boolean(),
  otherReply: policy,
  companyReply: policy,
  maxNotOpens: fc.constantFrom(0, 2, 5),
})

/** One to three running sequences with every rule of design.md, and one to five contacts in them. */
export const cases: fc.Arbitrary<Case> = fc
  .tuple(starts, fc.integer({ min: 1, max: 3 }))
  .chain(([at, count]) =>
    fc.record({
      sequences: fc.array(sequence(at), { minLength: count, maxLength: count }),
      contacts: fc.array(contact(count), { minLength: 1, maxLength: 5 }),
      mailbox: mailboxes,
      rules,
      seed: fc.nat(),
    }),
  )
