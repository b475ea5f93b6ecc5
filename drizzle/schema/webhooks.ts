import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { createdAt, id, moment, oneOf } from './columns'
import { DELIVERY_STATES, WEBHOOK_EVENT_TYPES, WEBHOOK_OFF_REASONS } from './enums'
import { apiKeys } from './keys'

/** Addresses that receive events. All times of webhooks are PostgreSQL's, not mail time (docs/decisions/0075). */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    /** The types of events that it wants; `*` for all. */
    events: text('events').array().notNull(),
    /** The API key that made it, with which it ends; null if a person did. */
    apiKeyId: uuid('api_key_id').references(() => apiKeys.id, { onDelete: 'set null' }),
    active: boolean('active').notNull().default(true),
    /** Why Coldframe switched it off; null if it is active or the user switched it off. */
    offReason: text('off_reason', { enum: WEBHOOK_OFF_REASONS }),
    /** The first failure since the last success. */
    failingSince: moment('failing_since'),
    /** Sealed. */
    secret: text('secret').notNull(),
    /** Sealed. Replaced secrets, each with its own end (models/webhooks/secrets.server.ts); none signs after `previousUntil`. */
    previousSecret: text('previous_secret'),
    previousUntil: moment('previous_until'),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('webhook_endpoints_off_reason_check', t.offReason, WEBHOOK_OFF_REASONS),
    index('webhook_endpoints_user_idx').on(t.userId),
    index('webhook_endpoints_key_idx').on(t.apiKeyId).where(sql`api_key_id is not null`),
  ],
)

/** What happened, written by triggers in the transaction in which it happened (drizzle/functions.sql). */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: id(),
    /** The order of the events of one object. */
    n: bigint('n', { mode: 'number' }).generatedAlwaysAsIdentity(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type', { enum: WEBHOOK_EVENT_TYPES }).notNull(),
    /** The object that it is about: for `email.*` the send. */
    objectId: uuid('object_id').notNull(),
    /** The data of an object that no longer exists. */
    facts: jsonb('facts').$type<Record<string, unknown>>().notNull().default({}),
    /** The body that is sent: rendered for the first attempt, and unchanged from then on. */
    body: text('body'),
    at: moment('at').notNull().defaultNow(),
  },
  (t) => [
    oneOf('webhook_events_type_check', t.type, WEBHOOK_EVENT_TYPES),
    index('webhook_events_object_idx').on(t.objectId),
    index('webhook_events_at_idx').on(t.at),
    index('webhook_events_user_idx').on(t.userId),
  ],
)

/** The delivery of one event to one endpoint. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    userId: uuid('user_id').notNull(),
    /** No foreign key: it would make the transactions that write events wait for changes of the endpoint. */
    endpointId: uuid('endpoint_id').notNull(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    /** Copies of the event's values. */
    objectId: uuid('object_id').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
    state: text('state', { enum: DELIVERY_STATES }).notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** While it is pending: when it is tried next. While a worker delivers it: when its lease ends, and another may try. */
    nextAt: moment('next_at').notNull().defaultNow(),
    /** The claim of the worker that delivers it: a result of an earlier claim is not recorded. */
    lease: uuid('lease'),
    /** Of the latest attempt: the status, the start of the response, and why it failed. */
    responseStatus: integer('response_status'),
    responseText: text('answer'),
    error: text('error'),
    attemptedAt: moment('attempted_at'),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('webhook_deliveries_state_check', t.state, DELIVERY_STATES),
    index('webhook_deliveries_due_idx').on(t.endpointId, t.nextAt, t.n).where(sql`state = 'pending'`),
    index('webhook_deliveries_order_idx').on(t.endpointId, t.objectId, t.n).where(sql`state = 'pending'`),
    index('webhook_deliveries_endpoint_idx').on(
      t.endpointId,
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('webhook_deliveries_event_idx').on(t.eventId),
  ],
)
