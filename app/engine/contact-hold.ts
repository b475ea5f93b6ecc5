import { onHold } from './events'
import { hold } from './transitions'
import type { Decision, Snapshot } from './types'

/** Holds an email while the user has to decide about its contact; null if nothing is to be decided. */
export function contactHold(s: Snapshot): Decision | null {
  const { held } = s.facts.contact
  if (!held || (held.until && held.until <= s.now)) return null
  return hold(s, held.reason, held.until, { detail: held.detail })
}

/** The user has to decide about the contact: holds a planned email at once, so that the user sees why it waits. */
export function onContactHeld(s: Snapshot): Decision | null {
  const { held } = s.facts.contact
  if (!held || s.enrollment.action?.kind !== 'send' || s.enrollment.holdReason === held.reason) return null
  return onHold(s, held.reason, held.until, { detail: held.detail })
}
