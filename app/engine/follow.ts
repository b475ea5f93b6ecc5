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
  /** A mail of it is being handed over: its outcome moves the enrollment on. */
  inFlight: boolean
}

/**
 * Follows an enrollment that is due until it waits for a later time, for an event, or for a slot.
 * @param wasEdited its sequence was edited since it was planned: the old date does not count any more
 */
export function follow(from: Snapshot, wasEdited = false): Followed {
  const decided: Followed['decided'] = []
  let snapshot = from
  for (let turn = 0; turn < MAX_CHAIN; turn++) {
    const decision = turn === 0 && wasEdited ? replan(snapshot) : onDue(snapshot)
    if (decision.type === 'send') return { decided, send: { snapshot, decision }, inFlight: false }
    if (decision.rule === 'in_flight') return { decided, send: null, inFlight: true }
    decided.push({ snapshot, decision })
    if (!goesOn(decision, snapshot.now)) break
    // A cancelled row is no longer under way for the decision that follows.
    const facts = decision.cancelled ? { ...snapshot.facts, pendingSend: null } : snapshot.facts
    snapshot = { ...snapshot, facts, enrollment: decision.enrollment }
  }
  return { decided, send: null, inFlight: false }
}

function goesOn({ type, enrollment }: Decision, now: Date): boolean {
  const { action, status, heldUntil, holdReason } = enrollment
  const planned = type === 'plan' || type === 'add_to_list'
  return planned && status === 'active' && !holdReason && !heldUntil && action !== null && action.at <= now
}
