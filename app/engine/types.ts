/**
 * The types of the sequence engine. Everything is plain data: ids are strings, and the inputs of decisions are JSON, so that a
 * decision can be stored, explained and reproduced.
 */

/** What a contact did with a send. */
export type Reaction = 'not_opened' | 'opened_no_reply' | 'replied'

/** What follows a step: the default, the end, or a chosen step. */
export type Next = { kind: 'default' } | { kind: 'end' } | { kind: 'step'; stepId: string }

export interface Branch {
  /** Calendar days between the reaction and the next step. */
  waitDays: number
  next: Next
}

interface StepBase {
  id: string
  /** Position in the sequence. Equal positions are sorted by id. */
  order: number
  /** Deleted by the user. Open windows and waits finish, but no enrollment enters the step. */
  archived: boolean
  /** A side step: only a branch or a next action leads to it. All other steps form the main line. */
  branchOnly: boolean
}

export interface SendStep extends StepBase {
  type: 'send_email'
  delayDays: number
  sendHour: number
  sendMinute: number
  /** Total length of the reaction window, in minutes. */
  windowMinutes: number
  skipWeekends: boolean
  branches: Record<Reaction, Branch>
}

export interface WaitStep extends StepBase {
  type: 'wait'
  amount: number
  unit: 'hours' | 'days'
  next: Next
}

export interface ListStep extends StepBase {
  type: 'add_to_persona'
  /** Null if the list was deleted. The step then does nothing. */
  personaId: string | null
  next: Next
}

export type PlanStep = SendStep | WaitStep | ListStep

/** When a sequence sends. */
export interface Timetable {
  /** IANA time zone of all wall-clock rules. */
  timezone: string
  /** ISO weekdays, 1 is Monday; null for every day. */
  sendDays: readonly number[] | null
  /** Holidays and other days without emails, `YYYY-MM-DD`. */
  daysOff: readonly string[]
  /** The last minute of the local day at which an email may be sent; null for the day's last. */
  latestMinute: number | null
}

/** Why no email is sent at a moment. */
export type ClosedReason = 'weekend' | 'send_days' | 'holiday' | 'too_late'

/**
 * A sequence as the engine sees it. Share one object between the decisions of a batch, and never mutate it: derived data (main line,
 * side steps) is cached per object.
 */
export interface SequencePlan extends Timetable {
  status: 'draft' | 'running' | 'paused'
  startDate: Date | null
  activatedAt: Date | null
  trackingEnabled: boolean
  /** All steps, including archived ones. A link to an archived step stays stored and means the end. */
  steps: readonly PlanStep[]
}

/** Why an active enrollment waits for something other than its date. */
export type HoldReason =
  | 'not_activated'
  | 'paused'
  | 'paused_by_user'
  | 'no_steps'
  | 'no_mailbox'
  | 'mailbox_not_connected'
  | 'inbox_not_fresh'
  | 'missing_variable'
  | 'missing_template'
  | 'uncertain_send'
  | 'links_unreachable'
  | 'sequence_full'
  | 'replied_elsewhere'
  | 'out_of_office'
  | 'quota'
  | 'retry'
  | 'contact_pressure'
  | 'in_other_sequence'
  | 'company_replied'
  | 'address_unreachable'
  | 'opt_out_asked'
  | 'calendar'
  | ContactHoldReason

/** Why emails to a contact wait until the user decides, in every sequence. */
export type ContactHoldReason = 'report_unproven' | 'sender_unproven'

/** Why an enrollment has ended. `finished` and `replied` complete it; the others stop it. */
export type EndReason =
  | 'finished'
  | 'replied'
  | 'loop_limit'
  | 'not_open_limit'
  | 'unsubscribed'
  | 'suppressed'
  | 'hard_bounce'
  | 'complaint'
  | 'domain_suppressed'
  | 'send_failed'
  | 'replied_elsewhere'
  | 'company_replied'
  | 'contact_left'
  | 'stopped_by_user'
  | 'contact_deleted'
  | 'sequence_deleted'

/** What led to an action: the previous step and, after a send, the reaction. */
export interface Origin {
  stepId: string
  reaction: Reaction | null
}

export interface PlannedAction {
  kind: 'send' | 'decide' | 'wait' | 'add_to_list'
  stepId: string
  /** When it is due: the send's slot, the end of the window or wait, or the time of the list step. */
  at: Date
  /** The trigger time. For `decide`, the planned time of the send whose window is open. */
  momentAt: Date
  /** The planned time, before spacing assigned a slot. Windows and waits count from it. */
  plannedAt: Date
  /** Null for the first step. */
  origin: Origin | null
}

export interface EnrollmentState {
  id: string
  status: 'active' | 'completed' | 'stopped'
  enrolledAt: Date
  /** Runs of each step, including the pending action. This count is the visit number of a send. */
  visits: Readonly<Record<string, number>>
  currentStepId: string | null
  action: PlannedAction | null
  holdReason: HoldReason | null
  /** When a held enrollment is checked again; null to wait for an event (`replan`). */
  heldUntil: Date | null
  /** Time of the first human reply. */
  repliedAt: Date | null
  endReason: EndReason | null
  endedAt: Date | null
}

/** A question about a contact that the user has to answer. */
interface ContactHold {
  reason: ContactHoldReason
  /** When it ends by itself. */
  until: Date
  /** What was said. */
  detail: string
}

export interface ContactState {
  unsubscribed: boolean
  suppressed: boolean
  hardBounced: boolean
  domainSuppressed: boolean
  /** Whether a message of the contact may ask for no more email, and the user has not decided yet. */
  optOutAsked?: boolean
  notOpenedStreak: number
  /** `maxContinuousNotOpens`; 0 disables the rule. */
  maxNotOpens: number
  /** Set while the user has to decide about the contact. */
  held?: ContactHold
}

export interface MailboxFacts {
  connected: boolean
  /** Its server took no emails until then, at the latest; absent if it always did. */
  waitedUntil?: Date | null
  /** The company that runs the mailbox and serves the contact's domain, if the mailbox was chosen for that. */
  matched?: string
  /** False for SMTP without IMAP: the inbox does not have to be fresh then. */
  canRead: boolean
  lastSyncEndedAt: Date | null
}

/** The latest sent email of the enrollment. */
export interface SendFacts {
  stepId: string
  visit: number
  plannedAt: Date
  /** Whether it had a pixel. */
  tracked: boolean
  /** Time of the first counted open (human or unknown), or null. */
  openedAt: Date | null
  /** Whether the pixel was hit, but only by machines. */
  onlyMachineHits: boolean
  repliedAt: Date | null
}

/** An email of a sequence to the contact, for the weekly limit. */
export interface CountedEmail {
  at: Date
  /** Its outcome is not known yet: if it fails, it does not count. */
  sending: boolean
}

/** A contact's weekly limit, and the emails that count toward it. */
export interface PressureFacts {
  /** At most this many emails to the contact in any 7 × 24 hours, over all sequences. */
  weeklyLimit: number
  /** The newest emails to the contact, newest first; no more than the limit are needed. */
  emails: readonly CountedEmail[]
}

export interface Facts {
  contact: ContactState
  /** The enrollment's mailbox, or null. */
  mailbox: MailboxFacts | null
  /** Null if nothing was sent yet: the next email is then the first one, else a follow-up. */
  lastSend: SendFacts | null
  /**
   * State of the enrollment's pending send: that of the pending action, or one that a reply has overtaken. Null if there is no row,
   * or if it was cancelled before it started.
   */
  pendingSend: 'scheduled' | 'claimed' | 'sending' | 'uncertain' | null
  /** Null if neither the account nor the sequence limits the emails to a contact. */
  pressure: PressureFacts | null
  /**
   * The name of the sequence that the contact entered earlier and is still in; null if there is none, or if the account lets
   * sequences run at the same time.
   */
  otherSequence: string | null
}

/** Everything that a decision may depend on. Equal snapshots lead to equal decisions. */
export interface Snapshot {
  plan: SequencePlan
  enrollment: EnrollmentState
  facts: Facts
  now: Date
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** The rule that led to a decision. Stored with it. */
export type Rule =
  | 'first_step'
  | 'next_step'
  | 'window_opened'
  | 'window_decided'
  | 'wait_ended'
  | 'list_step'
  | 'due'
  | 'not_due'
  | 'in_flight'
  | 'moved_late'
  | 'moved_weekend'
  | 'moved_closed'
  | 'moved_slot'
  | 'replanned'
  | 'held'
  | 'reply'
  | 'reply_further'
  | 'reply_after_end'
  | 'reply_elsewhere'
  | 'company_reply'
  | 'auto_reply'
  | 'calendar'
  | 'opt_out_asked'
  /** The user said that a message is not what it was taken for, or decided on a hold because of it. */
  | 'message_withdrawn'
  | 'ended'
  | 'already_ended'
  | 'already_recorded'
  /** A server's refusal or report, and what takes it back. */
  | 'unreachable'
  | 'reachable'
  | 'refusal_withdrawn'
  /** The user's decisions about a send of unknown outcome. */
  | 'resent_by_user'
  | 'counted_as_sent'
  /** The user's actions on one enrollment. */
  | 'paused_by_user'
  | 'skipped_by_user'

interface DecisionBase {
  /** The state to store. */
  enrollment: EnrollmentState
  rule: Rule
  /** The data that the rule used. */
  inputs: { [key: string]: Json }
  /**
   * A pending send that must not start as planned: cancel its row if it is `scheduled` or `claimed`. If the same visit is planned
   * again later, it reuses that row.
   */
  cancelled?: { stepId: string; visit: number }
  /** New value of the contact's `notOpenedStreak`. Absent means unchanged. */
  streak?: number
  /** Whether to suppress the contact, because the streak reached its limit. */
  suppressContact?: boolean
  /** The reaction that the window or a reply resulted in. */
  reaction?: Reaction
}

/**
 * - `send`: assign a slot to this visit, then send it. The state is unchanged.
 * - `add_to_list`: add the contact to the list (null if it was deleted), then store the state.
 * - `plan`, `hold`, `complete`, `stop`: store the state.
 * - `record`: only record the event, and store the state (at most `repliedAt` has changed).
 */
export type Decision =
  | (DecisionBase & { type: 'send'; stepId: string; visit: number; plannedAt: Date })
  | (DecisionBase & { type: 'add_to_list'; stepId: string; personaId: string | null })
  | (DecisionBase & { type: 'plan' })
  | (DecisionBase & { type: 'hold'; reason: HoldReason; until: Date | null })
  | (DecisionBase & { type: 'complete'; reason: EndReason })
  | (DecisionBase & { type: 'stop'; reason: EndReason })
  | (DecisionBase & { type: 'record' })
