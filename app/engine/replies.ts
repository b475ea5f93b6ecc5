import { nextOf, resolveNext } from './graph'
import { nextStreak } from './streak'
import {
  blockedBy,
  type DecisionDetails,
  end,
  hasStarted,
  hold,
  isOverLimit,
  iso,
  pendingVisit,
  plan,
  proceed,
  record,
  waitsForUser,
  withdraw,
} from './transitions'
import type { Decision, EndReason, EnrollmentState, HoldReason, Snapshot } from './types'

const DAY_MS = 86_400_000
/** How long after its end an enrollment still runs a chosen replied branch. */
const LATE_REPLY_DAYS = 90
/** How long a reply holds the contact's other enrollments. */
const OTHER_REPLY_HOLD_DAYS = 7

/** End reasons after which a late reply still runs its branch: neither side had stopped the emails. */
const REPLY_COUNTS_AFTER: readonly (EndReason | null)[] = ['finished', 'loop_limit']

/**
 * A human reply to a send of this enrollment. The first one takes the replied branch of its step and cancels what is pending, even if
 * it is late. Further ones are only recorded. After the end, only a chosen branch runs, and only within 90 days.
 * @param reply the step that it replies to, and when it was received
 */
export function onReply(s: Snapshot, reply: { stepId: string; at: Date }): Decision {
  return takeReply(s, reply.stepId, reply.at)
}

/** See `onReply`. */
export function takeReply(s: Snapshot, stepId: string, at: Date): Decision {
  const { enrollment, facts } = s
  const inputs = { answers: stepId, at: iso(at) }
  if (enrollment.repliedAt) return { ...record(s, 'reply_further', inputs), ...streakOf(s) }
  // A hold that waits for the user stays in force after a reply: the next step is planned and waits.
  const paused = enrollment.status === 'active' && waitsForUser(enrollment)
  const replied = { ...enrollment, repliedAt: at, ...(paused ? {} : { holdReason: null, heldUntil: null }) }
  const meta: DecisionDetails = { rule: 'reply', reaction: 'replied', inputs, ...streakOf(s) }
  if (enrollment.status !== 'active') return replyAfterEnd(s, replied, stepId, meta)
  const cancelled = pendingVisit(s)
  const from = { ...(hasStarted(s) ? replied : withdraw(replied)), action: null }
  const blocked = blockedBy(facts.contact)
  if (blocked) return end(s, from, blocked, { ...meta, cancelled })
  return proceed(s, from, { stepId, reaction: 'replied' }, at, { ...meta, cancelled })
}

function streakOf(s: Snapshot): { streak?: number } {
  const { notOpenedStreak } = s.facts.contact
  return notOpenedStreak === 0 ? {} : { streak: nextStreak(notOpenedStreak, 'replied') }
}

function replyAfterEnd(
  s: Snapshot,
  replied: EnrollmentState,
  stepId: string,
  meta: DecisionDetails,
): Decision {
  const { endReason, endedAt, visits, repliedAt } = replied
  const origin = { stepId, reaction: 'replied' } as const
  const late = !repliedAt || !endedAt || repliedAt.getTime() - endedAt.getTime() > LATE_REPLY_DAYS * DAY_MS
  const replyCounts = REPLY_COUNTS_AFTER.includes(endReason) && !blockedBy(s.facts.contact)
  const opened = {
    ...s,
    enrollment: { ...replied, status: 'active' as const, endReason: null, endedAt: null },
  }
  const chosen = nextOf(s.plan, origin).kind === 'step' && resolveNext(s.plan, visits, origin).kind === 'step'
  if (late || !replyCounts || !chosen || !repliedAt) {
    return { ...meta, type: 'record', enrollment: replied, rule: 'reply_after_end' }
  }
  return proceed(opened, opened.enrollment, origin, repliedAt, { ...meta, rule: 'reply_after_end' })
}

/** The user's setting for the effect of a reply on other enrollments. */
export type OtherReplyPolicy = 'hold' | 'stop' | 'ignore'

/** The contact replied in another enrollment: holds this one for 7 days, stops it or ignores the reply. */
export function onOtherReply(s: Snapshot, at: Date, policy: OtherReplyPolicy): Decision {
  return afterOther(s, at, policy, 'replied_elsewhere', { rule: 'reply_elsewhere', inputs: {} })
}

/** A colleague of the contact replied. */
export interface CompanyReply {
  at: Date
  /** The domain of both addresses. */
  domain: string
  /** The id of the colleague's contact. */
  colleague: string
  /** The name or address of the colleague. */
  detail: string
}

/** A colleague of the contact replied: holds this enrollment for 7 days, stops it or ignores the reply. */
export function onCompanyReply(
  s: Snapshot,
  { at, ...inputs }: CompanyReply,
  policy: OtherReplyPolicy,
): Decision {
  return afterOther(s, at, policy, 'company_replied', { rule: 'company_reply', inputs })
}

/** The effect of a reply that does not belong to this enrollment. */
function afterOther(
  s: Snapshot,
  at: Date,
  policy: OtherReplyPolicy,
  reason: 'replied_elsewhere' | 'company_replied',
  { rule, inputs: more }: DecisionDetails,
): Decision {
  const { enrollment } = s
  const inputs = { at: iso(at), policy, ...more }
  if (enrollment.status !== 'active') return record(s, 'already_ended', inputs)
  if (policy === 'ignore') return record(s, rule, inputs)
  if (policy === 'hold') {
    const until = new Date(at.getTime() + OTHER_REPLY_HOLD_DAYS * DAY_MS)
    return holdForContact(s, reason, until, { rule, inputs })
  }
  const cancelled = pendingVisit(s)
  return end(s, enrollment, reason, { rule, inputs: { ...inputs, reason }, cancelled })
}

/**
 * An automatic reply, which does not count as a reply. If it names a return date, the enrollment is held until then.
 * @param returnsOn the first instant of that day in the sequence's zone (`startOfDay`), or null
 */
export function onAutoReply(s: Snapshot, returnsOn: Date | null): Decision {
  const inputs = { returnsOn: iso(returnsOn) }
  if (s.enrollment.status !== 'active') return record(s, 'already_ended', inputs)
  if (!returnsOn) return record(s, 'auto_reply', inputs)
  return holdForContact(s, 'out_of_office', returnsOn, { rule: 'auto_reply', inputs })
}

/** The contact may have asked for no more email: nothing is sent until the user decides. */
export function onMayOptOut(s: Snapshot): Decision {
  if (s.enrollment.status !== 'active') return record(s, 'already_ended')
  if (isOverLimit(s.enrollment) || s.enrollment.holdReason === 'opt_out_asked') return record(s, 'held')
  return { ...hold(s, 'opt_out_asked', null), rule: 'opt_out_asked' }
}

/** The contact sent or answered an invitation: nothing is sent until the user resumes the enrollment. */
export function onCalendar(s: Snapshot): Decision {
  if (s.enrollment.status !== 'active') return record(s, 'already_ended')
  if (isOverLimit(s.enrollment) || waitsForUser(s.enrollment)) return record(s, 'held')
  return { ...hold(s, 'calendar', null), rule: 'calendar' }
}

/**
 * Holds an enrollment because of the contact. Keeps a current hold that lasts longer. Replaces an open-ended hold: its reason is
 * checked again when this hold ends, whereas this date would be lost.
 */
function holdForContact(s: Snapshot, reason: HoldReason, until: Date, meta: DecisionDetails): Decision {
  const { enrollment } = s
  const later =
    isOverLimit(enrollment) ||
    // Only the contact's own reply proves that its address works.
    (waitsForUser(enrollment) &&
      (enrollment.holdReason !== 'address_unreachable' || reason !== 'replied_elsewhere')) ||
    (enrollment.holdReason && enrollment.heldUntil && enrollment.heldUntil >= until)
  if (until <= s.now || later) return record(s, meta.rule, meta.inputs)
  const held = { ...enrollment, holdReason: reason, heldUntil: until }
  const inputs = { ...meta.inputs, reason, until: iso(until) }
  return { ...plan(held, { ...meta, inputs }), type: 'hold', reason, until, cancelled: pendingVisit(s) }
}
