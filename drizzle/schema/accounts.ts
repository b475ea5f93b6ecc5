import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { changedAt, createdAt, id, lower, moment, oneOf } from './columns'
import { NOTIFICATION_TYPES } from './enums'
import { mailAccounts } from './mailboxes'

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text('email').notNull(),
    /** Argon2id. */
    password: text('password').notNull(),
    fullName: text('full_name').notNull(),
    timezone: text('timezone').notNull().default('UTC'),
    /** Hash of the token that confirms the address; null once it is confirmed, or if it need not be. */
    confirmationHash: text('confirmation_hash').unique(),
    /** Sealed. */
    googleAccessToken: text('google_access_token'),
    defaultSenderAccountId: uuid('default_sender_account_id').references((): AnyPgColumn => mailAccounts.id, {
      onDelete: 'set null',
    }),
    defaultSendAsEmail: text('default_send_as_email'),
    /** Sealed. */
    apolloApiKey: text('apollo_api_key'),
    apolloApiKeyEnabled: boolean('apollo_api_key_enabled').notNull().default(true),
    /** What the table of companies shows; empty for the usual columns. */
    companyColumns: text('company_columns').array().notNull().default(sql`'{}'::text[]`),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('users_email_key').on(lower(t.email))],
)

export const sessions = pgTable(
  'sessions',
  {
    /** Hash of the cookie's token: a stolen table allows no login. */
    sid: text('sid').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sess: jsonb('sess').notNull().default({}),
    /** The idle timeout; extended with use, never beyond `absoluteExpire`. */
    expire: moment('expire').notNull(),
    absoluteExpire: moment('absolute_expire').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('sessions_user_idx').on(t.userId), index('sessions_expire_idx').on(t.expire)],
)

export const passwordResetTokens = pgTable(
  'password_reset_tokens',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    expiresAt: moment('expires_at').notNull(),
    used: boolean('used').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index('password_reset_tokens_user_idx').on(t.userId)],
)

/** Who may create an account while only invited people may. */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    email: text('email').notNull(),
    /** Hash of the link's token. */
    tokenHash: text('token_hash').notNull().unique(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    createdAt: createdAt(),
  },
  (t) => [index('invitations_email_idx').on(lower(t.email))],
)

/** Points spent per key and window, by PostgreSQL's clock: shared by all processes, and kept across restarts. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    windowEndsAt: moment('window_ends_at').notNull(),
  },
  (t) => [index('rate_limits_window_idx').on(t.windowEndsAt)],
)

/** A started OAuth flow: bound to the session that started it, used once. */
export const oauthFlows = pgTable('oauth_flows', {
  stateHash: text('state_hash').primaryKey(),
  sessionSid: text('session_sid')
    .notNull()
    .references(() => sessions.sid, { onDelete: 'cascade' }),
  purpose: text('purpose').notNull(),
  /** Sealed PKCE verifier. */
  codeVerifier: text('code_verifier').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** Keys of this installation that outlive a change of APP_SECRET, sealed under it. */
export const installationKeys = pgTable('installation_keys', {
  name: text('name').primaryKey(),
  /** Sealed. */
  sealed: text('sealed').notNull(),
  createdAt: createdAt(),
})

export const settings = pgTable(
  'settings',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    value: jsonb('value').notNull(),
  },
  (t) => [uniqueIndex('settings_user_key').on(t.userId, t.key)],
)

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type', { enum: NOTIFICATION_TYPES }).notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    metadata: jsonb('metadata').notNull().default({}),
    /** One notification per cause (a sequence, mailbox and day): duplicates are not written. */
    dedupeKey: text('dedupe_key'),
    read: boolean('read').notNull().default(false),
    dismissedAt: moment('dismissed_at'),
    createdAt: createdAt(),
    updatedAt: changedAt(),
  },
  (t) => [
    oneOf('notifications_type_check', t.type, NOTIFICATION_TYPES),
    index('notifications_user_idx')
      .on(t.userId, t.createdAt.desc().nullsFirst())
      .where(sql`dismissed_at is null`),
    uniqueIndex('notifications_dedupe_key').on(t.userId, t.dedupeKey),
  ],
)

/**
 * Whether this installation may send at all. After a restore it may not, until an operator who knows what the old one sent confirms it;
 * the database's identity shows that it was moved. An operator can also hold sending for a reason of their own.
 */
export const sendingControl = pgTable('sending_control', {
  /** Always 1: there is one row. */
  id: integer('id').primaryKey().default(1),
  /** The identity of the cluster and database that this row was written in. */
  databaseIdentity: text('database_identity').notNull(),
  /** Mail time, like the next two. */
  heldSince: moment('held_since'),
  /** After `npm run restore`: when the backup was made. */
  backupAt: moment('backup_at'),
  /** Emails planned for this time or earlier may have been sent by the original installation. */
  sentUntil: moment('sent_until'),
  /** Mail time since which an operator holds sending, independent of a restore, and the reason shown to users. */
  operatorHeldSince: moment('operator_held_since'),
  operatorReason: text('operator_reason'),
})
