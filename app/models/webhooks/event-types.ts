import { HOLD_REASONS, WEBHOOK_EVENT_TYPES } from '#drizzle/schema/enums'

/** The types of events, as the API names them. */
export type EventType = (typeof WEBHOOK_EVENT_TYPES)[number]

/** Those that a webhook can ask for. */
export const EVENT_TYPES = WEBHOOK_EVENT_TYPES.filter((type) => type !== 'webhook.test')

/** What each type of events means, in the words of the screens. */
export const EVENT_WORDS: Record<EventType, string> = {
  'email.sent': 'An email was sent',
  'email.opened': 'An email was opened for the first time',
  'email.replied': 'A contact replied',
  'email.bounced': 'An email bounced',
  'email.complained': 'An email was reported as spam',
  'email.unsubscribed': 'A contact used the unsubscribe link',
  'email.failed': 'An email could not be sent',
  'email.uncertain': 'It is unknown whether an email was sent',
  'email.held': 'An email waits for something other than its time',
  'contact.created': 'A contact was added',
  'contact.updated': 'A contact was changed',
  'contact.suppressed': 'A contact gets no more emails',
  'enrollment.started': 'A contact was added to a sequence',
  'enrollment.ended': 'A sequence ended for a contact',
  'conversation.labelled': 'A conversation got a label',
  'mailbox.paused': 'A mailbox was paused',
  'mailbox.expired': 'A mailbox must be reconnected',
  'import.finished': 'An import finished',
  'workflow.run_finished': 'A workflow run finished',
  'webhook.test': 'A test',
}

type HoldReason = (typeof HOLD_REASONS)[number]

/** Holds that are no news: the user's own doing, the pace of sending, and what has an event of its own. */
const UNTOLD_HOLDS: readonly HoldReason[] = [
  ...(['not_activated', 'paused', 'paused_by_user', 'no_steps', 'sequence_full'] as const),
  ...(['quota', 'retry', 'contact_pressure', 'in_other_sequence', 'inbox_not_fresh'] as const),
  'uncertain_send',
]

/** The holds that `email.held` is about. The trigger of enrollments has the same list; a test compares them. */
export const TOLD_HOLDS = HOLD_REASONS.filter((reason) => !UNTOLD_HOLDS.includes(reason))
