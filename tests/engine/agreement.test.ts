import fc from 'fast-check'
import { expect, it } from 'vitest'
import { caseCount, sweeping } from '../support/sizes'
import { type Case, type CaseSequence, cases } from './support/agreement/case'
import { playWithEngine } from './support/agreement/engine-player'
import { playSlowly } from './support/agreement/second-player'

/**
 * Random sequences with side steps, variants, sending days, latest times, contacts' time zones, weekly limits, one sequence per contact
 * and company replies, played by the engine and by a second implementation that shares no rule with it.
 */
it('sends the same emails and ends enrollments alike as a second implementation', () => {
  fc.assert(
    fc.property(cases, (one) => {
      expect(playWithEngine(one)).toEqual(playSlowly(one))
    }),
    { numRuns: caseCount(10_000), endOnFailure: true },
  )
})

const withRules = (rules: Partial<Case['rules']>) => (one: Case) => ({
  ...one,
  rules: { ...one.rules, ...rules },
})
const withPlan = (more: Partial<CaseSequence['plan']>) => (one: Case) => ({
  ...one,
  sequences: one.sequences.map((sequence) => ({ ...sequence, plan: { ...sequence.plan, ...more } })),
})
const withSequence = (change: (sequence: CaseSequence) => Partial<CaseSequence>) => (one: Case) => ({
  ...one,
  sequences: one.sequences.map((sequence) => ({ ...sequence, ...change(sequence) })),
})

/** Cases without one rule. */
const WITHOUT: Record<string, (one: Case) => Case> = {
  'weekly limit': withRules({ weeklyLimit: null }),
  'one sequence per contact': withRules({ oneSequence: false }),
  'company replies': withRules({ companyReply: 'ignore' }),
  'replies elsewhere': withRules({ otherReply: 'ignore' }),
  'limit of unopened emails': withRules({ maxNotOpens: 0 }),
  'sending days': withPlan({ sendDays: null }),
  holidays: withPlan({ daysOff: [] }),
  'latest time': withPlan({ latestMinute: null }),
  "contact's time zone": withSequence(() => ({ useContactTimezone: false })),
  'side steps': withSequence(({ plan }) => ({
    plan: { ...plan, steps: plan.steps.map((step) => ({ ...step, branchOnly: false })) },
  })),
  variants: withSequence(({ variants }) => ({
    variants: Object.fromEntries(Object.keys(variants).map((id) => [id, [{ weight: 1, active: true }]])),
  })),
  spacing: (one) => ({ ...one, mailbox: { ...one.mailbox, intervalSeconds: 0 } }),
  'daily limit': (one) => ({ ...one, mailbox: { ...one.mailbox, limit: 1_000 } }),
}

// These test the cases, not the engine: they can fail only after a change of the generator.
it.each(sweeping ? Object.entries(WITHOUT) : [])(
  'compares cases in which the rule matters: %s',
  (_rule, without) => {
    const sample = fc.sample(cases, { numRuns: 300, seed: 1 })
    const differing = sample.filter(
      (one) => JSON.stringify(playWithEngine(one)) !== JSON.stringify(playWithEngine(without(one))),
    )
    expect(differing.length).toBeGreaterThan(3)
  },
)
