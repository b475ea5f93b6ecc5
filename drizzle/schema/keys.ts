import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { createdAt, id, moment, oneOf } from './columns'
import { KEY_SCOPES, SECURITY_EVENT_KINDS } from './enums'

/** Keys with which other programs call `/api` for a user. Revoked keys stay, so that their later use can be recorded. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    scope: text('scope', { enum: KEY_SCOPES }).notNull(),
    /** Hash of the key: a stolen table allows no call. */
    hash: text('hash').notNull().unique(),
    /** The first characters of the key, so that the user recognizes it. */
    prefix: text('prefix').notNull(),
    /** The only sequences and email lists that the key may use; null for everything. */
    sequenceIds: uuid('sequence_ids').array(),
    personaIds: uuid('persona_ids').array(),
    /** Whether calls with it may send emails, and delete. */
    maySend: boolean('may_send').notNull().default(true),
    mayDelete: boolean('may_delete').notNull().default(true),
    expiresAt: moment('expires_at'),
    /** Exact to the minute. */
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('api_keys_scope_check', t.scope, KEY_SCOPES),
    index('api_keys_user_idx').on(t.userId, t.createdAt.desc()),
  ],
)

/** What users should know about access to their account, newest last. Equal events of one hour are one row. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: SECURITY_EVENT_KINDS }).notNull(),
    /** What it is about, such as a key's name and prefix. */
    subject: text('subject').notNull(),
    /** Why a call was refused. */
    reason: text('reason').notNull().default(''),
    /** The caller's address. */
    address: text('address').notNull(),
    /** By PostgreSQL's clock. */
    hour: moment('hour').notNull(),
    count: integer('count').notNull().default(1),
    lastAt: moment('last_at').notNull().defaultNow(),
    /** When the owner was emailed about it; null if that is to do, or not wanted for its kind. */
    noticedAt: moment('noticed_at'),
  },
  (t) => [
    oneOf('security_events_kind_check', t.kind, SECURITY_EVENT_KINDS),
    uniqueIndex('security_events_once_key').on(t.userId, t.kind, t.subject, t.reason, t.address, t.hour),
    index('security_events_user_idx').on(t.userId, t.lastAt.desc()),
  ],
)

/** Requests of the API that were sent with an `Idempotency-Key`, and their responses. Rows of the last 24 hours count. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** Hash of the request: method, address and body. */
    fingerprint: text('fingerprint').notNull(),
    /** The response, sealed: it may have a new key or a session. Null while the request runs; if that is long ago, its process has died. */
    response: text('answer'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_keys_created_idx').on(t.createdAt)],
)
