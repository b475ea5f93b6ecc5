import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigserial,
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
import { changedAt, createdAt, id, lower, moment, oneOf, updatedAt } from './columns'
import { CONTACT_FIELD_TYPES, MAIL_SERVICES, SORT_ORDERS, SUPPRESSION_REASONS } from './enums'
import { importBatches } from './jobs'

/** "Email lists" in the interface. */
export const personas = pgTable(
  'personas',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    industry: text('industry').notNull(),
    jobTitle: text('job_title').notNull(),
    location: text('location').notNull(),
    description: text('description'),
    /** Maintained by a trigger on persona_contacts. */
    contactCount: integer('contact_count').notNull().default(0),
    /** Of a dynamic list: its members are the contacts that match (see checkFilter). */
    filter: jsonb('filter').$type<Record<string, unknown>>(),
    /** What its filter asks of contacts, as triggers name it (see fieldsOf): their changes are noted in `contact_changes`. */
    filterFields: text('filter_fields').array().notNull().default(sql`'{}'::text[]`),
    /** When all contacts are compared with the filter, because time alone may change who matches. */
    nextCheckAt: moment('next_check_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('personas_user_idx').on(t.userId, t.createdAt.desc().nullsFirst(), t.id),
    index('personas_dynamic_idx').on(t.userId).where(sql`filter is not null`),
    index('personas_check_idx').on(t.nextCheckAt).where(sql`next_check_at is not null`),
  ],
)

/** Contacts that changed in something that a dynamic list asks for, until the lists have followed. Written by triggers. */
export const contactChanges = pgTable(
  'contact_changes',
  {
    id: bigserial('id', { mode: 'bigint' }).primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    contactId: uuid('contact_id').notNull(),
  },
  (t) => [index('contact_changes_user_idx').on(t.userId, t.id)],
)

export const contacts = pgTable(
  'contacts',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    name: text('name').notNull().default(''),
    apolloId: text('apollo_id'),
    linkedinUrl: text('linkedin_url'),
    title: text('title'),
    organizationName: text('organization_name'),
    headline: text('headline'),
    state: text('state'),
    city: text('city'),
    country: text('country'),
    /** IANA; null if it was not given: then the place decides (see contactZone). */
    timezone: text('timezone'),
    organization: jsonb('organization').$type<Record<string, unknown>>(),
    employmentHistory: jsonb('employment_history').$type<unknown[]>(),
    /** Values of the user's own fields, by `contact_fields.key`. */
    custom: jsonb('custom').$type<Record<string, string | number | boolean>>().notNull().default({}),
    /** The organization's, else that of the first email list as it is now. Maintained by triggers (decision 92). */
    industry: text('industry'),
    suppressed: boolean('suppressed').notNull().default(false),
    unsubscribed: boolean('unsubscribed').notNull().default(false),
    hardBounced: boolean('hard_bounced').notNull().default(false),
    tags: text('tags').array().notNull().default(sql`'{}'::text[]`),
    notOpenedStreak: integer('not_opened_streak').notNull().default(0),
    metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull().default({}),
    importBatchId: uuid('import_batch_id').references((): AnyPgColumn => importBatches.id, {
      onDelete: 'set null',
    }),
    createdAt: createdAt(),
    updatedAt: changedAt(),
  },
  (t) => [
    check('contacts_streak_check', sql`${t.notOpenedStreak} >= 0`),
    uniqueIndex('contacts_user_email_key').on(t.userId, lower(t.email)),
    uniqueIndex('contacts_user_apollo_key').on(t.userId, t.apolloId),
    index('contacts_user_created_idx').on(
      t.userId,
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('contacts_user_industry_idx').on(
      t.userId,
      t.industry,
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('contacts_user_bounced_idx')
      .on(t.userId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`hard_bounced and not suppressed and not unsubscribed`),
    index('contacts_user_unsubscribed_idx')
      .on(t.userId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`unsubscribed and not suppressed`),
    index('contacts_user_suppressed_idx')
      .on(t.userId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`suppressed`),
    index('contacts_user_active_idx')
      .on(t.userId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`not suppressed and not unsubscribed and not hard_bounced`),
    // The colleagues of a contact.
    index('contacts_user_domain_idx').on(t.userId, sql`split_part(lower(${t.email}), '@', -1)`),
    index('contacts_updated_idx').on(t.userId, t.updatedAt),
    index('contacts_import_batch_idx').on(t.importBatchId),
    // The search over all contacts: exactly `SEARCHED` in app/models/contacts/search.server.ts.
    index('contacts_search_idx').using(
      'gin',
      sql`searched_contact(email, name, first_name, last_name, organization_name, custom) gin_trgm_ops`,
    ),
  ],
)

export const personaContacts = pgTable(
  'persona_contacts',
  {
    personaId: uuid('persona_id')
      .notNull()
      .references(() => personas.id, { onDelete: 'cascade' }),
    contactId: uuid('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    importBatchId: uuid('import_batch_id').references((): AnyPgColumn => importBatches.id, {
      onDelete: 'set null',
    }),
    addedAt: moment('added_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.personaId, t.contactId] }),
    index('persona_contacts_contact_idx').on(t.contactId),
    index('persona_contacts_list_idx').on(
      t.personaId,
      t.addedAt.desc().nullsFirst(),
      t.contactId.desc().nullsFirst(),
    ),
    index('persona_contacts_import_idx').on(t.importBatchId),
  ],
)

/** The user's own fields of contacts. Their values are in `contacts.custom`. */
export const contactFields = pgTable(
  'contact_fields',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The variable of templates and the key in `contacts.custom`. It never changes. */
    key: text('key').notNull(),
    type: text('type', { enum: CONTACT_FIELD_TYPES }).notNull(),
    /** The values of a choice. */
    options: text('options').array().notNull().default(sql`'{}'::text[]`),
    /** A job removes its values from the contacts, and then this row. */
    isDeleted: boolean('is_deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    oneOf('contact_fields_type_check', t.type, CONTACT_FIELD_TYPES),
    uniqueIndex('contact_fields_key').on(t.userId, t.key),
  ],
)

/** A table of contacts that the user named: which contacts, in which columns and order. */
export const contactViews = pgTable(
  'contact_views',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** As it was sent; null for all contacts. */
    filter: jsonb('filter').$type<Record<string, unknown>>(),
    columns: text('columns').array().notNull().default(sql`'{}'::text[]`),
    sortBy: text('sort_by').notNull(),
    sortOrder: text('sort_order', { enum: SORT_ORDERS }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    oneOf('contact_views_order_check', t.sortOrder, SORT_ORDERS),
    uniqueIndex('contact_views_name_key').on(t.userId, lower(t.name)),
  ],
)

/** What DNS says about the domains of contacts, looked up on request. It is public, so one row serves all users. */
export const mailDomains = pgTable(
  'mail_domains',
  {
    domain: text('domain').primaryKey(),
    /** Whether it has a server that takes email; null if no name server answered. */
    takesEmail: boolean('takes_email'),
    /** Who runs its server; null if no name server answered, or if it was not asked. */
    service: text('service', { enum: MAIL_SERVICES }),
    lookedUpAt: moment('looked_up_at').notNull(),
  },
  (t) => [oneOf('mail_domains_service_check', t.service, MAIL_SERVICES)],
)

/** What the user writes down about a contact, visible to this user only. */
export const contactNotes = pgTable(
  'contact_notes',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    contactId: uuid('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('contact_notes_contact_idx').on(t.contactId, t.createdAt)],
)

/** What the user wants to do about a contact, and on which day. */
export const contactTasks = pgTable(
  'contact_tasks',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    contactId: uuid('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    doneAt: moment('done_at'),
    /** The day that the bell told about; another day is told about again. */
    toldOn: date('told_on', { mode: 'string' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('contact_tasks_contact_idx').on(t.contactId),
    index('contact_tasks_user_idx').on(t.userId, t.dueOn, t.id),
    index('contact_tasks_open_idx').on(t.dueOn).where(sql`done_at is null`),
  ],
)

/** Addresses from the lead database that a user paid for without adding a contact. */
export const revealedLeads = pgTable(
  'revealed_leads',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The vendor's id, as `contacts.apollo_id`. */
    apolloId: text('apollo_id').notNull(),
    email: text('email').notNull(),
    /** The whole name: a search shows a part of it. Null if it was revealed before names were stored. */
    name: text('name'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.apolloId] })],
)

/** Addresses and domains that must get no emails, whatever happens to the contact's row. */
export const suppressions = pgTable(
  'suppressions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Keyed hash of the address; null for a domain. */
    addressHash: text('address_hash'),
    domain: text('domain'),
    /** The address itself, only if a user listed it by hand; never of an erased person. */
    address: text('address'),
    reason: text('reason', { enum: SUPPRESSION_REASONS }).notNull(),
    /** Why a user listed it, in their own words. */
    note: text('note'),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('suppressions_reason_check', t.reason, SUPPRESSION_REASONS),
    check('suppressions_target_check', sql`(${t.addressHash} is null) <> (${t.domain} is null)`),
    uniqueIndex('suppressions_address_key').on(t.userId, t.addressHash, t.reason),
    uniqueIndex('suppressions_domain_key').on(t.userId, t.domain),
    // The list that users maintain by hand.
    index('suppressions_listed_idx')
      .on(t.userId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`address is not null or domain is not null`),
  ],
)

/** Counters of a user's contacts, maintained by a trigger: the cost is independent of the number of contacts. */
export const contactStats = pgTable('contact_stats', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  total: integer('total').notNull().default(0),
  active: integer('active').notNull().default(0),
  unsubscribed: integer('unsubscribed').notNull().default(0),
  suppressed: integer('suppressed').notNull().default(0),
})

/** The same by industry, which also provides the filter's choices; maintained by the same trigger. */
export const contactIndustries = pgTable(
  'contact_industries',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    industry: text('industry').notNull(),
    total: integer('total').notNull().default(0),
    active: integer('active').notNull().default(0),
    unsubscribed: integer('unsubscribed').notNull().default(0),
    suppressed: integer('suppressed').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.userId, t.industry] })],
)
