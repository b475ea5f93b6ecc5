import { z } from 'zod'
import { invalid } from '~/errors'
import { shownAddress } from '~/models/shared/addresses/email-domain'
import {
  ChangesQuery,
  clampedNumber,
  emailAddress,
  json,
  optionalLine,
  wholeNumber,
  words,
  yesNo,
} from '~/models/shared/fields'
import { isTimezone } from '~/models/shared/timezone'
import { byField, CONTACT_FIELDS, type NullableField, OPTIONAL_FIELDS, type OptionalField } from './fields'
import { customIn, ownShape, ownValues } from './own-fields/form'
import type { OwnField } from './own-fields/type'
import { type FieldChange, type FieldValue, MAX_VALUE, VALUE_TOO_LONG } from './own-fields/value'
import { CONTACT_STATUSES } from './statuses'

/** Limits for the JSON of a contact's organization: characters and nesting depth. */
const ORGANIZATION_SIZE = 20_000
const ORGANIZATION_DEPTH = 20

const isShallow = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1)))

/** The depth is checked first, because the other checks recurse to the bottom. */
const organization = z
  .unknown()
  .refine(
    (value) => isShallow(value, ORGANIZATION_DEPTH),
    `Must be nested at most ${ORGANIZATION_DEPTH} deep`,
  )
  .refine(
    (value) =>
      !isShallow(value, ORGANIZATION_DEPTH) || (JSON.stringify(value) ?? '').length <= ORGANIZATION_SIZE,
    `Must be at most ${ORGANIZATION_SIZE} characters of JSON`,
  )
  .pipe(z.record(z.string().max(100), json).nullish())
  .optional()

/** Values of the user's own fields, by key; null removes one. Their types are checked against the fields (see checkValues). */
const custom = z.record(
  z.string().min(1, 'A field needs a key').max(100, 'A key has at most 100 characters'),
  z
    .union(
      [z.string(), z.number('Must be a finite number'), z.boolean(), z.null()],
      'Must be a text, a number, true or false',
    )
    .refine((value) => typeof value !== 'string' || value.trim().length <= MAX_VALUE, VALUE_TOO_LONG),
)

/** The values of the user's own fields of a contact, by key. */
export type Custom = Record<string, FieldValue>

/** Own fields after a change: the named ones are replaced, and null removes one. @param change checked */
export const changedCustom = (before: Custom, change: FieldChange): Custom =>
  Object.fromEntries(
    Object.entries({ ...before, ...change }).flatMap(([key, value]) =>
      value === null ? [] : [[key, value]],
    ),
  )

/** The most tags of a contact. */
export const MAX_TAGS = 50

/** The text of a field, on one line and within its limit. */
export const fieldText = (name: OptionalField) => optionalLine(CONTACT_FIELDS[name].max)

const anyText = byField(OPTIONAL_FIELDS, fieldText)
const texts = {
  ...anyText,
  timezone: anyText.timezone.refine(
    (zone) => !zone || isTimezone(zone),
    'Unknown time zone: use a name such as Europe/Berlin',
  ),
}

/** Clients send the stop flags with every form. They can set stored flags, but never clear them. */
const shared = {
  ...texts,
  organization,
  custom: custom.optional(),
  suppressed: yesNo,
  unsubscribed: yesNo,
}

/** Tags of a contact. */
export const tagList = z
  .array(
    z
      .string({ error: 'Must be a text' })
      .trim()
      .min(1, 'A tag must not be empty')
      .max(50, 'A tag must be at most 50 characters'),
    'Must be a list of texts',
  )
  .max(MAX_TAGS, `At most ${MAX_TAGS} tags`)
  .transform((list) => [...new Set(list)])

/** Tags as people write them: separated by commas. */
export const splitTags = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

export const NewContact = z.object({
  email: emailAddress('Email is required'),
  ...shared,
  tags: tagList.optional(),
  personaId: z
    .union([z.uuid(), z.literal('')])
    .nullish()
    .transform((id) => id || null),
  metadata: z
    .object({ source: z.enum(['apollo', 'manual']) })
    .partial()
    .optional(),
})
export type NewContact = z.output<typeof NewContact>

export const ContactChange = z
  .object({
    email: emailAddress('Email address is required'),
    ...shared,
    tags: tagList,
    addTags: tagList,
    removeTags: tagList,
    /** An email list to add the contact to. */
    personaId: z.uuid('Email list not found'),
  })
  .partial()
  .refine(({ tags, addTags, removeTags }) => !tags || !(addTags || removeTags), {
    message: 'Send all tags, or those to add and to remove',
    path: ['tags'],
  })
export type ContactChange = z.output<typeof ContactChange>

/** Tags after a change. @throws AppError INVALID */
export function changedTags(
  before: readonly string[],
  { tags, addTags = [], removeTags = [] }: Pick<ContactChange, 'tags' | 'addTags' | 'removeTags'>,
): string[] {
  const after = tags ?? [...new Set([...before, ...addTags])].filter((tag) => !removeTags.includes(tag))
  return after.length > MAX_TAGS && after.length > before.length
    ? invalid(`At most ${MAX_TAGS} tags`, 'addTags')
    : after
}

/** The query of a call that writes a contact. */
export const ContactWrite = z.object({
  createFields: z
    .enum(['true', 'false'], 'createFields has an unknown value')
    .optional()
    .transform((text) => text === 'true')
    .meta({ description: 'true: an unknown key of `custom` becomes a text field' }),
})
export type ContactWrite = z.output<typeof ContactWrite>

/** The form of a new contact. @param own the user's own fields */
export const newContactForm = (own: readonly OwnField[]) =>
  z
    .object({ email: NewContact.shape.email, ...texts })
    .extend(ownShape(own))
    .transform((form) => ({
      email: form.email,
      ...byField(OPTIONAL_FIELDS, (name) => form[name]),
      custom: customIn(own, form),
    }))

/**
 * The form of an existing contact. It has every built-in field, so an absent one was emptied.
 * @param own the user's own fields @param present the contact's values of them
 */
export const contactForm = (own: readonly OwnField[], present: Custom) =>
  z
    .object({ ...texts, email: emailAddress('Email address is required') })
    .extend(ownShape(own, present))
    .transform((form) => ({
      email: form.email,
      ...byField(OPTIONAL_FIELDS, (name) => form[name] ?? null),
      custom: customIn(own, form),
    }))

/** The initial values of the form of an existing contact. Leaves out a name that was only derived. */
export function formFieldsOf(contact: Contact, own: readonly OwnField[]): Record<string, string> {
  const { email, name } = contact
  return {
    ...byField(OPTIONAL_FIELDS, (field) => contact[field] ?? ''),
    email: shownAddress(email),
    name: name === displayName({ ...contact, name: null }) ? '' : name,
    ...ownValues(own, contact.custom),
  }
}

export const CONTACTS_PER_PAGE = 20

/** The query of the contacts list. A page out of range is clamped; an invalid limit is refused, since rows would be missing. */
export const ContactsQuery = z.object({
  page: clampedNumber(1, 1_000_000, 1),
  limit: z.coerce
    .number({ error: 'Invalid limit' })
    .int('Invalid limit')
    .min(1, 'Invalid limit')
    .max(1000, 'The limit is at most 1000')
    .default(CONTACTS_PER_PAGE),
  sortBy: z.enum(['createdAt'], 'Contacts can be sorted by createdAt').default('createdAt'),
  sortOrder: z.enum(['asc', 'desc'], 'The sort order is asc or desc').default('desc'),
  statusFilter: z.enum(CONTACT_STATUSES, 'Unknown status').default('all'),
  industryFilter: z
    .string()
    .max(200)
    .optional()
    .transform((text) => (text && text !== 'all' ? text.replaceAll('\0', '') : undefined)),
})
export type ContactsQuery = z.output<typeof ContactsQuery>

/** The query of the list of contacts in the API: with a cursor instead of a page, and more filters. */
export const ContactChangesQuery = ContactsQuery.extend({
  /** Any field with an order; see sortOf. */
  sortBy: z.string().max(200, 'Unknown field').optional(),
  sortOrder: ContactsQuery.shape.sortOrder.removeDefault().optional(),
  /** A view, whose filter and order count where the query says nothing else. */
  viewId: z.uuid('View not found').optional(),
  ...ChangesQuery.pick({ cursor: true, updatedSince: true }).shape,
  /** The whole address, in any case. */
  email: words,
  /** A part of the address or the name. */
  q: words,
  tag: words,
  /** JSON; see checkFilter. */
  filter: z.string().max(20_000, 'The filter is at most 20,000 characters of JSON').optional(),
})
export type ContactChangesQuery = z.output<typeof ContactChangesQuery>

/** The query of the contacts of an email list. */
export const PersonaContactsQuery = ChangesQuery.extend({
  limit: wholeNumber(1, 10_000, 'Invalid limit').default(1000),
  offset: wholeNumber(0, 10_000_000, 'Invalid offset').default(0),
  statusFilter: ContactsQuery.shape.statusFilter,
})
export type PersonaContactsQuery = z.output<typeof PersonaContactsQuery>

/** A contact as screens and the API show it. */
export interface Contact extends Record<NullableField, string | null> {
  id: string
  email: string
  name: string
  organization: Record<string, unknown> | null
  custom: Custom
  industry: string | null
  suppressed: boolean
  unsubscribed: boolean
  hardBounced: boolean
  tags: string[]
  notOpenedStreak: number
  metadata: Record<string, unknown>
  /** The first email list that it joined, and that list's industry. */
  personaId: string | null
  personaIndustry: string | null
  createdAt: Date
  updatedAt: Date
}

/** The status that lists show (specification document 2, section 2.1); a bounced contact is not active (decision 45). */
export const displayStatus = ({
  suppressed,
  unsubscribed,
  hardBounced,
}: Pick<Contact, 'suppressed' | 'unsubscribed' | 'hardBounced'>):
  | 'Suppressed'
  | 'Unsubscribed'
  | 'Bounced'
  | 'Active' =>
  suppressed ? 'Suppressed' : unsubscribed ? 'Unsubscribed' : hardBounced ? 'Bounced' : 'Active'

/** Whether the time zone that a contact is written to may have changed. */
export const hasMoved = (before: Place, after: Place): boolean =>
  (['timezone', 'state', 'country'] as const).some((key) => after[key] !== before[key])
type Place = Pick<Contact, 'timezone' | 'state' | 'country'>

/** The name, else first and last name, else the address (specification document 2, section 5). */
export function displayName(contact: {
  name?: string | null
  firstName?: string | null
  lastName?: string | null
  email: string
}) {
  return contact.name || [contact.firstName, contact.lastName].filter(Boolean).join(' ') || contact.email
}
