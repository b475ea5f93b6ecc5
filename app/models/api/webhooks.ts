import { z } from 'zod'
import {
  DELIVERY_STATES,
  END_REASONS,
  ENROLLMENT_STATUSES,
  WEBHOOK_EVENT_TYPES,
  WORKFLOW_RUN_STATUSES,
} from '#drizzle/schema/enums'
import type { EventType } from '~/models/webhooks/event-types'
import { JobResponse } from './accounts'
import { ContactResponse } from './contacts'
import { ConversationListed } from './inbox'
import { LogResponse, MailboxResponse, UncertainResponse } from './mailboxes'
import { count, id, moment, text } from './shared'

export const WebhookResponse = z.strictObject({ id, url: text, events: z.array(text), active: z.boolean() })
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

const EmailData = z.union([
  LogResponse.extend({ emailId }),
  gone({ emailId, contactEmail: text.optional(), subject: text.optional() }),
])
const UncertainData = z.union([
  UncertainResponse.extend({ emailId }),
  gone({ emailId, contactEmail: text.optional(), subject: text.optional() }),
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
  'email.replied': EmailData,
  'email.bounced': EmailData,
  'email.complained': EmailData,
  'email.unsubscribed': EmailData,
  'email.failed': EmailData,
  'email.uncertain': UncertainData,
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
