import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { id, moment, oneOf } from './columns'
import { contacts } from './contacts'
import {
  DEFERRED_HOLDS,
  END_REASONS,
  ENROLLMENT_ACTIONS,
  ENROLLMENT_STATUSES,
  HOLD_REASONS,
  MAIL_SERVICES,
  REACTIONS,
} from './enums'
import { mailAccounts } from './mailboxes'
import { sequences, steps } from './sequences'
import { sequenceVersions } from './versions'

/** Enrollments: one contact in one sequence, once ever. */
export const sequenceContacts = pgTable(
  'sequence_contacts',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sequenceId: uuid('sequence_id')
      .notNull()
      .references(() => sequences.id, { onDelete: 'cascade' }),
    contactId: uuid('contact_id').references(() => contacts.id, { onDelete: 'set null' }),
    /** Keyed hash of the address: "once ever" outlives the contact. */
    addressHash: text('address_hash').notNull(),
    mailboxId: uuid('mailbox_id').references(() => mailAccounts.id, { onDelete: 'set null' }),
    /** The company that runs the mailbox and serves the contact's domain, if the mailbox was chosen for that. */
    matchedProvider: text('matched_provider', { enum: MAIL_SERVICES }),
    status: text('status', { enum: ENROLLMENT_STATUSES }).notNull().default('active'),
    endReason: text('end_reason', { enum: END_REASONS }),
    currentStepId: uuid('current_step_id').references(() => steps.id, { onDelete: 'set null' }),
    nextAction: text('next_action', { enum: ENROLLMENT_ACTIONS }),
    nextActionAt: moment('next_action_at'),
    /** The date of the next action, kept while the row is held. */
    slotAt: moment('slot_at'),
    /** The moment that led to the action, and its planned time before spacing. */
    momentAt: moment('moment_at'),
    plannedAt: moment('planned_at'),
    fromStepId: uuid('from_step_id').references(() => steps.id, { onDelete: 'set null' }),
    fromReaction: text('from_reaction', { enum: REACTIONS }),
    /** The first human reply. */
    repliedAt: moment('replied_at'),
    holdReason: text('hold_reason', { enum: HOLD_REASONS }),
    heldUntil: moment('held_until'),
    /** How often each step ran: {stepId: n}. */
    visits: jsonb('visits').$type<Record<string, number>>().notNull().default({}),
    /** The version of the sequence that it stays on; null if it follows the current one. */
    versionId: uuid('version_id').references(() => sequenceVersions.id, { onDelete: 'restrict' }),
    /** The plan version that it was planned with; negative if it has to be planned again in any case. */
    planVersion: integer('plan_version').notNull().default(0),
    enrolledAt: moment('enrolled_at').notNull(),
    /** The order of contacts enrolled at the same moment. */
    place: bigint('place', { mode: 'number' }).generatedAlwaysAsIdentity(),
    completedAt: moment('completed_at'),
    /** When decisions about it were first removed for their age, in mail time (app/models/retention). */
    historyRemovedAt: moment('history_removed_at'),
  },
  (t) => [
    oneOf('sequence_contacts_status_check', t.status, ENROLLMENT_STATUSES),
    oneOf('sequence_contacts_matched_check', t.matchedProvider, MAIL_SERVICES),
    oneOf('sequence_contacts_action_check', t.nextAction, ENROLLMENT_ACTIONS),
    oneOf('sequence_contacts_hold_check', t.holdReason, HOLD_REASONS),
    oneOf('sequence_contacts_end_check', t.endReason, END_REASONS),
    check(
      'sequence_contacts_never_stuck_check',
      sql`${t.status} <> 'active' or ${t.nextActionAt} is not null or ${t.holdReason} is not null`,
    ),
    // The contact comes first, because all enrollments of a contact are looked up with it too.
    uniqueIndex('sequence_contacts_contact_key').on(t.contactId, t.sequenceId),
    uniqueIndex('sequence_contacts_address_key').on(t.sequenceId, t.addressHash),
    oneOf('sequence_contacts_reaction_check', t.fromReaction, REACTIONS),
    index('sequence_contacts_due_idx').on(t.nextActionAt).where(sql`status = 'active'`),
    index('sequence_contacts_sequence_idx').on(t.sequenceId, t.status, t.enrolledAt, t.id),
    // Held enrollments, as their screen lists them.
    index('sequence_contacts_waiting_idx')
      .on(t.sequenceId, t.enrolledAt, t.id)
      .where(sql`status = 'active' and hold_reason is not null`),
    // The deferred ones, as operators count them.
    index('sequence_contacts_deferred_idx')
      .on(t.holdReason)
      .where(
        sql.raw(
          `status = 'active' and hold_reason in (${DEFERRED_HOLDS.map((one) => `'${one}'`).join(', ')})`,
        ),
      ),
    index('sequence_contacts_replied_idx')
      .on(t.sequenceId, t.enrolledAt, t.id)
      .where(sql`replied_at is not null`),
    index('sequence_contacts_version_idx').on(t.versionId).where(sql`version_id is not null`),
    // What is due of one mailbox, and all that use it.
    index('sequence_contacts_mailbox_due_idx').on(t.mailboxId, t.nextActionAt).where(sql`status = 'active'`),
  ],
)
