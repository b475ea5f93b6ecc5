import { onDue } from './decide'
import { replan } from './replan'
import type { Decision, Snapshot } from './types'

/** A chain of waits of no length and list steps ends somewhere. */
const MAX_CHAIN = 50

/** What became of an enrollment that was due. */
export interface Followed {
  /** Decisions in their order, each with the snapshot that it was made on; without the send. */
  decided: { snapshot: Snapshot; decision: Decision }[]
  /** The mail that needs a slot, and the snapshot that says so. */
  send: { snapshot: Snapshot; decision: Extract<Decision, { type: 'send' }> } | null
  /** A mail that may have been sent by an earlier installation: not sent, the user decides. */
  doubt: Followed['send']
  /** A mail of it is being handed over: its outcome moves the enrollment on. */
  inFlight: boolean
}

const NOTHING = { send: null, doubt: null, inFlight: false }

/**
 * Follows an enrollment that is due until it waits for a later time, for an event, or for a slot.
 * @param wasEdited its sequence was edited since it was planned: the old date does not count any more
 * @param sentUntil mails planned for then or before may have been sent by the installation that this one was restored from
 */
export function follow(from: Snapshot, wasEdited = false, sentUntil: Date | null = null): Followed {
  const decided: Followed['decided'] = []
  let snapshot = from
  for (let turn = 0; turn < MAX_CHAIN; turn++) {
    const decision = turn === 0 && wasEdited ? replan(snapshot) : onDue(snapshot)
    const doubt = sentUntil && mayHaveLeft(snapshot, decision, sentUntil)
    if (doubt) return { ...NOTHING, decided, doubt: { snapshot, decision: doubt } }
    if (decision.type === 'send') return { ...NOTHING, decided, send: { snapshot, decision } }
    if (decision.rule === 'in_flight') return { ...NOTHING, decided, inFlight: true }
    decided.push({ snapshot, decision })
    if (!goesOn(decision, snapshot.now)) break
    // A cancelled row is no longer under way for the decision that follows.
    const facts = decision.cancelled ? { ...snapshot.facts, pendingSend: null } : snapshot.facts
    snapshot = { ...snapshot, facts, enrollment: decision.enrollment }
  }
  return { ...NOTHING, decided }
}

/** The send that is in doubt: it would go now, or would only now be found to be late. */
function mayHaveLeft(s: Snapshot, decision: Decision, sentUntil: Date) {
  const { enrollment } = s
  const { action } = enrollment
  if (action?.kind !== 'send' || action.plannedAt > sentUntil) return null
  if (decision.type === 'send') return decision
  if (decision.rule !== 'moved_late' && decision.rule !== 'moved_weekend') return null
  const { stepId, plannedAt } = action
  const visit = enrollment.visits[stepId] ?? 1
  return { type: 'send' as const, enrollment, stepId, visit, plannedAt, rule: 'due' as const, inputs: {} }
}

function goesOn({ type, enrollment }: Decision, now: Date): boolean {
  const { action, status, heldUntil, holdReason } = enrollment
  const planned = type === 'plan' || type === 'add_to_list'
  return planned && status === 'active' && !holdReason && !heldUntil && action !== null && action.at <= now
}
