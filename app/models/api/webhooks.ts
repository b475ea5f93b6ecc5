import { z } from 'zod'
import {
  DELIVERY_STATES,
  END_REASONS,
  ENROLLMENT_STATUSES,
  WEBHOOK_EVENT_TYPES,
  WORKFLOW_RUN_STATUSES,
} from '#drizzle/schema/enums'
import type { EventType } from '~/models/webhooks/event-types'
import { JobAnswer } from './accounts'
import { ContactAnswer } from './contacts'
import { ConversationListed } from './inbox'
import { LogAnswer, MailboxAnswer, UncertainAnswer } from './mailboxes'
import { count, id, moment, text } from './shared'

export const WebhookAnswer = z.strictObject({ id, url: text, events: z.array(text), active: z.boolean() })
export const CreatedWebhookAnswer = WebhookAnswer.extend({ secret: text })
/** With the new secret, if it was replaced. */
export const ChangedWebhookAnswer = WebhookAnswer.extend({ secret: text.optional() })
export const TestedWebhookAnswer = z.strictObject({ deliveryId: id })

export const DeliveriesAnswer = z.strictObject({
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

const EnrollmentData = z.strictObject({
  id,
  sequenceId: id,
  contactId: id.nullable(),
  contactEmail: text.nullable(),
  status: z.enum(ENROLLMENT_STATUSES),
  endReason: z.enum(END_REASONS).nullable(),
  enrolledAt: moment,
  completedAt: moment.nullable(),
})

const WorkflowRunData = z.strictObject({
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

/** The `data` of each type of event. An object that is gone by the first attempt has only its id and a few facts. */
export const EVENT_DATA: Record<EventType, z.ZodType> = {
  'email.sent': LogAnswer,
  'email.opened': LogAnswer,
  'email.replied': LogAnswer,
  'email.bounced': LogAnswer,
  'email.complained': LogAnswer,
  'email.unsubscribed': LogAnswer,
  'email.failed': LogAnswer,
  'email.uncertain': UncertainAnswer,
  'contact.created': ContactAnswer,
  'contact.updated': ContactAnswer,
  'contact.suppressed': ContactAnswer,
  'enrollment.started': EnrollmentData,
  'enrollment.ended': EnrollmentData,
  'conversation.labelled': ConversationListed,
  'mailbox.paused': MailboxAnswer,
  'mailbox.expired': MailboxAnswer,
  'import.finished': JobAnswer,
  'workflow.run_finished': WorkflowRunData,
  'webhook.test': z.strictObject({ message: text }),
}
