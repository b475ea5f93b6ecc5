import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { changedAt, createdAt, id, lower, moment, oneOf, updatedAt } from './columns'
import { contacts } from './contacts'
import { sequenceContacts } from './enrollments'
import { ANSWER_KINDS, CONVERSATION_STATES, LABEL_SOURCES } from './enums'
import { mailAccounts } from './mailboxes'
import { sequences } from './sequences'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * The exchange between one contact and one mailbox: the emails of an enrollment with the replies to them, or an email that the user
 * wrote to a contact. Deleting the contact deletes it with everything that was received in it.
 */
export const conversations = pgTable(
  'conversations',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    contactId: uuid('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    /** The mailbox that the contact wrote to last: answers leave from it. */
    mailAccountId: uuid('mail_account_id').references(() => mailAccounts.id, { onDelete: 'set null' }),
    sequenceId: uuid('sequence_id').references(() => sequences.id, { onDelete: 'set null' }),
    /** The enrollment whose emails belong to it; null for a conversation that the user began. */
    sequenceContactId: uuid('sequence_contact_id').references(() => sequenceContacts.id, {
      onDelete: 'set null',
    }),
    subject: text('subject').notNull().default(''),
    /** The first words of the newest message. */
    snippet: text('snippet').notNull().default(''),
    unread: boolean('unread').notNull().default(false),
    state: text('state', { enum: CONVERSATION_STATES }).notNull().default('open'),
    /** When it is opened again, in mail time; null unless snoozed. */
    snoozedUntil: moment('snoozed_until'),
    /** The name of a label, built in or the user's own. */
    label: text('label'),
    /** Who chose the label: one that the user chose, or removed, is never replaced. */
    labelSource: text('label_source', { enum: LABEL_SOURCES }),
    /** A date or an address that the newest reply names: when to write again, or to whom. */
    proposedDate: text('proposed_date'),
    proposedEmail: text('proposed_email'),
    lastMessageAt: moment('last_message_at').notNull(),
    /** When its received texts were removed for their age, in mail time (app/models/retention). */
    textsRemovedAt: moment('texts_removed_at'),
    /** The words of its addresses, subjects and texts. */
    search: tsvector('search').notNull().default(sql`''::tsvector`),
    createdAt: createdAt(),
    updatedAt: changedAt(),
  },
  (t) => [
    oneOf('conversations_state_check', t.state, CONVERSATION_STATES),
    oneOf('conversations_label_source_check', t.labelSource, LABEL_SOURCES),
    uniqueIndex('conversations_enrollment_key').on(t.sequenceContactId),
    // Read backwards: newest first.
    index('conversations_user_idx').on(t.userId, t.lastMessageAt, t.id),
    index('conversations_state_idx').on(t.userId, t.state, t.lastMessageAt, t.id),
    // The other filters are checked in the index: few of the unread conversations may pass them.
    index('conversations_unread_idx')
      .on(t.userId, t.lastMessageAt, t.id, t.label, t.mailAccountId, t.sequenceId, t.state)
      .where(sql`unread`),
    index('conversations_label_idx')
      .on(t.userId, t.label, t.lastMessageAt, t.id)
      .where(sql`label is not null`),
    index('conversations_mailbox_idx').on(t.mailAccountId, t.lastMessageAt, t.id),
    index('conversations_sequence_idx').on(t.sequenceId, t.lastMessageAt, t.id),
    // The positive replies of a report.
    index('conversations_sequence_label_idx').on(t.sequenceId, t.label).where(sql`label is not null`),
    index('conversations_contact_idx').on(t.contactId),
    index('conversations_snoozed_idx').on(t.snoozedUntil).where(sql`state = 'snoozed'`),
    index('conversations_search_idx').using('gin', t.search),
    // Finished conversations that still have texts: the oldest are removed first.
    index('conversations_texts_idx')
      .on(t.lastMessageAt, t.id)
      .where(sql`state = 'done' and (texts_removed_at is null or texts_removed_at < last_message_at)`),
  ],
)

/** What the user has written but not sent: at most one answer per conversation. */
export const drafts = pgTable('drafts', {
  conversationId: uuid('conversation_id')
    .primaryKey()
    .references(() => conversations.id, { onDelete: 'cascade' }),
  /** Plain text, or null if the draft is HTML. */
  text: text('text'),
  html: text('html'),
  /** The recipients as they were typed; null for those that an answer has by default. */
  recipients: jsonb('recipients').$type<{ to: string[]; cc: string[]; bcc: string[] }>(),
  /** Whether the last message is quoted; null if nothing was chosen. */
  quote: boolean('quote'),
  updatedAt: updatedAt(),
})

/** The user's own labels, beside the built-in ones (app/models/inbox/labels.ts). */
export const conversationLabels = pgTable(
  'conversation_labels',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Whether conversations with it count as positive replies. */
    positive: boolean('positive').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.name] }),
    uniqueIndex('conversation_labels_name_key').on(t.userId, lower(t.name)),
  ],
)

/** Texts that the user inserts into answers. */
export const savedReplies = pgTable(
  'saved_replies',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('saved_replies_name_key').on(t.userId, lower(t.name))],
)

/** The user's choices for the inbox. Without a row, each of them is off. */
export const inboxSettings = pgTable(
  'inbox_settings',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Whether replies that the rules do not label are sent to the configured AI service. */
    aiLabels: boolean('ai_labels').notNull().default(false),
    /** When the next digest is due, in mail time; null if the digest is off. */
    digestAt: moment('digest_at'),
    /** The last local day whose digest was started, `YYYY-MM-DD`: no day has a second one. */
    digestDay: text('digest_day'),
  },
  (t) => [index('inbox_settings_digest_idx').on(t.digestAt).where(sql`digest_at is not null`)],
)

/** What the user said about the messages of a sender: later ones follow it. */
export const senderKinds = pgTable(
  'sender_kinds',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In lower case. */
    address: text('address').notNull(),
    kind: text('kind', { enum: ANSWER_KINDS }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.address] }),
    oneOf('sender_kinds_kind_check', t.kind, ANSWER_KINDS),
  ],
)

/** Texts that read as automatic, as keyed hashes of the text and its domain: the same text again is evidence. The newest of each user. */
export const automaticTexts = pgTable(
  'automatic_texts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.hash] }),
    index('automatic_texts_seen_idx').on(t.userId, t.seenAt),
  ],
)

/**
 * Messages from the domain of a contact that refer to no email of ours: shown beside the conversation, and counted only once the user
 * adds them to it. A dismissed one stays as a row without content, so that it does not come back.
 */
export const relatedMessages = pgTable(
  'related_messages',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    mailAccountId: uuid('mail_account_id')
      .notNull()
      .references(() => mailAccounts.id, { onDelete: 'cascade' }),
    providerId: text('provider_id').notNull(),
    /** The message as the sync found it (`ReceivedMessage` of app/models/inbound); null once dismissed. */
    received: jsonb('received'),
    receivedAt: moment('received_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('related_messages_once_key').on(t.mailAccountId, t.providerId),
    index('related_messages_conversation_idx').on(t.conversationId, t.receivedAt, t.id),
    index('related_messages_user_idx').on(t.userId),
  ],
)
