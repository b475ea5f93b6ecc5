import { onDue } from './decide'
import { stepsAhead } from './reach'
import { replan } from './replan'
import type { Facts, SequencePlan, Snapshot } from './types'

/** The next email of an enrollment, if its contact does not react before. */
export interface NextEmail {
  stepId: string
  /** The planned time, before spacing and daily limits. */
  at: Date
}

/** What an enrollment does with one plan of its sequence. */
export interface Outlook {
  /** Whether planning again ends it at once. */
  ended: boolean
  next: NextEmail | null
  /** The steps that it can still come to. */
  ahead: ReadonlySet<string>
}

/** Most windows, waits and list steps before an email. */
const MOST_TURNS = 100

/** What an enrollment would do if its sequence had this plan: it is planned again, as after an edit. */
export function outlook(snapshot: Snapshot, plan: SequencePlan): Outlook {
  const s = { ...snapshot, plan }
  const { enrollment } = replan(s)
  return {
    ended: enrollment.status !== 'active',
    next: nextEmail({ ...s, enrollment }),
    ahead: stepsAhead(plan, enrollment),
  }
}

/**
 * Follows an enrollment to its next email. Leaves out everything but the plan and the contact's reactions so far: holds are lifted, and the
 * inbox is read in time.
 */
export function nextEmail(from: Snapshot): NextEmail | null {
  const facts: Facts = { ...from.facts, mailbox: READY, pendingSend: null, pressure: null }
  let s: Snapshot = { ...from, facts }
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const { status, action } = s.enrollment
    if (status !== 'active' || !action) return null
    if (action.kind === 'send') return { stepId: action.stepId, at: action.at }
    const enrollment = { ...s.enrollment, holdReason: null, heldUntil: null }
    const now = new Date(Math.max(action.at.getTime(), s.now.getTime()))
    const after = onDue({ ...s, now, enrollment }).enrollment
    if (after.action === action && after.status === 'active') return null
    s = { ...s, now, enrollment: after }
  }
  return null
}

/** A mailbox that sends, and whose inbox does not delay anything. */
const READY = { connected: true, canRead: false, lastSyncEndedAt: null }
