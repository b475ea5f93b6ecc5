import { z } from 'zod'
import { CAMPAIGN_STATUSES, CONTACT_FIELD_TYPES, CONTACT_HOLDS, SORT_ORDERS } from '#drizzle/schema/enums'
import { OTHER_REPLIES } from '~/models/accounts/contact-settings'
import { byField, NULLABLE_FIELDS } from '~/models/contacts/fields'
import { UPSERT_OUTCOMES } from '~/models/imports/upsert'
import { count, id, moment, text } from './shared'

export const ContactResponse = z.strictObject({
  id,
  email: text,
  name: text,
  ...byField(NULLABLE_FIELDS, () => text.nullable()),
  organization: z.unknown(),
  custom: z.record(text, z.union([text, z.number(), z.boolean()])),
  industry: text.nullable(),
  suppressed: z.boolean(),
  unsubscribed: z.boolean(),
  hardBounced: z.boolean(),
  tags: z.array(text),
  notOpenedStreak: count,
  metadata: z.record(text, z.unknown()),
  personaId: id.nullable(),
  personaIndustry: text.nullable(),
  createdAt: moment,
  updatedAt: moment,
})

/** A field of contacts that the user made. */
export const ContactFieldResponse = z.strictObject({
  id,
  name: text,
  key: text,
  type: z.enum(CONTACT_FIELD_TYPES),
  options: z.array(text),
})

/** A table of contacts that the user named. */
export const ContactViewResponse = z.strictObject({
  id,
  name: text,
  filter: z.record(text, z.unknown()).nullable(),
  columns: z.array(text),
  sortBy: text,
  sortOrder: z.enum(SORT_ORDERS),
})

/** The contacts whose addresses have one domain. */
export const CompanyResponse = z.strictObject({
  domain: text,
  name: text.nullable(),
  contacts: count,
  emailsSent: count,
  lastReplyAt: moment.nullable(),
  stopped: count,
})

/** What the user wants to do about a contact. */
export const TaskResponse = z.strictObject({
  id,
  contactId: id,
  contactName: text,
  title: text,
  dueOn: z.iso.date(),
  done: z.boolean(),
  createdAt: moment,
  updatedAt: moment,
})

/** What a call did with many contacts, one result for each. */
export const UpsertResponse = z.strictObject({
  results: z.array(
    z.strictObject({
      index: count,
      id: id.nullable(),
      outcome: z.enum(UPSERT_OUTCOMES),
      message: text.nullable(),
    }),
  ),
})

/** The job that changes many contacts, and how many they are. */
export const BulkResponse = z.strictObject({ jobId: id, total: count })

/** An address or a domain that gets no emails. */
export const StopResponse = z.strictObject({
  id,
  value: text,
  kind: z.enum(['address', 'domain']),
  reason: text.nullable(),
  createdAt: moment,
})

export const ContactHoldResponse = z.strictObject({
  reason: z.enum(CONTACT_HOLDS),
  until: moment,
  detail: text,
  conversationId: id.nullable(),
})

export const ContactsResponse = z.strictObject({
  contacts: z.array(ContactResponse),
  total: count,
  nextCursor: text.nullable(),
  hasMore: z.boolean(),
  stats: z.strictObject({ active: count, bounced: count, suppressed: count, unsubscribed: count }),
})

const persona = {
  id,
  name: text,
  industry: text,
  jobTitle: text,
  location: text,
  description: text.nullable(),
  contactCount: count,
}
export const PersonaResponse = z.strictObject({
  ...persona,
  isDynamic: z.boolean(),
  filter: z.record(text, z.unknown()).nullable(),
  sequenceCount: count,
  createdAt: moment,
  updatedAt: moment,
})
export const LinkedPersona = z.strictObject(persona)
export const PersonaSequence = z.strictObject({
  id,
  name: text,
  description: text.nullable(),
  status: z.enum(CAMPAIGN_STATUSES),
})

export const AddedResponse = z.strictObject({ added: count })
export const MovedResponse = z.strictObject({
  movedCount: count,
  skippedCount: count,
  sourcePersonaId: id,
  destinationPersonaId: id,
})

export const ContactSettingsResponse = z.strictObject({
  maxContinuousNotOpens: count,
  otherReplies: z.enum(OTHER_REPLIES),
  maxEmailsPerContactPerWeek: count.nullable(),
  oneSequencePerContact: z.boolean(),
  companyReply: z.enum(OTHER_REPLIES),
})
