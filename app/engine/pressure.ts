import { hold } from './transitions'
import type { CountedEmail, Decision, Facts, Snapshot } from './types'

/** Seven times 24 hours: elapsed time, whatever the clocks of the time zones do. */
const WEEK_MS = 7 * 86_400_000
/** When an enrollment that waits only for the outcome of another email is checked again. */
const OUTCOME_MS = 600_000

/** When the next email fits the weekly limit, or null if it fits now. An email exactly 7 × 24 hours ago no longer counts. */
function fitsAt(weeklyLimit: number, emails: readonly CountedEmail[], now: Date): Date | null {
  const oldest = emails[weeklyLimit - 1]
  const at = oldest && new Date(oldest.at.getTime() + WEEK_MS)
  return at && at > now ? at : null
}

/** Holds an email that would exceed the contact's weekly limit, until it fits; null if it fits now. */
export function pressureHold(s: Snapshot): Decision | null {
  const { facts, now } = s
  if (!facts.pressure) return null
  const { weeklyLimit, emails } = facts.pressure
  const at = fitsAt(weeklyLimit, emails, now)
  if (!at) return null
  const certain = emails.filter((email) => !email.sending)
  const until = fitsAt(weeklyLimit, certain, now) ? at : new Date(now.getTime() + OUTCOME_MS)
  return hold(s, 'contact_pressure', until, { weeklyLimit, detail: wordsOf(weeklyLimit) })
}

const wordsOf = (weeklyLimit: number) => `${weeklyLimit} ${weeklyLimit === 1 ? 'email' : 'emails'} in 7 days`

/** The facts after another email to the contact has started. */
export function afterEmail(facts: Facts, at: Date): Facts {
  const { pressure } = facts
  return pressure
    ? { ...facts, pressure: { ...pressure, emails: [{ at, sending: true }, ...pressure.emails] } }
    : facts
}
