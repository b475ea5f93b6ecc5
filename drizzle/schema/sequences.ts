import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { createdAt, id, moment, oneOf, updatedAt } from './columns'
import { personas } from './contacts'
import {
  NEXT_ACTION_TYPES,
  NEXT_KINDS,
  SEQUENCE_STATUSES,
  STEP_TYPES,
  TEMPLATE_TYPES,
  WAIT_UNITS,
} from './enums'
import { mailAccounts } from './mailboxes'

export const templates = pgTable(
  'templates',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    subject: text('subject').notNull(),
    templateType: text('template_type', { enum: TEMPLATE_TYPES }).notNull().default('html'),
    htmlBody: text('html_body').notNull().default(''),
    plainTextBody: text('plain_text_body'),
    builderJson: jsonb('builder_json'),
    /** False for an email that was written in a step: only that step offers it. */
    shared: boolean('shared').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    oneOf('templates_type_check', t.templateType, TEMPLATE_TYPES),
    index('templates_user_idx').on(t.userId, t.createdAt.desc().nullsFirst(), t.id),
  ],
)

/** What a user is writing in a step's email and has not saved yet. */
export const emailDrafts = pgTable(
  'email_drafts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sequenceId: uuid('sequence_id')
      .notNull()
      .references(() => sequences.id, { onDelete: 'cascade' }),
    /** The step and its variant, and the template that is edited. */
    place: text('place').notNull(),
    name: text('name').notNull(),
    subject: text('subject').notNull(),
    htmlBody: text('html_body').notNull(),
    plainTextBody: text('plain_text_body').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.sequenceId, t.place] }),
    index('email_drafts_sequence_idx').on(t.sequenceId),
  ],
)

export const sequences = pgTable(
  'sequences',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    description: text('description'),
    timezone: text('timezone').notNull().default('UTC'),
    skipWeekends: boolean('skip_weekends').notNull().default(false),
    /** ISO weekdays, 1 is Monday; null for every day. */
    sendDays: integer('send_days').array(),
    /** `HH:MM` in its time zone; null for the whole day. */
    latestSendTime: text('latest_send_time'),
    /** The country whose public holidays have no emails, ISO 3166-1 alpha-2. */
    holidays: text('holidays'),
    /** Further days without emails, `YYYY-MM-DD`. */
    holidayDates: text('holiday_dates').array().notNull().default(sql`'{}'::text[]`),
    /** Whether a contact's own time zone replaces the sequence's, where it is known. */
    useContactTimezone: boolean('use_contact_timezone').notNull().default(false),
    personaId: uuid('persona_id').references(() => personas.id, { onDelete: 'set null' }),
    senderAccountId: uuid('sender_account_id').references(() => mailAccounts.id, { onDelete: 'set null' }),
    sendAsEmail: text('send_as_email'),
    /** Mailboxes that share the sending; if empty, the sender account, else the user's default. */
    mailboxIds: uuid('mailbox_ids').array().notNull().default(sql`'{}'::uuid[]`),
    /** Whether a contact is written to from a mailbox of the company that serves its domain, if there is one. */
    preferSameProvider: boolean('prefer_same_provider').notNull().default(false),
    trackingEnabled: boolean('tracking_enabled').notNull().default(true),
    contactLimit: integer('contact_limit'),
    /** At most this many emails to one contact in 7 days, over all sequences; null for the account's limit. */
    maxEmailsPerContactPerWeek: integer('max_emails_per_contact_per_week'),
    startDate: moment('start_date'),
    activatedAt: moment('activated_at'),
    totalContacts: integer('total_contacts').notNull().default(0),
    status: text('status', { enum: SEQUENCE_STATUSES }).notNull().default('draft'),
    /** Counts edits that move due times, so that a replan knows which enrollments are left. */
    planVersion: integer('plan_version').notNull().default(0),
    /** The last plan version that moved due times of enrollments on an earlier version, too: edits do not. */
    keptPlanVersion: integer('kept_plan_version').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    oneOf('sequences_status_check', t.status, SEQUENCE_STATUSES),
    check('sequences_limit_check', sql`${t.contactLimit} is null or ${t.contactLimit} >= 1`),
    check(
      'sequences_pressure_check',
      sql`${t.maxEmailsPerContactPerWeek} is null or ${t.maxEmailsPerContactPerWeek} between 1 and 100`,
    ),
    index('sequences_user_idx').on(t.userId, t.createdAt.desc().nullsFirst(), t.id),
    index('sequences_running_idx').on(t.id).where(sql`status = 'running'`),
  ],
)

export const steps = pgTable(
  'steps',
  {
    id: id(),
    sequenceId: uuid('sequence_id')
      .notNull()
      .references(() => sequences.id, { onDelete: 'cascade' }),
    stepType: text('step_type', { enum: STEP_TYPES }).notNull().default('send_email'),
    name: text('name').notNull(),
    order: integer('order').notNull(),
    delayDays: integer('delay_days').notNull().default(0),
    sendHour: integer('send_hour').notNull().default(9),
    sendMinute: integer('send_minute').notNull().default(0),
    reactionWindowHours: integer('reaction_window_hours').notNull().default(48),
    reactionWindowMinutes: integer('reaction_window_minutes').notNull().default(0),
    templateId: uuid('template_id').references(() => templates.id, { onDelete: 'set null' }),
    skipWeekends: boolean('skip_weekends').notNull().default(false),
    sameThread: boolean('same_thread').notNull().default(false),
    /** Only a branch or a next action leads to it; other steps form the main line. */
    branchOnly: boolean('branch_only').notNull().default(false),
    notOpenedNext: text('not_opened_next', { enum: NEXT_KINDS }).notNull().default('default'),
    notOpenedStepId: uuid('not_opened_step_id').references((): AnyPgColumn => steps.id, {
      onDelete: 'set null',
    }),
    notOpenedWaitDays: integer('not_opened_wait_days').notNull().default(0),
    openedNoReplyNext: text('opened_no_reply_next', { enum: NEXT_KINDS }).notNull().default('default'),
    openedNoReplyStepId: uuid('opened_no_reply_step_id').references((): AnyPgColumn => steps.id, {
      onDelete: 'set null',
    }),
    openedNoReplyWaitDays: integer('opened_no_reply_wait_days').notNull().default(0),
    repliedNext: text('replied_next', { enum: NEXT_KINDS }).notNull().default('default'),
    repliedStepId: uuid('replied_step_id').references((): AnyPgColumn => steps.id, { onDelete: 'set null' }),
    repliedWaitDays: integer('replied_wait_days').notNull().default(0),
    waitValue: integer('wait_value'),
    waitUnit: text('wait_unit', { enum: WAIT_UNITS }),
    /** Null: the default. */
    nextActionType: text('next_action_type', { enum: NEXT_ACTION_TYPES }),
    nextActionStepId: uuid('next_action_step_id').references((): AnyPgColumn => steps.id, {
      onDelete: 'set null',
    }),
    personaId: uuid('persona_id').references(() => personas.id, { onDelete: 'set null' }),
    /** Set on a deleted step that sends or enrollments still reference. */
    archivedAt: moment('archived_at'),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('steps_type_check', t.stepType, STEP_TYPES),
    oneOf('steps_not_opened_next_check', t.notOpenedNext, NEXT_KINDS),
    oneOf('steps_opened_no_reply_next_check', t.openedNoReplyNext, NEXT_KINDS),
    oneOf('steps_replied_next_check', t.repliedNext, NEXT_KINDS),
    oneOf('steps_wait_unit_check', t.waitUnit, WAIT_UNITS),
    oneOf('steps_next_action_type_check', t.nextActionType, NEXT_ACTION_TYPES),
    check('steps_send_time_check', sql`${t.sendHour} between 0 and 23 and ${t.sendMinute} between 0 and 59`),
    check('steps_delay_check', sql`${t.delayDays} >= 0`),
    check(
      'steps_window_check',
      sql`${t.reactionWindowHours} >= 0 and ${t.reactionWindowMinutes} between 0 and 59`,
    ),
    check(
      'steps_wait_days_check',
      sql`${t.notOpenedWaitDays} >= 0 and ${t.openedNoReplyWaitDays} >= 0 and ${t.repliedWaitDays} >= 0`,
    ),
    index('steps_sequence_idx').on(t.sequenceId, t.order),
    index('steps_template_idx').on(t.templateId),
    index('steps_persona_idx').on(t.personaId),
  ],
)

/**
 * The variants of a Send Email step (A/B test), in order. Without rows the step has a single one: its template with weight 1. With rows,
 * the step's `template_id` is that of the first active variant.
 */
export const stepVariants = pgTable(
  'step_variants',
  {
    stepId: uuid('step_id')
      .notNull()
      .references(() => steps.id, { onDelete: 'cascade' }),
    place: smallint('place').notNull(),
    templateId: uuid('template_id').references(() => templates.id, { onDelete: 'set null' }),
    weight: smallint('weight').notNull().default(1),
    active: boolean('active').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.stepId, t.place] }),
    check('step_variants_place_check', sql`${t.place} between 1 and 5`),
    check('step_variants_weight_check', sql`${t.weight} between 1 and 100`),
    index('step_variants_template_idx').on(t.templateId),
  ],
)

/** Lists whose contacts are enrolled automatically. */
export const sequencePersonas = pgTable(
  'sequence_personas',
  {
    sequenceId: uuid('sequence_id')
      .notNull()
      .references(() => sequences.id, { onDelete: 'cascade' }),
    personaId: uuid('persona_id')
      .notNull()
      .references(() => personas.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.sequenceId, t.personaId] }),
    index('sequence_personas_persona_idx').on(t.personaId),
  ],
)

/**
 * Counters of the report, by step and for the whole sequence; maintained by triggers. Each is spread over slots, each shared by some
 * connections, so that batches recorded at the same moment do not block each other: only the sum matters.
 */
export const sequenceStats = pgTable(
  'sequence_stats',
  {
    sequenceId: uuid('sequence_id')
      .notNull()
      .references(() => sequences.id, { onDelete: 'cascade' }),
    /** The nil uuid stands for the whole sequence. */
    stepId: uuid('step_id').notNull(),
    slot: smallint('slot').notNull().default(0),
    sent: integer('sent').notNull().default(0),
    opened: integer('opened').notNull().default(0),
    replied: integer('replied').notNull().default(0),
    bounced: integer('bounced').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    /** Active enrollments whose next action is a send; only on the whole sequence's row. */
    pending: integer('pending').notNull().default(0),
    active: integer('active').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.sequenceId, t.stepId, t.slot] })],
)

/**
 * The outcomes of each template of a step, maintained by a trigger of the log in the same slots. The ids have no foreign keys, because
 * the trigger must not wait for the deletion of a step or template.
 */
export const variantStats = pgTable(
  'variant_stats',
  {
    sequenceId: uuid('sequence_id')
      .notNull()
      .references(() => sequences.id, { onDelete: 'cascade' }),
    stepId: uuid('step_id').notNull(),
    templateId: uuid('template_id').notNull(),
    slot: smallint('slot').notNull().default(0),
    sent: integer('sent').notNull().default(0),
    opened: integer('opened').notNull().default(0),
    replied: integer('replied').notNull().default(0),
    bounced: integer('bounced').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.sequenceId, t.stepId, t.templateId, t.slot] })],
)
