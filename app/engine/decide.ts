import { LATE_AFTER_MS, LATEST_GRACE_MS, localDay, nextValidTime, whyClosed } from './calendar'
import { findLiveStep, findStep } from './graph'
import { otherSequenceHold } from './other-sequence'
import { pressureHold } from './pressure'
import { replan } from './replan'
import { takeReply } from './replies'
import { nextStreak, reachesLimit, type StreakOutcome } from './streak'
import {
  begin,
  blockedBy,
  contactHold,
  end,
  hold,
  inactiveHold,
  iso,
  pendingVisit,
  plan,
  proceed,
  record,
  waitsForUser,
} from './transitions'
import type {
  Decision,
  EnrollmentState,
  ListStep,
  PlannedAction,
  Reaction,
  SendFacts,
  Snapshot,
} from './types'

/** A follow-up is sent only if the inbox was synced this recently. */
const FRESH_FOR_MS = 60_000
/**
 * An enrollment that waits for a mailbox sync is checked again after as long as it has waited already, within these limits, so that
 * an unreadable mailbox does not cause a check every minute. A sync also triggers a check.
 */
const MIN_RECHECK_MS = 60_000
const MAX_RECHECK_MS = 3_600_000

/**
 * Decides an enrollment that is due. The transaction that commits `sending` calls it again: the send may start only if the decision
 * is still `send`.
 */
export function onDue(s: Snapshot): Decision {
  const { enrollment, facts, now } = s
  const { action } = enrollment
  if (enrollment.status !== 'active') return record(s, 'already_ended')
  const blocked = blockedBy(facts.contact)
  if (blocked) {
    return end(s, enrollment, blocked, {
      rule: 'ended',
      inputs: { reason: blocked },
      cancelled: pendingVisit(s),
    })
  }
  if (facts.pendingSend === 'sending') return record(s, 'in_flight')
  const { heldUntil, holdReason } = enrollment
  if (holdReason === 'sequence_full' || waitsForUser(enrollment)) return hold(s, holdReason!, null)
  // Freshness is checked every time, because a sync may have ended before heldUntil.
  if (holdReason && heldUntil && heldUntil > now && holdReason !== 'inbox_not_fresh')
    return hold(s, holdReason, heldUntil)
  const halted = inactiveHold(s.plan)
  if (halted) return hold(s, halted, null)
  const free = { ...enrollment, holdReason: null, heldUntil: null }
  if (!action) return begin(s, free, 'first_step')
  if (action.at > now) return plan(free, { rule: 'not_due', inputs: {} })
  return DUE[action.kind]({ ...s, enrollment: free }, free, action)
}

type Due = (s: Snapshot, from: EnrollmentState, action: PlannedAction) => Decision

const DUE: Record<PlannedAction['kind'], Due> = {
  send: dueSend,
  decide: dueWindow,
  wait: (s, from, { stepId, at }) =>
    proceed(s, from, { stepId, reaction: null }, at, {
      rule: 'wait_ended',
      inputs: { waited: stepId, until: iso(at) },
    }),
  add_to_list: dueList,
}

function dueSend(s: Snapshot, from: EnrollmentState, action: PlannedAction): Decision {
  const { facts, now } = s
  const step = findLiveStep(s.plan, action.stepId)
  if (facts.pendingSend === 'uncertain') return hold(s, 'uncertain_send', null)
  // An enrollment that began after the question.
  if (facts.contact.optOutAsked) return hold(s, 'opt_out_asked', null)
  if (step?.type !== 'send_email') return replan(s)
  const undecided = contactHold(s)
  if (undecided) return undecided
  if (!facts.mailbox) return hold(s, 'no_mailbox', null)
  if (!facts.mailbox.connected) return hold(s, 'mailbox_not_connected', null)
  const late = now.getTime() - readyAt(s, action.at).getTime() > LATE_AFTER_MS
  const closed = whyClosed(step, now, s.plan, LATEST_GRACE_MS)
  if (late || closed) {
    const at = nextValidTime(step, now, s.plan)
    return plan(
      { ...from, action: { ...action, at, plannedAt: at } },
      {
        rule: late ? 'moved_late' : closed === 'weekend' ? 'moved_weekend' : 'moved_closed',
        inputs: { slot: iso(action.at), closed },
        cancelled: pendingVisit(s),
      },
    )
  }
  const waiting = otherSequenceHold(s) ?? pressureHold(s)
  if (waiting) return waiting
  const syncedAt = facts.mailbox.lastSyncEndedAt
  const fresh = syncedAt !== null && now.getTime() - syncedAt.getTime() <= FRESH_FOR_MS
  if (facts.lastSend && facts.mailbox.canRead && !fresh) return notFresh(s, null)
  const visit = from.visits[step.id] ?? 1
  return {
    type: 'send',
    enrollment: from,
    stepId: step.id,
    visit,
    plannedAt: action.plannedAt,
    rule: 'due',
    inputs: {
      stepId: step.id,
      visit,
      slot: iso(action.at),
      planned: iso(action.plannedAt),
      synced: iso(syncedAt),
      ...(facts.mailbox.matched ? { matched: facts.mailbox.matched } : {}),
    },
  }
}

/** When an email could be sent: at its slot, or when its mailbox's server takes emails again, as long as that is on the same day. */
function readyAt({ facts, now, plan: { timezone } }: Snapshot, slot: Date): Date {
  const waitedUntil = facts.mailbox?.waitedUntil
  if (!waitedUntil || waitedUntil <= slot || localDay(slot, timezone) !== localDay(now, timezone)) return slot
  return waitedUntil < now ? waitedUntil : now
}

function notFresh(s: Snapshot, windowEnd: Date | null): Decision {
  const waited = s.now.getTime() - (s.enrollment.action?.at ?? s.now).getTime()
  const pause = Math.min(Math.max(waited, MIN_RECHECK_MS), MAX_RECHECK_MS)
  return hold(s, 'inbox_not_fresh', new Date(s.now.getTime() + pause), {
    synced: iso(s.facts.mailbox?.lastSyncEndedAt ?? null),
    windowEnd: iso(windowEnd),
  })
}

/** The hold for a reaction window that cannot be decided yet, or null. */
function windowGate(s: Snapshot, endedAt: Date): Decision | null {
  const { mailbox } = s.facts
  if (!mailbox) return hold(s, 'no_mailbox', null)
  if (!mailbox.canRead || (mailbox.lastSyncEndedAt && mailbox.lastSyncEndedAt > endedAt)) return null
  return mailbox.connected ? notFresh(s, endedAt) : hold(s, 'mailbox_not_connected', null)
}

/** The reaction to the window's send, and its effect on the contact's streak. */
function judgeWindow(s: Snapshot, send: SendFacts | null, endedAt: Date): [Reaction, StreakOutcome] {
  if (send?.openedAt) {
    // An open after the window's end is too late for the branch, but the email was opened.
    return [send.openedAt <= endedAt ? 'opened_no_reply' : 'not_opened', 'nothing']
  }
  const isKnownUnopened = send?.tracked && s.plan.trackingEnabled && !send.onlyMachineHits
  return ['not_opened', isKnownUnopened ? 'not_opened' : 'nothing']
}

function dueWindow(s: Snapshot, from: EnrollmentState, action: PlannedAction): Decision {
  const endedAt = action.at
  const gate = windowGate(s, endedAt)
  if (gate) return gate
  const { contact, lastSend } = s.facts
  const send = lastSend?.stepId === action.stepId ? lastSend : null
  // Usually the reply's own event came first. If not, the recorded reply decides the window.
  if (send?.repliedAt && !from.repliedAt) return takeReply(s, action.stepId, send.repliedAt)
  const [reaction, outcome] = judgeWindow(s, send, endedAt)
  const streak = nextStreak(contact.notOpenedStreak, outcome)
  const meta = {
    rule: 'window_decided' as const,
    reaction,
    ...(streak === contact.notOpenedStreak ? {} : { streak }),
    inputs: {
      windowOf: action.stepId,
      reaction,
      opened: iso(send?.openedAt ?? null),
      streak,
      windowEnd: iso(endedAt),
    },
  }
  if (outcome === 'not_opened' && reachesLimit(streak, contact.maxNotOpens)) {
    return end(s, from, 'not_open_limit', { ...meta, suppressContact: true })
  }
  return proceed(s, from, { stepId: action.stepId, reaction }, endedAt, meta)
}

function dueList(s: Snapshot, from: EnrollmentState, action: PlannedAction): Decision {
  const step = findStep(s.plan, action.stepId)
  if (step?.type !== 'add_to_persona' || step.archived) return replan(s)
  return addToList(s, from, step, action.at)
}

function addToList(s: Snapshot, from: EnrollmentState, step: ListStep, momentAt: Date): Decision {
  const { personaId, id: stepId } = step
  const after = proceed(s, from, { stepId, reaction: null }, momentAt, { rule: 'list_step', inputs: {} })
  return {
    type: 'add_to_list',
    stepId,
    personaId,
    enrollment: after.enrollment,
    rule: 'list_step',
    inputs: { ...after.inputs, ran: stepId, personaId },
  }
}
