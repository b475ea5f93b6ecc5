import { z } from 'zod'
import {
  DELIVERY_STATES,
  END_REASONS,
  ENROLLMENT_STATUSES,
  WEBHOOK_EVENT_TYPES,
  WORKFLOW_RUN_STATUSES,
} from '#drizzle/schema/enums'
import { type EventType, TOLD_HOLDS } from '~/models/webhooks/event-types'
import { JobResponse } from './accounts'
import { ContactResponse } from './contacts'
import { ConversationListed } from './inbox'
import { EMAIL_IDS, LogResponse, MailboxResponse, UncertainResponse } from './mailboxes'
import { count, id, moment, text } from './shared'

export const WebhookResponse = z.strictObject({
  id,
  url: text,
  events: z.array(text),
  active: z.boolean(),
  apiKeyId: id.nullable(),
})
export const CreatedWebhookResponse = WebhookResponse.extend({ secret: text })
/** With the new secret, if it was replaced. */
export const ChangedWebhookResponse = WebhookResponse.extend({ secret: text.optional() })
export const TestedWebhookResponse = z.strictObject({ deliveryId: id })

export const DeliveriesResponse = z.strictObject({
  deliveries: z.array(
    z.strictObject({
      id,
      type: z.enum(WEBHOOK_EVENT_TYPES),
      status: z.enum(DELIVERY_STATES),
      attempts: count,
      responseStatus: count.nullable(),
      error: text.nullable(),
      nextAttemptAt: moment.nullable(),
      payload: z.record(text, z.unknown()).nullable(),
      at: moment,
    }),
  ),
  nextCursor: text.nullable(),
  hasMore: z.boolean(),
})

const EnrollmentObject = z.strictObject({
  id,
  sequenceId: id,
  contactId: id.nullable(),
  contactEmail: text.nullable(),
  status: z.enum(ENROLLMENT_STATUSES),
  endReason: z.enum(END_REASONS).nullable(),
  enrolledAt: moment,
  completedAt: moment.nullable(),
})

const WorkflowRun = z.strictObject({
  id,
  workflowId: id,
  workflowName: text,
  status: z.enum(WORKFLOW_RUN_STATUSES),
  scheduledFor: moment,
  startedAt: moment.nullable(),
  completedAt: moment.nullable(),
  leadsFound: count,
  leadsProcessed: count,
  error: text.nullable(),
})

/** Of events about emails: the same in all events about one email. */
const emailId = id

/** An object that no longer exists by the first attempt: its id and a few facts, without these if it was about an erased person. */
const gone = (facts: z.ZodRawShape) => z.strictObject({ id, ...facts })

/** Of events about emails: the contact's own fields. */
const { custom } = ContactResponse.shape

const goneEmail = gone({ emailId, contactEmail: text.optional(), subject: text.optional() })
const EmailData = z.union([LogResponse.extend({ emailId, custom }), goneEmail])
const replyText = z
  .string()
  .describe('The text of the newest reply, without quotes. Empty once it was removed for its age.')
const RepliedData = z.union([LogResponse.extend({ emailId, custom, replyText }), goneEmail])
const UncertainData = z.union([UncertainResponse.extend({ emailId, custom }), goneEmail])
const HeldData = z.union([
  z.strictObject({
    id,
    contactEmail: text.nullable(),
    ...EMAIL_IDS,
    custom,
    /** Absent if the person was erased. */
    reason: z.enum(TOLD_HOLDS).optional(),
    detail: text.nullable(),
  }),
  gone({
    sequenceId: id.optional(),
    contactId: id.nullable().optional(),
    reason: z.enum(TOLD_HOLDS).optional(),
  }),
])
const ContactData = z.union([ContactResponse, gone({ email: text.optional() })])
const EnrollmentData = z.union([
  EnrollmentObject,
  gone({
    sequenceId: id.optional(),
    contactId: id.nullable().optional(),
    endReason: z.enum(END_REASONS).nullable().optional(),
  }),
])
const MailboxData = z.union([MailboxResponse, gone({ email: text.optional() })])

/** The `data` of each type of event. */
export const EVENT_DATA: Record<EventType, z.ZodType> = {
  'email.sent': EmailData,
  'email.opened': EmailData,
  'email.replied': RepliedData,
  'email.bounced': EmailData,
  'email.complained': EmailData,
  'email.unsubscribed': EmailData,
  'email.failed': EmailData,
  'email.uncertain': UncertainData,
  'email.held': HeldData,
  'contact.created': ContactData,
  'contact.updated': ContactData,
  'contact.suppressed': ContactData,
  'enrollment.started': EnrollmentData,
  'enrollment.ended': EnrollmentData,
  'conversation.labelled': z.union([
    ConversationListed,
    gone({ label: text.optional(), contactId: id.nullable().optional() }),
  ]),
  'mailbox.paused': MailboxData,
  'mailbox.expired': MailboxData,
  'import.finished': z.union([JobResponse, gone({ type: text.optional(), status: text.optional() })]),
  'workflow.run_finished': z.union([
    WorkflowRun,
    gone({ workflowId: id.optional(), status: z.enum(WORKFLOW_RUN_STATUSES).optional() }),
  ]),
  'webhook.test': z.strictObject({ message: text }),
}
