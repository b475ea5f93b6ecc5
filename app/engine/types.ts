/**
 * The words of the sequence engine. Everything here is plain data: `Date` at the boundary, ids as strings,
 * and inputs of decisions as JSON, so that a decision can be stored, explained and repeated.
 */

/** What a contact did with a send. */
export type Reaction = 'not_opened' | 'opened_no_reply' | 'replied'

/** Where a step goes on: the default rule, the end, or a chosen step. */
export type Next = { kind: 'default' } | { kind: 'end' } | { kind: 'step'; stepId: string }

export interface Branch {
  /** Calendar days between the reaction and what follows. */
  waitDays: number
  next: Next
}

interface StepBase {
  id: string
  /** Position in the sequence; equal positions are ordered by id. */
  order: number
  /** Deleted by the user: its open windows and waits finish, nothing new enters it. */
  archived: boolean
}

export interface SendStep extends StepBase {
  type: 'send_email'
  delayDays: number
  sendHour: number
  sendMinute: number
  /** Length of the reaction window, hours and minutes together. */
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
  /** Null when the list was deleted: the step then adds nothing and goes on. */
  personaId: string | null
  next: Next
}

export type Step = SendStep | WaitStep | ListStep

/**
 * A sequence as the engine reads it. Share one object between the decisions of a batch: what is derived
 * from it (main line, side steps) is remembered per object, so never change one in place.
 */
export interface SequencePlan {
  /** IANA zone of all wall-clock rules. */
  timezone: string
  status: 'draft' | 'running' | 'paused'
  startDate: Date | null
  activatedAt: Date | null
  trackingEnabled: boolean
  /** Every step, archived ones included; a link to an archived step stays stored and reads as the end. */
  steps: readonly Step[]
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

/** Why an enrollment is over. `finished` and `replied` complete it, the others stop it. */
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
  | 'stopped_by_user'
  | 'contact_deleted'
  | 'sequence_deleted'

/** Where an action comes from: the step before it and, after a send, the reaction that chose it. */
export interface Origin {
  stepId: string
  reaction: Reaction | null
}

export interface PlannedAction {
  kind: 'send' | 'decide' | 'wait' | 'add_to_list'
  stepId: string
  /** When it is due: the send's slot, the window's end, the wait's end, the moment of the list step. */
  at: Date
  /** The moment that led here; for `decide` the planned time of the send whose window is open. */
  momentAt: Date
  /** The planned time before spacing chose a slot: windows and waits count from it. */
  plannedAt: Date
  /** Null for the first step. */
  origin: Origin | null
}

export interface EnrollmentState {
  id: string
  status: 'active' | 'completed' | 'stopped'
  enrolledAt: Date
  /** Runs of each step, the pending action included: the visit number of a send is this count. */
  visits: Readonly<Record<string, number>>
  currentStepId: string | null
  action: PlannedAction | null
  holdReason: HoldReason | null
  /** When a held enrollment is looked at again; null waits for an event (`replan`). */
  heldUntil: Date | null
  /** The first human reply. */
  repliedAt: Date | null
  endReason: EndReason | null
  endedAt: Date | null
}

export interface ContactFacts {
  unsubscribed: boolean
  suppressed: boolean
  hardBounced: boolean
  domainSuppressed: boolean
  notOpenedStreak: number
  /** `maxContinuousNotOpens`; 0 switches the rule off. */
  maxNotOpens: number
}

export interface MailboxFacts {
  connected: boolean
  /** False for SMTP without IMAP: the fresh-inbox gate does not apply. */
  canRead: boolean
  lastSyncEndedAt: Date | null
}

/** The newest mail of the enrollment that went out. */
export interface SendFacts {
  stepId: string
  visit: number
  plannedAt: Date
  /** It carried a pixel. */
  tracked: boolean
  /** First open that counts (human or unknown), null without one. */
  openedAt: Date | null
  /** The pixel was hit, but by machines alone. */
  onlyMachineHits: boolean
  repliedAt: Date | null
}

export interface Facts {
  contact: ContactFacts
  /** The mailbox that this contact keeps; null when there is none to use. */
  mailbox: MailboxFacts | null
  /** Null while nothing went out: the next mail is then a first mail, else a follow-up. */
  lastSend: SendFacts | null
  /**
   * State of the enrollment's send row that is under way: the pending action's, or one that a reply has
   * overtaken. Null when none is written, or it was cancelled before it started.
   */
  pendingSend: 'scheduled' | 'claimed' | 'sending' | 'uncertain' | null
}

/** All that a decision may depend on. Equal snapshots give equal decisions. */
export interface Snapshot {
  plan: SequencePlan
  enrollment: EnrollmentState
  facts: Facts
  now: Date
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** The rule that made a decision, kept with it. */
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
  | 'moved_slot'
  | 'replanned'
  | 'held'
  | 'reply'
  | 'reply_further'
  | 'reply_after_end'
  | 'reply_elsewhere'
  | 'auto_reply'
  | 'ended'
  | 'already_ended'
  | 'already_recorded'
  /** The user's decisions on a mail of unknown outcome. */
  | 'resent_by_user'
  | 'counted_as_sent'
  /** The user's decisions on one person. */
  | 'paused_by_user'
  | 'skipped_by_user'

interface DecisionBase {
  /** The state to store. */
  enrollment: EnrollmentState
  rule: Rule
  /** What the rule looked at. */
  inputs: { [key: string]: Json }
  /**
   * A pending send that must not start as it was: cancel its row if one is `scheduled` or `claimed`.
   * The same visit may be planned again later and then takes that row over.
   */
  cancelled?: { stepId: string; visit: number }
  /** New value of the contact's `notOpenedStreak`; absent = unchanged. */
  streak?: number
  /** Set the contact's `suppressed` flag (the streak reached its limit). */
  suppressContact?: boolean
  /** The reaction that a window's end or a reply chose. */
  reaction?: Reaction
}

/**
 * - `send`: hand this visit to the mailbox's slots, then send it. The state is stored as it is.
 * - `add_to_list`: add the contact (null: the list is gone), then store the state that follows.
 * - `plan`, `hold`, `complete`, `stop`: store the state.
 * - `record`: nothing follows; keep the event and store the state (at most `repliedAt` is new).
 */
export type Decision =
  | (DecisionBase & { type: 'send'; stepId: string; visit: number; plannedAt: Date })
  | (DecisionBase & { type: 'add_to_list'; stepId: string; personaId: string | null })
  | (DecisionBase & { type: 'plan' })
  | (DecisionBase & { type: 'hold'; reason: HoldReason; until: Date | null })
  | (DecisionBase & { type: 'complete'; reason: EndReason })
  | (DecisionBase & { type: 'stop'; reason: EndReason })
  | (DecisionBase & { type: 'record' })
