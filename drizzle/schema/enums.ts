/** Every stored enumeration (specification document 2, section 4.1, and design sections 2 and 3). */
export const STEP_TYPES = ['send_email', 'wait', 'add_to_persona'] as const
export const REACTIONS = ['not_opened', 'opened_no_reply', 'replied'] as const
export const TRACKING_EVENT_TYPES = ['open', 'reply', 'bounce', 'complaint', 'unsubscribe'] as const
export const JOB_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const
export const JOB_TYPES = ['contact_import', 'lead_import', 'export', 'enrollment', 'import_undo'] as const
export const CAMPAIGN_STATUSES = [
  'draft',
  'scheduled',
  'running',
  'published',
  'completed',
  'paused',
] as const
export const INTEGRATION_STATUSES = ['connected', 'disconnected', 'error'] as const
export const INTEGRATION_TYPES = ['google_workspace'] as const
export const MAIL_ACCOUNT_STATUSES = ['connected', 'disconnected', 'error', 'token_expired'] as const
export const MAIL_PROVIDERS = ['gmail', 'smtp'] as const
export const ALIAS_VERIFICATIONS = ['accepted', 'pending'] as const
export const TEMPLATE_TYPES = ['html', 'builder'] as const
export const WORKFLOW_STATUSES = ['draft', 'active', 'paused', 'completed'] as const
export const WORKFLOW_START_STRATEGIES = ['immediately', 'scheduled'] as const
export const WORKFLOW_FREQUENCIES = ['once', 'days', 'weeks', 'months'] as const
export const WORKFLOW_STEP_TYPES = ['add_to_email_list'] as const
export const WORKFLOW_RUN_STATUSES = ['pending', 'running', 'completed', 'failed'] as const
export const NOTIFICATION_TYPES = ['quota_exceeded', 'system'] as const
export const WAIT_UNITS = ['hours', 'days'] as const
export const NEXT_KINDS = ['default', 'end', 'step'] as const
export const NEXT_ACTION_TYPES = ['end', 'send_email', 'add_to_persona'] as const
export const ENROLLMENT_STATUSES = ['active', 'completed', 'stopped'] as const
export const ENROLLMENT_ACTIONS = ['send', 'decide', 'wait', 'add_to_list'] as const
export const SEND_STATES = [
  'scheduled',
  'claimed',
  'sending',
  'sent',
  'failed',
  'uncertain',
  'cancelled',
] as const
export const LOG_STATUSES = ['not_open', 'open', 'reply'] as const
export const HIT_CLASSES = ['human', 'machine', 'unknown'] as const
export const INBOUND_KINDS = ['bounce', 'complaint', 'auto_reply', 'reply', 'other'] as const
export const SUPPRESSION_REASONS = [
  'unsubscribed',
  'suppressed',
  'hard_bounce',
  'complaint',
  'domain',
  'erased',
] as const
