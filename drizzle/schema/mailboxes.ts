import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { changedAt, createdAt, id, lower, moment, oneOf } from './columns'
import {
  ALIAS_VERIFICATIONS,
  INTEGRATION_STATUSES,
  INTEGRATION_TYPES,
  MAIL_ACCOUNT_STATUSES,
  MAIL_PROVIDERS,
  OUTAGE_DIRECTIONS,
  OUTAGE_KINDS,
  READ_FOLDERS,
} from './enums'

export const mailAccounts = pgTable(
  'mail_accounts',
  {
    id: id(),
    /**
     * Null once its user has disconnected it, until nothing references it any more and the row is deleted. Queries for a user's mailboxes do
     * not find it, and its address is free again (docs/decisions/0032).
     */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    provider: text('provider', { enum: MAIL_PROVIDERS }).notNull(),
    googleUserId: text('google_user_id'),
    email: text('email').notNull(),
    displayName: text('display_name').notNull().default(''),
    /** The domain of the organization whose account it is; null for a personal account, and where its company does not tell. */
    organization: text('organization'),
    /** The unit of limits and spacing: one Google account, even if two users connected it. */
    accountKey: text('account_key').notNull(),
    /** Sealed. */
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    tokenExpiresAt: moment('token_expires_at'),
    /** Until when one worker alone may replace its tokens, by PostgreSQL's clock; null if none does. */
    renewalEndsAt: moment('renewal_ends_at'),
    scopes: text('scopes').array().notNull().default(sql`'{}'::text[]`),
    status: text('status', { enum: MAIL_ACCOUNT_STATUSES }).notNull().default('connected'),
    /** Why it is not connected, in the provider's words. */
    statusDetail: text('status_detail'),
    smtpHost: text('smtp_host'),
    smtpPort: integer('smtp_port'),
    smtpSecure: boolean('smtp_secure'),
    imapHost: text('imap_host'),
    imapPort: integer('imap_port'),
    imapSecure: boolean('imap_secure'),
    username: text('username'),
    /** Sealed. */
    password: text('password'),
    /** The daily limit set by the user; null follows the mailbox's age. */
    dailyLimit: integer('daily_limit'),
    sendIntervalSeconds: integer('send_interval_seconds').notNull().default(60),
    timezone: text('timezone').notNull().default('UTC'),
    signature: text('signature').notNull().default(''),
    postalAddress: text('postal_address').notNull().default(''),
    /** Earlier emails do not count toward its health: the user resumed sending at this moment (mail time). */
    healthSince: moment('health_since'),
    /** Its server refused to take more: its emails wait until this moment (mail time). Kept afterwards: they are not late then. */
    heldUntil: moment('held_until'),
    /** When the first of these holds began (mail time). */
    heldSince: moment('held_since'),
    /** How often in a row it was held; 0 if its server takes emails. */
    holds: integer('holds').notNull().default(0),
    /** What the server said. */
    heldDetail: text('held_detail'),
    /** Which folders are read beside inbox, junk, archive and sent ones: none, all, or those of `folder_names`. */
    readFolders: text('read_folders', { enum: READ_FOLDERS }).notNull().default('usual'),
    folderNames: text('folder_names').array().notNull().default(sql`'{}'::text[]`),
    lastUsedAt: moment('last_used_at'),
    createdAt: createdAt(),
    updatedAt: changedAt(),
  },
  (t) => [
    oneOf('mail_accounts_provider_check', t.provider, MAIL_PROVIDERS),
    oneOf('mail_accounts_status_check', t.status, MAIL_ACCOUNT_STATUSES),
    check('mail_accounts_owner_check', sql`${t.userId} is not null or ${t.status} = 'disconnected'`),
    oneOf('mail_accounts_read_folders_check', t.readFolders, READ_FOLDERS),
    check('mail_accounts_interval_check', sql`${t.sendIntervalSeconds} >= 0`),
    uniqueIndex('mail_accounts_google_key').on(t.userId, t.googleUserId),
    uniqueIndex('mail_accounts_email_key').on(t.userId, t.provider, lower(t.email)),
    index('mail_accounts_account_key_idx').on(t.accountKey),
  ],
)

export const aliases = pgTable(
  'aliases',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => mailAccounts.id, { onDelete: 'cascade' }),
    sendAsEmail: text('send_as_email').notNull(),
    displayName: text('display_name').notNull().default(''),
    signature: text('signature').notNull().default(''),
    isDefaultAlias: boolean('is_default_alias').notNull().default(false),
    isPrimary: boolean('is_primary').notNull().default(false),
    verificationStatus: text('verification_status', { enum: ALIAS_VERIFICATIONS })
      .notNull()
      .default('pending'),
  },
  (t) => [
    oneOf('aliases_verification_check', t.verificationStatus, ALIAS_VERIFICATIONS),
    uniqueIndex('aliases_account_address_key').on(t.accountId, lower(t.sendAsEmail)),
  ],
)

/** Emails that count toward an account's daily limit, per local day of the mailbox. */
export const mailboxDays = pgTable(
  'mailbox_days',
  {
    accountKey: text('account_key').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** Slots given out, minus those whose send did not go out (cancelled, refused, deferred). */
    used: integer('used').notNull().default(0),
    /** No longer read. The previous version writes it and needs it, until every process has been replaced. */
    policyRefusals: integer('policy_refusals').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.accountKey, t.day] }),
    check('mailbox_days_used_check', sql`${t.used} >= 0`),
  ],
)

/** The last slot given to an account: the row's lock serializes the planners of one account. */
export const mailboxPaces = pgTable('mailbox_paces', {
  accountKey: text('account_key').primaryKey(),
  lastSlotAt: moment('last_slot_at'),
})

/** The mailboxes that are being sent from, one row each: the lease of the worker that does it. */
export const mailboxRuns = pgTable('mailbox_runs', {
  mailboxId: uuid('mailbox_id')
    .primaryKey()
    .references(() => mailAccounts.id, { onDelete: 'cascade' }),
  worker: text('worker').notNull(),
  takenAt: moment('taken_at').notNull().defaultNow(),
  /** Whether it was asked for again meanwhile. */
  requested: boolean('requested').notNull().default(false),
})

/** The mailboxes that cannot send or cannot be read because their server does not let Coldframe in. In mail time. */
export const mailboxOutages = pgTable(
  'mailbox_outages',
  {
    mailboxId: uuid('mailbox_id')
      .notNull()
      .references(() => mailAccounts.id, { onDelete: 'cascade' }),
    direction: text('direction', { enum: OUTAGE_DIRECTIONS }).notNull(),
    kind: text('kind', { enum: OUTAGE_KINDS }).notNull(),
    /** What the server said. */
    detail: text('detail').notNull(),
    since: moment('since').notNull(),
    failures: integer('failures').notNull().default(1),
    /** Whether the user and the operator were told. */
    told: boolean('told').notNull().default(false),
    /** Set when it is over, until that was told too. */
    endedAt: moment('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.mailboxId, t.direction] }),
    oneOf('mailbox_outages_direction_check', t.direction, OUTAGE_DIRECTIONS),
    oneOf('mailbox_outages_kind_check', t.kind, OUTAGE_KINDS),
  ],
)
/** A folder of a mailbox. */
export interface ListedFolder {
  path: string
  read: boolean
}

export const syncCursors = pgTable('sync_cursors', {
  mailAccountId: uuid('mail_account_id')
    .primaryKey()
    .references(() => mailAccounts.id, { onDelete: 'cascade' }),
  cursor: text('cursor'),
  /** Mail time at which the last complete sync ended. */
  syncedAt: moment('synced_at'),
  /** PostgreSQL's time of the last attempt, complete or not. */
  triedAt: moment('tried_at'),
  failures: integer('failures').notNull().default(0),
  error: text('error'),
  /** The folders that the server listed last, and which of them are read. Empty if the provider has none. */
  folders: jsonb('folders').$type<ListedFolder[]>().notNull().default([]),
  /** Until then (PostgreSQL's clock) a worker waits at the server for new messages; it renews this. */
  watchedUntil: moment('watched_until'),
})

export const integrations = pgTable(
  'integrations',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type', { enum: INTEGRATION_TYPES }).notNull(),
    status: text('status', { enum: INTEGRATION_STATUSES }).notNull().default('disconnected'),
    /** Sealed. */
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    tokenExpiresAt: moment('token_expires_at'),
    userEmail: text('user_email'),
    userData: jsonb('user_data'),
    scopes: text('scopes').array().notNull().default(sql`'{}'::text[]`),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('integrations_status_check', t.status, INTEGRATION_STATUSES),
    oneOf('integrations_type_check', t.type, INTEGRATION_TYPES),
    uniqueIndex('integrations_user_type_key').on(t.userId, t.type),
  ],
)
