import { replan } from './replan'
import { hold, record } from './transitions'
import type { Decision, Snapshot } from './types'

/**
 * Holds an email while the contact is still in a sequence that it entered earlier; null if it may be sent. The hold has no end: when
 * the other enrollment has ended, `onOtherEnded` plans this one again.
 */
export function otherSequenceHold(s: Snapshot): Decision | null {
  const { otherSequence } = s.facts
  return otherSequence === null ? null : hold(s, 'in_other_sequence', null, { detail: otherSequence })
}

/** Another enrollment of the contact may have ended: plans this one again if it waits for none any more. */
export function onOtherEnded(s: Snapshot): Decision {
  const { status, holdReason } = s.enrollment
  const waits = status === 'active' && holdReason === 'in_other_sequence'
  return waits && s.facts.otherSequence === null ? replan(s) : record(s, 'not_due')
}
