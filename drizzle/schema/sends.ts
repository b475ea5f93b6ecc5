import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { changedAt, createdAt, id, moment, oneOf } from './columns'
import { contacts } from './contacts'
import { sequenceContacts } from './enrollments'
import {
  HIT_CLASSES,
  INBOUND_KINDS,
  KIND_SOURCES,
  LOG_STATUSES,
  MAIL_PROVIDERS,
  OPT_OUT_STATES,
  SEND_STAGES,
  SEND_STATES,
  TRACKING_EVENT_TYPES,
} from './enums'
import { conversations } from './inbox'
import { mailAccounts } from './mailboxes'
import { sequences, steps, templates } from './sequences'

/** An email that the user wrote in a conversation, as it was written: undoing it makes it a draft again. */
export interface StoredAnswer {
  /** The first one of `to` is also `recipient_email`. */
  to: string[]
  cc: string[]
  bcc: string[]
  /** The keyed hashes of all of them: one that is suppressed before the email starts is found by these. */
  hashes: string[]
  /** Without signature and quote; one of them is null. */
  text: string | null
  html: string | null
  /** Whether it quotes the message that it answers. */
  quote: boolean
}

/** The outbox: every planned email, its content, and its outcome. */
export const emailSends = pgTable(
  'email_sends',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sequenceContactId: uuid('sequence_contact_id').references((): AnyPgColumn => sequenceContacts.id, {
      onDelete: 'set null',
    }),
    sequenceId: uuid('sequence_id').references(() => sequences.id, { onDelete: 'set null' }),
    stepId: uuid('step_id').references(() => steps.id, { onDelete: 'set null' }),
    contactId: uuid('contact_id').references(() => contacts.id, { onDelete: 'set null' }),
    templateId: uuid('template_id').references(() => templates.id, { onDelete: 'set null' }),
    /** No longer read. The previous version writes it and needs it, until every process has been replaced. */
    shard: smallint('shard').notNull().default(0),
    senderAccountId: uuid('sender_account_id').references(() => mailAccounts.id, { onDelete: 'set null' }),
    sendAsEmail: text('send_as_email'),
    visit: integer('visit').notNull().default(1),
    isTest: boolean('is_test').notNull().default(false),
    /** Written by the user in a conversation: no enrollment, no step, no template, no tracking. */
    isManual: boolean('is_manual').notNull().default(false),
    conversationId: uuid('conversation_id').references(() => conversations.id, { onDelete: 'set null' }),
    /** What the user wrote, and to whom. Null for emails of sequences; then `recipient_email` is the only recipient. */
    answer: jsonb('answer').$type<StoredAnswer>(),
    /** Names and addresses stay when the referenced row is deleted. */
    recipientEmail: text('recipient_email').notNull(),
    recipientName: text('recipient_name').notNull().default(''),
    senderEmail: text('sender_email').notNull(),
    sequenceName: text('sequence_name'),
    stepName: text('step_name'),
    subject: text('subject').notNull().default(''),
    /** Empty if the email is in `email_texts`; `readTexts` knows both kinds. */
    htmlBody: text('html_body').notNull().default(''),
    plainTextBody: text('plain_text_body').notNull().default(''),
    state: text('state', { enum: SEND_STATES }).notNull().default('scheduled'),
    /**
     * The state for the indexes, maintained by a trigger: `open` until there is an outcome, then the state. Claiming and starting a send
     * leaves it unchanged and so writes no index (docs/decisions/0026).
     */
    stage: text('stage', { enum: SEND_STAGES }).notNull().default('open'),
    tracked: boolean('tracked').notNull().default(true),
    trackingToken: text('tracking_token').notNull().unique(),
    unsubscribeToken: text('unsubscribe_token').notNull().unique(),
    /** Ours, until the provider returns the one that it used. */
    messageId: text('message_id'),
    /** The provider's name for it; null if that is the Message-ID. */
    providerId: text('provider_id'),
    providerThreadId: text('provider_thread_id'),
    plannedAt: moment('planned_at').notNull(),
    /** The slot in mail time; also the time of the next attempt. */
    scheduledFor: moment('scheduled_for').notNull(),
    /** The mailbox's local day that this send is counted in. */
    quotaDay: text('quota_day'),
    claimedBy: text('claimed_by'),
    /** By PostgreSQL's clock. */
    leaseEndsAt: moment('lease_ends_at'),
    attempts: integer('attempts').notNull().default(0),
    /** When `sending` was committed, in mail time. */
    startedAt: moment('started_at'),
    /** When its provider accepted it, in mail time. Stored before the outcome is recorded. */
    acceptedAt: moment('accepted_at'),
    /** When it was last looked for in the Sent folder, or decided on by the user, and how often it was looked for. */
    checkedAt: moment('checked_at'),
    checks: integer('checks').notNull().default(0),
    sentAt: moment('sent_at'),
    /** When it was first refused for reasons of policy or reputation, in mail time, by a server or in a report that names it. */
    policyRefusedAt: moment('policy_refused_at'),
    error: text('error'),
    errorCode: text('error_code'),
    /** When its text and files were removed for their age, in mail time (app/models/retention). */
    textRemovedAt: moment('text_removed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('email_sends_state_check', t.state, SEND_STATES),
    oneOf('email_sends_stage_check', t.stage, SEND_STAGES),
    check('email_sends_sent_check', sql`${t.state} <> 'sent' or ${t.sentAt} is not null`),
    uniqueIndex('email_sends_once_key').on(t.sequenceContactId, t.stepId, t.visit),
    index('email_sends_due_idx').on(t.senderAccountId, t.scheduledFor, t.id).where(sql`stage = 'open'`),
    index('email_sends_user_idx').on(t.userId, t.stage),
    index('email_sends_message_idx').on(t.messageId).where(sql`message_id is not null`),
    index('email_sends_thread_idx')
      .on(t.senderAccountId, t.providerThreadId)
      .where(sql`provider_thread_id is not null`),
    // The newest sends of a mailbox, from which its health is computed.
    index('email_sends_mailbox_idx').on(t.senderAccountId, t.scheduledFor.desc().nullsFirst()),
    index('email_sends_policy_idx')
      .on(t.senderAccountId, t.policyRefusedAt)
      .where(sql`policy_refused_at is not null`),
    index('email_sends_contact_idx').on(t.contactId),
    index('email_sends_sequence_idx').on(t.sequenceId),
    index('email_sends_step_idx').on(t.stepId),
    index('email_sends_template_idx').on(t.templateId),
    index('email_sends_conversation_idx').on(t.conversationId).where(sql`conversation_id is not null`),
    // Sent emails that still have their text: the oldest are removed first.
    index('email_sends_text_idx')
      .on(t.sentAt, t.id)
      .where(sql`sent_at is not null and text_removed_at is null`),
  ],
)

/** One narrow outcome row per email that went out or failed, test emails included: the sending log. */
export const emailLogs = pgTable(
  'email_logs',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    emailSendId: uuid('email_send_id')
      .unique()
      .references(() => emailSends.id, { onDelete: 'set null' }),
    sequenceId: uuid('sequence_id').references(() => sequences.id, { onDelete: 'set null' }),
    contactId: uuid('contact_id').references(() => contacts.id, { onDelete: 'set null' }),
    stepId: uuid('step_id').references(() => steps.id, { onDelete: 'set null' }),
    templateId: uuid('template_id').references(() => templates.id, { onDelete: 'set null' }),
    sequenceContactId: uuid('sequence_contact_id').references(() => sequenceContacts.id, {
      onDelete: 'set null',
    }),
    recipientEmail: text('recipient_email').notNull(),
    recipientName: text('recipient_name').notNull().default(''),
    senderEmail: text('sender_email').notNull(),
    sequenceName: text('sequence_name'),
    stepName: text('step_name'),
    subject: text('subject').notNull(),
    status: text('status', { enum: LOG_STATUSES }).notNull().default('not_open'),
    emailProvider: text('email_provider', { enum: MAIL_PROVIDERS }),
    messageId: text('message_id'),
    /** No longer written: the send has them. The previous version writes them, until every process has been replaced. */
    trackingToken: text('tracking_token'),
    unsubscribeToken: text('unsubscribe_token'),
    isTestEmail: boolean('is_test_email').notNull().default(false),
    sentAt: moment('sent_at'),
    openedAt: moment('opened_at'),
    repliedAt: moment('replied_at'),
    bouncedAt: moment('bounced_at'),
    failedAt: moment('failed_at'),
    /** The provider's message for a bounce or failure. */
    detail: text('detail'),
    createdAt: createdAt(),
    updatedAt: changedAt(),
  },
  (t) => [
    oneOf('email_logs_status_check', t.status, LOG_STATUSES),
    index('email_logs_user_idx').on(t.userId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('email_logs_status_idx').on(
      t.userId,
      t.status,
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('email_logs_sequence_idx').on(
      t.sequenceId,
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('email_logs_contact_idx').on(t.contactId, t.createdAt.desc().nullsFirst()),
    index('email_logs_updated_idx').on(t.userId, t.updatedAt),
    index('email_logs_enrollment_idx').on(t.sequenceContactId),
    // Failures are few, and operators count those of a day.
    index('email_logs_failed_idx').on(t.failedAt).where(sql`failed_at is not null`),
    // The contacts of a sequence who opened an email, or whose email bounced, as their screen filters and counts them.
    index('email_logs_opened_idx').on(t.sequenceId, t.sequenceContactId).where(sql`opened_at is not null`),
    index('email_logs_bounced_idx').on(t.sequenceId, t.sequenceContactId).where(sql`bounced_at is not null`),
  ],
)

/**
 * The events of a send. Append-only, and written thousands of times a second when a campaign is opened: ids have no foreign keys
 * (docs/decisions/0018), so a row outlives what it references.
 */
export const trackingEvents = pgTable(
  'tracking_events',
  {
    id: bigserial('id', { mode: 'number' }),
    emailSendId: uuid('email_send_id').notNull(),
    contactId: uuid('contact_id'),
    type: text('type', { enum: TRACKING_EVENT_TYPES }).notNull(),
    trackingToken: text('tracking_token'),
    /** For opens: the class of the hit, and the reason for it. */
    hitClass: text('hit_class', { enum: HIT_CLASSES }),
    hitReason: text('hit_reason'),
    userAgent: text('user_agent'),
    ipAddress: text('ip_address'),
    rawPayload: jsonb('raw_payload'),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('tracking_events_type_check', t.type, TRACKING_EVENT_TYPES),
    oneOf('tracking_events_class_check', t.hitClass, HIT_CLASSES),
    // The only index: events are always read per send, in order.
    primaryKey({ columns: [t.emailSendId, t.id] }),
  ],
)

/** An address of a header. */
interface NamedAddress {
  name: string
  address: string
}

/** A file of a received message: `part` tells the provider which one. */
export interface ReceivedFile {
  part: string
  name: string
  type: string
  /** In bytes, as far as the server says. */
  size: number
  /** The Content-ID by which the HTML shows it, without brackets. */
  cid?: string
}

/** What was read in a message beside its kind; see `Inbound`. */
export interface MessageSigns {
  calendar?: 'invitation' | 'accepted' | 'declined' | 'tentative' | 'counter' | 'cancelled'
  reaction?: string
  isUnreadable?: true
  hasLeft?: true
  successor?: string
}

/** Every relevant message found in a mailbox; each is processed once. */
export const inboundMessages = pgTable(
  'inbound_messages',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mailAccountId: uuid('mail_account_id').references(() => mailAccounts.id, { onDelete: 'set null' }),
    providerId: text('provider_id').notNull(),
    kind: text('kind', { enum: INBOUND_KINDS }).notNull(),
    /** What an unproven message claims to be; null for every other kind. */
    claims: text('claims', { enum: INBOUND_KINDS }),
    /** Who decided on the kind; null if the message itself says it. */
    kindBy: text('kind_by', { enum: KIND_SOURCES }),
    optOut: text('opt_out', { enum: OPT_OUT_STATES }),
    signs: jsonb('signs').$type<MessageSigns>().notNull().default({}),
    emailSendId: uuid('email_send_id').references(() => emailSends.id, { onDelete: 'set null' }),
    contactId: uuid('contact_id').references(() => contacts.id, { onDelete: 'set null' }),
    conversationId: uuid('conversation_id').references(() => conversations.id, { onDelete: 'cascade' }),
    messageId: text('message_id'),
    providerThreadId: text('provider_thread_id'),
    fromEmail: text('from_email').notNull().default(''),
    fromName: text('from_name').notNull().default(''),
    /** The addresses of To; of messages that were received before `cc` was stored, those of Cc too. */
    recipients: jsonb('recipients').$type<NamedAddress[]>().notNull().default([]),
    cc: jsonb('cc').$type<NamedAddress[]>().notNull().default([]),
    /** Where the sender wants answers to go; empty for the sender's own address. */
    replyTo: jsonb('reply_to').$type<NamedAddress[]>().notNull().default([]),
    subject: text('subject').notNull().default(''),
    /** The sender's own words, without quotes. */
    text: text('text').notNull().default(''),
    /** The whole text, if it has more than the own words. */
    body: text('body'),
    /** As received: sanitized before it is shown. */
    html: text('html'),
    /** The attached files, which stay in the mailbox. */
    files: jsonb('files').$type<ReceivedFile[]>().notNull().default([]),
    status: text('status'),
    reason: text('reason'),
    hard: boolean('hard'),
    receivedAt: moment('received_at').notNull(),
    /** When its text was removed for its age, in mail time (app/models/retention). */
    textRemovedAt: moment('text_removed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('inbound_messages_kind_check', t.kind, INBOUND_KINDS),
    oneOf('inbound_messages_kind_by_check', t.kindBy, KIND_SOURCES),
    oneOf('inbound_messages_opt_out_check', t.optOut, OPT_OUT_STATES),
    uniqueIndex('inbound_messages_once_key').on(t.mailAccountId, t.providerId),
    index('inbound_messages_send_idx').on(t.emailSendId),
    index('inbound_messages_contact_idx').on(t.contactId, t.receivedAt),
    index('inbound_messages_asked_idx').on(t.contactId).where(sql`opt_out = 'asked'`),
    index('inbound_messages_conversation_idx')
      .on(t.conversationId, t.receivedAt)
      .where(sql`conversation_id is not null`),
    index('inbound_messages_id_idx').on(t.messageId).where(sql`message_id is not null`),
  ],
)

/**
 * What a received message changed in enrollments, so that the user can say that it was something else (docs/decisions/0100). States are
 * `EnrollmentState` of app/engine/types.ts.
 */
export const messageEffects = pgTable(
  'message_effects',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => inboundMessages.id, { onDelete: 'cascade' }),
    sequenceContactId: uuid('sequence_contact_id')
      .notNull()
      .references(() => sequenceContacts.id, { onDelete: 'cascade' }),
    /** The type of the decision. */
    type: text('type').notNull(),
    before: jsonb('before').notNull(),
    after: jsonb('after').notNull(),
    /** Mail time. */
    at: moment('at').notNull(),
  },
  (t) => [
    index('message_effects_message_idx').on(t.messageId, t.id),
    index('message_effects_enrollment_idx').on(t.sequenceContactId),
  ],
)

/** Each decision with its rule and inputs. Append-only. */
export const decisions = pgTable(
  'decisions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sequenceContactId: uuid('sequence_contact_id').references(() => sequenceContacts.id, {
      onDelete: 'cascade',
    }),
    /** Of a decision that is not about an enrollment. Older ones have both. */
    contactId: uuid('contact_id').references(() => contacts.id, { onDelete: 'set null' }),
    type: text('type').notNull(),
    rule: text('rule').notNull(),
    inputs: jsonb('inputs').notNull(),
    /** Mail time. */
    at: moment('at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('decisions_enrollment_idx').on(t.sequenceContactId, t.id.desc().nullsFirst()),
    index('decisions_contact_idx')
      .on(t.contactId, t.id.desc().nullsFirst())
      .where(sql`contact_id is not null`),
  ],
)
