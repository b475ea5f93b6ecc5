import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgSchema,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { id, moment, oneOf } from './columns'

export const SANDBOX_MAIL_SERVICES = ['gmail', 'microsoft', 'smtp', 'system', 'person'] as const
export const FAULT_SERVICES = ['gmail', 'microsoft', 'smtp', 'leads', 'ai', 'system'] as const
export const FAULT_KINDS = [
  'http429',
  'http500',
  'timeout',
  'reset',
  'invalidGrant',
  'acceptThenDrop',
  'hourlyLimit',
  'policyLimit',
  'deltaExpired',
] as const

/** The state of the simulated services, separate from the product's own tables so that it can be dropped as a whole. */
export const sandbox = pgSchema('sandbox')

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })
const serial = (name: string) => bigint(name, { mode: 'number' }).generatedAlwaysAsIdentity()

/** Every delivered message, once per recipient: the mail store shared by all simulated services. */
export const sandboxMails = sandbox.table(
  'mails',
  {
    id: serial('id').primaryKey(),
    /** Who submitted it: a simulated provider, or a person (replies, bounces, complaints). */
    service: text('service', { enum: SANDBOX_MAIL_SERVICES }).notNull(),
    sender: text('sender').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** Decoded bodies, so that lists need not parse the messages again. */
    html: text('html').notNull(),
    text: text('text').notNull(),
    raw: bytea('raw').notNull(),
    deliveredAt: moment('delivered_at').notNull(),
  },
  (t) => [
    index('mails_recipient_idx').on(t.recipient, t.id),
    oneOf('mails_service_check', t.service, SANDBOX_MAIL_SERVICES),
  ],
)

/** A message in a mailbox: in its owner's inbox, Sent folder, or both. */
export const sandboxEntries = sandbox.table(
  'mailbox_entries',
  {
    id: serial('id').primaryKey(),
    /** The account's own address in lower case, even if an alias was addressed. */
    owner: text('owner').notNull(),
    mailId: bigint('mail_id', { mode: 'number' })
      .notNull()
      .references(() => sandboxMails.id, { onDelete: 'cascade' }),
    threadId: text('thread_id').notNull(),
    labels: text('labels').array().notNull(),
    /** The Message-ID header, for threading. */
    messageId: text('message_id').notNull(),
    /** The position in the owner's history; 0 without a simulated account. */
    historyId: bigint('history_id', { mode: 'number' }).notNull(),
    internalDate: moment('internal_date').notNull(),
  },
  (t) => [
    index('mailbox_entries_owner_idx').on(t.owner, t.id),
    index('mailbox_entries_history_idx').on(t.owner, t.historyId),
    index('mailbox_entries_message_idx').on(t.owner, t.messageId),
    index('mailbox_entries_date_idx').on(t.owner, t.internalDate),
    index('mailbox_entries_mail_idx').on(t.mailId),
  ],
)

/** Accounts of the simulated Google, created when an address is first entered on its consent page. */
export const sandboxGoogleAccounts = sandbox.table(
  'google_accounts',
  {
    sub: text('sub').primaryKey(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    historyId: bigint('history_id', { mode: 'number' }).notNull(),
    /** The minute that `unitsUsed` counts, for the per-user quota. */
    unitsSince: moment('units_since').notNull(),
    unitsUsed: integer('units_used').notNull().default(0),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [uniqueIndex('google_accounts_email_key').on(t.email)],
)

export const sandboxGoogleSendAs = sandbox.table(
  'google_send_as',
  {
    id: serial('id').primaryKey(),
    accountSub: text('account_sub')
      .notNull()
      .references(() => sandboxGoogleAccounts.sub, { onDelete: 'cascade' }),
    sendAsEmail: text('send_as_email').notNull(),
    displayName: text('display_name').notNull(),
    signature: text('signature').notNull(),
    isPrimary: boolean('is_primary').notNull(),
    isDefault: boolean('is_default').notNull(),
    verificationStatus: text('verification_status', { enum: ['accepted', 'pending'] }).notNull(),
  },
  (t) => [
    uniqueIndex('google_send_as_account_key').on(t.accountSub, t.sendAsEmail),
    index('google_send_as_address_idx').on(t.sendAsEmail),
    oneOf('google_send_as_verification_check', t.verificationStatus, ['accepted', 'pending']),
  ],
)

/** What an account granted a client; revoking any token ends the grant and all its tokens. */
export const sandboxGoogleGrants = sandbox.table(
  'google_grants',
  {
    id: id(),
    accountSub: text('account_sub')
      .notNull()
      .references(() => sandboxGoogleAccounts.sub, { onDelete: 'cascade' }),
    clientId: text('client_id').notNull(),
    scopes: text('scopes').array().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [uniqueIndex('google_grants_account_key').on(t.accountSub, t.clientId)],
)

/** Authorization codes, as hashes: single use, ten minutes. */
export const sandboxGoogleCodes = sandbox.table(
  'google_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    accountSub: text('account_sub')
      .notNull()
      .references(() => sandboxGoogleAccounts.sub, { onDelete: 'cascade' }),
    clientId: text('client_id').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    scopes: text('scopes').array().notNull(),
    codeChallenge: text('code_challenge'),
    codeChallengeMethod: text('code_challenge_method', { enum: ['S256', 'plain'] }),
    offline: boolean('offline').notNull(),
    /** `prompt=consent` was requested: a new refresh token is issued even if one exists. */
    consentForced: boolean('consent_forced').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('google_codes_account_idx').on(t.accountSub)],
)

/** Access and refresh tokens, as hashes. */
export const sandboxGoogleTokens = sandbox.table(
  'google_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    grantId: uuid('grant_id')
      .notNull()
      .references(() => sandboxGoogleGrants.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['access', 'refresh'] }).notNull(),
    scopes: text('scopes').array().notNull(),
    expiresAt: moment('expires_at'),
  },
  (t) => [
    index('google_tokens_grant_idx').on(t.grantId),
    oneOf('google_tokens_kind_check', t.kind, ['access', 'refresh']),
  ],
)

/** Accounts of the simulated Microsoft, created when an address is first entered on its sign-in page. */
export const sandboxMicrosoftAccounts = sandbox.table(
  'microsoft_accounts',
  {
    id: id(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    /** Further addresses that it may send from. */
    aliases: text('aliases').array().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [uniqueIndex('microsoft_accounts_email_key').on(t.email)],
)

/** What an account granted a client; revoking it ends all its tokens. */
export const sandboxMicrosoftGrants = sandbox.table(
  'microsoft_grants',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => sandboxMicrosoftAccounts.id, { onDelete: 'cascade' }),
    clientId: text('client_id').notNull(),
    scopes: text('scopes').array().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [uniqueIndex('microsoft_grants_account_key').on(t.accountId, t.clientId)],
)

/** Authorization codes, as hashes: single use, ten minutes. */
export const sandboxMicrosoftCodes = sandbox.table(
  'microsoft_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => sandboxMicrosoftAccounts.id, { onDelete: 'cascade' }),
    clientId: text('client_id').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    scopes: text('scopes').array().notNull(),
    codeChallenge: text('code_challenge').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('microsoft_codes_account_idx').on(t.accountId)],
)

/** Access and refresh tokens, as hashes. */
export const sandboxMicrosoftTokens = sandbox.table(
  'microsoft_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    grantId: uuid('grant_id')
      .notNull()
      .references(() => sandboxMicrosoftGrants.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['access', 'refresh'] }).notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    index('microsoft_tokens_grant_idx').on(t.grantId),
    oneOf('microsoft_tokens_kind_check', t.kind, ['access', 'refresh']),
  ],
)

/** Messages that began as drafts: their ids stay when they are sent. */
export const sandboxMicrosoftDrafts = sandbox.table(
  'microsoft_drafts',
  {
    id: serial('id').primaryKey(),
    owner: text('owner').notNull(),
    raw: bytea('raw').notNull(),
    messageId: text('message_id').notNull(),
    threadId: text('thread_id').notNull(),
    /** In the Deleted Items folder, still as a draft. */
    isDeleted: boolean('is_deleted').notNull().default(false),
    /** The sent copy in the mailbox; null while it is a draft. */
    entryId: bigint('entry_id', { mode: 'number' }).references(() => sandboxEntries.id, {
      onDelete: 'cascade',
    }),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    index('microsoft_drafts_owner_idx').on(t.owner, t.id),
    uniqueIndex('microsoft_drafts_entry_key').on(t.entryId),
  ],
)

/** Faults for the next calls of a service, oldest first. */
export const sandboxFaults = sandbox.table(
  'faults',
  {
    id: serial('id').primaryKey(),
    service: text('service', { enum: FAULT_SERVICES }).notNull(),
    kind: text('kind', { enum: FAULT_KINDS }).notNull(),
    remaining: integer('remaining').notNull(),
  },
  (t) => [
    index('faults_open_idx').on(t.service, t.id).where(sql`${t.remaining} > 0`),
    oneOf('faults_service_check', t.service, FAULT_SERVICES),
    oneOf('faults_kind_check', t.kind, FAULT_KINDS),
  ],
)

/** Calls of a lead-database key in the current minute, per endpoint. */
export const sandboxLeadCalls = sandbox.table(
  'lead_calls',
  {
    keyHash: text('key_hash').notNull(),
    endpoint: text('endpoint').notNull(),
    since: moment('since').notNull(),
    used: integer('used').notNull(),
  },
  (t) => [primaryKey({ columns: [t.keyHash, t.endpoint] })],
)

/** The people whose addresses a key has paid for: one credit each, once. */
export const sandboxLeadReveals = sandbox.table(
  'lead_reveals',
  {
    keyHash: text('key_hash').notNull(),
    personId: text('person_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.keyHash, t.personId] })],
)
