import { onDue } from './decide'
import { replan } from './replan'
import type { Decision, Rule, Snapshot } from './types'

/** Limits chains of list steps and waits that end immediately. */
const MAX_CHAIN = 50

/** The result of following a due enrollment. */
export interface FollowedDecision {
  /** The decisions in order, each with its snapshot. Without the send. */
  decided: { snapshot: Snapshot; decision: Decision }[]
  /** The send that needs a slot, and its snapshot. */
  send: { snapshot: Snapshot; decision: Extract<Decision, { type: 'send' }> } | null
  /** A send that an earlier installation may have made. It is not sent: the user decides. */
  possiblySent: FollowedDecision['send']
  /** A send is in progress. Its outcome continues the enrollment. */
  inFlight: boolean
}

const NOTHING = { send: null, possiblySent: null, inFlight: false }

/**
 * Follows a due enrollment until it waits for a later time, an event or a slot.
 * @param wasEdited its sequence was edited after it was planned, so its dates are out of date
 * @param sentUntil the installation that this one was restored from may have sent emails planned for this time or earlier
 */
export function follow(from: Snapshot, wasEdited = false, sentUntil: Date | null = null): FollowedDecision {
  const decided: FollowedDecision['decided'] = []
  let snapshot = from
  for (let round = 0; round < MAX_CHAIN; round++) {
    const decision = round === 0 && wasEdited ? replan(snapshot) : onDue(snapshot)
    const possiblySent = sentUntil && mayHaveBeenSent(snapshot, decision, sentUntil)
    if (possiblySent) return { ...NOTHING, decided, possiblySent: { snapshot, decision: possiblySent } }
    if (decision.type === 'send') return { ...NOTHING, decided, send: { snapshot, decision } }
    if (decision.rule === 'in_flight') return { ...NOTHING, decided, inFlight: true }
    decided.push({ snapshot, decision })
    if (!continues(decision, snapshot.now)) break
    // A cancelled send is no longer pending for the next decision.
    const facts = decision.cancelled ? { ...snapshot.facts, pendingSend: null } : snapshot.facts
    snapshot = { ...snapshot, facts, enrollment: decision.enrollment }
  }
  return { ...NOTHING, decided }
}

const isMove = (rule: Rule) => rule === 'moved_late' || rule === 'moved_weekend' || rule === 'moved_closed'

/** The send that may have been made already: it is due now, or was just found to be late. */
function mayHaveBeenSent(s: Snapshot, decision: Decision, sentUntil: Date) {
  const { enrollment } = s
  const { action } = enrollment
  if (action?.kind !== 'send' || action.plannedAt > sentUntil) return null
  if (decision.type === 'send') return decision
  if (!isMove(decision.rule)) return null
  const { stepId, plannedAt } = action
  const visit = enrollment.visits[stepId] ?? 1
  return { type: 'send' as const, enrollment, stepId, visit, plannedAt, rule: 'due' as const, inputs: {} }
}

function continues({ type, enrollment }: Decision, now: Date): boolean {
  const { action, status, heldUntil, holdReason } = enrollment
  const planned = type === 'plan' || type === 'add_to_list'
  return planned && status === 'active' && !holdReason && !heldUntil && action !== null && action.at <= now
}
