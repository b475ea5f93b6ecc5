/** Every stored enumeration (specification document 2, section 4.1, and design sections 2 and 3). */
export const STEP_TYPES = ['send_email', 'wait', 'add_to_persona'] as const
export const REACTIONS = ['not_opened', 'opened_no_reply', 'replied'] as const
export const TRACKING_EVENT_TYPES = ['open', 'reply', 'bounce', 'complaint', 'unsubscribe'] as const
export const JOB_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const
export const JOB_TYPES = [
  'contact_import',
  'lead_import',
  'export',
  'enrollment',
  'import_undo',
  'contact_change',
  'contact_change_undo',
  'contact_export',
  'mail_server_check',
  'mailbox_import',
] as const
export const CAMPAIGN_STATUSES = [
  'draft',
  'scheduled',
  'running',
  'published',
  'completed',
  'paused',
] as const
/** The campaign statuses that a sequence can have: the ones the engine knows. */
export const SEQUENCE_STATUSES = [
  'draft',
  'running',
  'paused',
] as const satisfies readonly (typeof CAMPAIGN_STATUSES)[number][]
export const INTEGRATION_STATUSES = ['connected', 'disconnected', 'error'] as const
export const INTEGRATION_TYPES = ['google_workspace'] as const
export const READ_FOLDERS = ['usual', 'all', 'named'] as const
export const MAIL_ACCOUNT_STATUSES = ['connected', 'disconnected', 'error', 'token_expired'] as const
export const MAIL_PROVIDERS = ['gmail', 'microsoft', 'smtp'] as const
/** What became of a mailbox of a file. */
export const MAILBOX_OUTCOMES = ['added', 'failed'] as const
/** Who runs the servers of a domain or a mailbox, as far as it matters. */
export const MAIL_SERVICES = ['google', 'microsoft', 'other'] as const
export const ALIAS_VERIFICATIONS = ['accepted', 'pending'] as const
export const TEMPLATE_TYPES = ['html', 'builder'] as const
export const WORKFLOW_STATUSES = ['draft', 'active', 'paused', 'completed'] as const
export const WORKFLOW_START_STRATEGIES = ['immediately', 'scheduled'] as const
export const WORKFLOW_FREQUENCIES = ['once', 'days', 'weeks', 'months'] as const
export const WORKFLOW_STEP_TYPES = ['add_to_email_list'] as const
export const WORKFLOW_RUN_STATUSES = ['pending', 'running', 'completed', 'failed'] as const
export const NOTIFICATION_TYPES = ['quota_exceeded', 'system'] as const
export const KEY_SCOPES = ['read', 'write'] as const
export const SECURITY_EVENT_KINDS = [
  'key_created',
  'key_revoked',
  'key_refused',
  'webhook_created',
  'mailbox_connected',
  'operator_created_account',
  'operator_reset_password',
] as const
/** Those of which the owner gets an email. */
export const NOTICED_EVENT_KINDS = ['key_created', 'webhook_created', 'mailbox_connected'] as const
/** What webhooks tell about. `webhook.test` goes only to the endpoint that the user tests. */
export const WEBHOOK_EVENT_TYPES = [
  'email.sent',
  'email.opened',
  'email.replied',
  'email.bounced',
  'email.complained',
  'email.unsubscribed',
  'email.failed',
  'email.uncertain',
  'email.held',
  'contact.created',
  'contact.updated',
  'contact.suppressed',
  'enrollment.started',
  'enrollment.ended',
  'conversation.labelled',
  'mailbox.paused',
  'mailbox.expired',
  'import.finished',
  'workflow.run_finished',
  'webhook.test',
] as const
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
/** Why Coldframe switched a webhook off: it failed for days, or its server responded with 410. */
export const WEBHOOK_OFF_REASONS = ['failing', 'gone', 'key_ended'] as const
export const WAIT_UNITS = ['hours', 'days'] as const
export const NEXT_KINDS = ['default', 'end', 'step'] as const
export const NEXT_ACTION_TYPES = ['end', 'send_email', 'add_to_persona'] as const
export const ENROLLMENT_STATUSES = ['active', 'completed', 'stopped'] as const
export const ENROLLMENT_ACTIONS = ['send', 'decide', 'wait', 'add_to_list'] as const
/** Why emails of sequences to a contact wait until the user decides. */
export const CONTACT_HOLDS = [
  /** A report about the contact names no email of ours. */
  'report_unproven',
  /** A message of the contact may be forged. */
  'sender_unproven',
] as const
/** Why an active enrollment waits for something other than its date (HoldReason in app/engine/types.ts). */
export const HOLD_REASONS = [
  'not_activated',
  'paused',
  'paused_by_user',
  'no_steps',
  'no_mailbox',
  'mailbox_not_connected',
  'inbox_not_fresh',
  'missing_variable',
  'missing_template',
  'uncertain_send',
  'links_unreachable',
  'sequence_full',
  'replied_elsewhere',
  'out_of_office',
  'quota',
  'retry',
  'contact_pressure',
  'in_other_sequence',
  'company_replied',
  'address_unreachable',
  ...CONTACT_HOLDS,
  'opt_out_asked',
  'calendar',
] as const
/** Holds that end without the user, at their time or once a server works again: what operators count as deferred. */
export const DEFERRED_HOLDS = [
  ...(['retry', 'quota', 'mailbox_not_connected', 'inbox_not_fresh', 'links_unreachable'] as const),
  'uncertain_send',
] as const satisfies readonly (typeof HOLD_REASONS)[number][]
/** What a mailbox cannot do during an outage, and why. */
export const OUTAGE_DIRECTIONS = ['send', 'read'] as const
export const OUTAGE_KINDS = ['unreachable', 'tls', 'login'] as const
/** Why an enrollment has ended (EndReason in app/engine/types.ts). */
export const END_REASONS = [
  'finished',
  'replied',
  'loop_limit',
  'not_open_limit',
  'unsubscribed',
  'suppressed',
  'hard_bounce',
  'complaint',
  'domain_suppressed',
  'send_failed',
  'replied_elsewhere',
  'company_replied',
  'contact_left',
  'stopped_by_user',
  'contact_deleted',
  'sequence_deleted',
] as const
export const SEND_STATES = [
  'scheduled',
  'claimed',
  'sending',
  'sent',
  'failed',
  'uncertain',
  'cancelled',
] as const
/** `open` until a send has an outcome, then its state. */
export const SEND_STAGES = ['open', 'sent', 'failed', 'uncertain', 'cancelled'] as const
export const LOG_STATUSES = ['not_open', 'open', 'reply'] as const
export const HIT_CLASSES = ['human', 'machine', 'unknown'] as const
/**
 * `own`: written by the mailbox's owner in another mail program, found in the Sent folder. `calendar`: an invitation, or the answer to
 * one. `reaction`: an emoji. `unproven`: perhaps forged, so it counts for nothing until the user has decided.
 */
export const INBOUND_KINDS = [
  'bounce',
  'complaint',
  'auto_reply',
  'reply',
  'own',
  'other',
  'calendar',
  'reaction',
  'unproven',
] as const
/** What a message of somebody is: written by a person, or sent automatically. */
export const ANSWER_KINDS = ['reply', 'auto_reply'] as const
/** Who decided that, if not the message itself: the user, what the user said of its sender, or what only the database knows. */
export const KIND_SOURCES = ['user', 'sender', 'evidence'] as const
/** Whether a message may ask for no more email: the user is asked, or has decided. */
export const OPT_OUT_STATES = ['asked', 'unsubscribed', 'kept'] as const
export const CONVERSATION_STATES = ['open', 'done', 'snoozed'] as const
export const LABEL_SOURCES = ['user', 'rules', 'ai'] as const
export const SUPPRESSION_REASONS = [
  'unsubscribed',
  'suppressed',
  'hard_bounce',
  'complaint',
  'domain',
  'erased',
] as const
/** What a value of a user's own field of contacts is. */
export const CONTACT_FIELD_TYPES = ['text', 'number', 'date', 'boolean', 'url', 'choice'] as const
export const SORT_ORDERS = ['asc', 'desc'] as const
