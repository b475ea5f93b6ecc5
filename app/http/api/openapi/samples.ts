import { byField, CONTACT_FIELDS, FIELD_NAMES } from '~/models/contacts/fields'
import { EXAMPLE, ID } from '../reference/values'

/** A JSON Schema, as far as the description uses it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  [keyword: string]: unknown
}

/** The default value of a field as a sentence; empty without one. */
export const defaultText = (value: unknown): string =>
  value === undefined ? '' : `Default: \`${typeof value === 'string' ? value : JSON.stringify(value)}\`.`

const REF = '#/components/schemas/'

/** The name of the schema that a reference names; null for a schema in place. */
export const nameOf = ({ $ref }: Schema): string | null =>
  $ref?.startsWith(REF) ? $ref.slice(REF.length) : null

/** Example values of fields, by name: an example made from the type alone says less. */
const VALUES: Record<string, unknown> = {
  ...byField(FIELD_NAMES, (name) => CONTACT_FIELDS[name].example),
  accountId: ID.mailbox,
  authUrl: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=…',
  contactEmail: EXAMPLE.email,
  contactId: ID.contact,
  contactName: 'Ann Lee',
  conversationId: ID.conversation,
  destinationPersonaId: ID.otherPersona,
  displayName: 'Jane Doe',
  first_name: 'Ann',
  from: EXAMPLE.email,
  fullName: 'Jane Doe',
  htmlBody: '<p>Hi Ann, how do you find new customers today?</p>',
  industry: 'Software',
  jobId: ID.job,
  jobTitle: 'CTO',
  key: 'cf_Vd0mWq…',
  last_name: 'Lee',
  latestSendTime: '17:00',
  location: 'Berlin',
  mailboxId: ID.mailbox,
  name: 'Welcome',
  openRate: 42.5,
  personaId: ID.persona,
  personaIndustry: 'Software',
  plainTextBody: 'Hi Ann, how do you find new customers today?',
  prefix: 'cf_Vd0mWq',
  replyRate: 8.5,
  senderEmail: EXAMPLE.mailbox,
  sendId: ID.send,
  sequenceId: ID.sequence,
  sequenceName: 'Welcome',
  snippet: 'Thank you, that sounds good.',
  sourcePersonaId: ID.persona,
  stepId: ID.step,
  stepName: 'First email',
  subject: 'A question, Ann',
  tags: ['customer'],
  templateId: ID.template,
  text: 'Thank you, that sounds good.',
  message: 'Email list linked to sequence',
  userEmail: EXAMPLE.mailbox,
  variantTemplateId: ID.template,
  weight: 1,
  workflowId: ID.workflow,
}

/** Values of fields that mean something else in one object. */
const VALUES_BY_OBJECT: Record<string, Record<string, unknown>> = {
  ApiKey: { id: ID.key, name: 'CRM', expiresAt: null },
  Caller: {
    key: {
      ...{ id: ID.key, name: 'CRM', scope: 'write', maySend: true, mayDelete: true },
      ...{ sequenceIds: null, personaIds: null, expiresAt: null },
    },
  },
  Contact: {
    id: ID.contact,
    name: CONTACT_FIELDS.name.example,
    tags: ['customer'],
    custom: { plan: 'trial' },
    organization: null,
  },
  CreatedApiKey: { id: ID.key, name: 'CRM', expiresAt: null },
  Conversation: { id: ID.conversation, label: 'Interested', snoozedUntil: null },
  ConversationWithMessages: {
    id: ID.conversation,
    label: 'Interested',
    snoozedUntil: null,
    proposedEmail: null,
    related: [],
  },
  DecidedMessage: { id: ID.message, kind: 'auto_reply', kindBy: 'user', optOut: null },
  EmailList: { id: ID.persona, name: 'CTOs in Berlin' },
  DoNotContact: { id: ID.stop, value: 'competitor.example', kind: 'domain', reason: 'Competitor' },
  EnrolledContact: { name: 'Ann Lee', holdReason: null },
  Job: { id: ID.job, status: 'completed', error: null, progress: { current: 2, total: 2, added: 2 } },
  Label: { name: 'Interested', positive: true },
  LinkedEmailList: { id: ID.persona, name: 'CTOs in Berlin' },
  LinkedSequence: { id: ID.sequence },
  Lead: { id: EXAMPLE.leadId, name: 'Ann Lee', email: 'email_not_unlocked' },
  Mailbox: {
    id: ID.mailbox,
    email: EXAMPLE.mailbox,
    statusDetail: null,
    heldUntil: null,
    heldDetail: null,
    cannotSendSince: null,
    cannotReadSince: null,
  },
  Message: {
    id: ID.message,
    to: [EXAMPLE.mailbox],
    html: '',
    kind: 'reply',
    kindBy: null,
    optOut: null,
    calendar: null,
    reaction: null,
    sendId: null,
  },
  Notification: { id: ID.notification, title: 'Daily limit reached' },
  SavedTemplate: { id: ID.template, name: 'First email', builderJson: null, warnings: [] },
  SentEmail: { id: ID.send, status: 'Open', bouncedAt: null, failedAt: null, detail: null },
  SentEmailWithText: { id: ID.log, status: 'Open', bouncedAt: null, failedAt: null, detail: null },
  Sequence: { id: ID.sequence, holidays: 'DE', holidayDates: ['2027-12-24'], sendDays: [1, 2, 3, 4, 5] },
  Step: {
    id: ID.step,
    name: 'First email',
    delayDays: 3,
    sendHour: 9,
    sendMinute: 30,
    reactionWindowHours: 24,
    reactionWindowMinutes: 0,
    notOpenedStepId: null,
    notOpenedWaitDays: 0,
    openedNoReplyStepId: null,
    openedNoReplyWaitDays: 0,
    repliedStepId: null,
    repliedWaitDays: 0,
    waitValue: null,
    waitUnit: null,
    nextActionType: null,
    nextActionStepId: null,
    personaId: null,
  },
  Template: { id: ID.template, name: 'First email', builderJson: null },
  UncertainEmail: { id: ID.uncertain },
  User: { id: ID.user, email: EXAMPLE.mailbox },
  Workflow: { id: ID.workflow, name: 'New CTOs each week' },
  WorkflowStep: { id: ID.workflowStep, name: 'Add to Email List', emailListIds: [ID.persona] },
}

const MOMENT = '2027-01-11T09:30:00.000Z'

/**
 * An example value of a schema: the same each time, and valid.
 * @param components the named schemas
 */
export function sampleOf(
  schema: Schema,
  components: Record<string, Schema>,
  name = '',
  object = '',
): unknown {
  const reference = nameOf(schema)
  if (reference === 'JsonValue') return null
  if (reference) return sampleOf(components[reference] ?? {}, components, name, reference)
  const example =
    VALUES_BY_OBJECT[object]?.[name] ??
    (VALUES_BY_OBJECT[object] && name in VALUES_BY_OBJECT[object] ? null : VALUES[name])
  const type = [schema.type].flat()[0]
  const alternatives = schema.anyOf ?? schema.oneOf
  if (example !== undefined && (!schema.enum || schema.enum.includes(example))) return example
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (alternatives)
    return sampleOf(
      alternatives.find((alternative) => alternative.type !== 'null') ?? {},
      components,
      name,
      object,
    )
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {})
    return Object.fromEntries(fields.map(([key, schema]) => [key, sampleOf(schema, components, key, object)]))
  }
  if (type === 'array') return [sampleOf(schema.items ?? {}, components, '', object)]
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, 1)
  if (type === 'boolean') return false
  if (schema.format === 'date-time') return MOMENT
  if (schema.format === 'uuid') return ID.contact
  return type === 'string' ? 'text' : null
}
