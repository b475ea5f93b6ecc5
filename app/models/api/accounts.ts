import { z } from 'zod'
import { JOB_STATUSES, JOB_TYPES, NOTIFICATION_TYPES } from '#drizzle/schema/enums'
import { count, id, moment, text } from './shared'

export const UserAnswer = z.strictObject({
  id,
  fullName: text,
  email: text,
  timezone: text,
  createdAt: moment,
  defaultSenderAccountId: id.nullable(),
  defaultSendAsEmail: text.nullable(),
  apolloApiKey: text.nullable(),
  apolloApiKeyEnabled: z.boolean(),
})

export const NotificationAnswer = z.strictObject({
  id,
  type: z.enum(NOTIFICATION_TYPES),
  title: text,
  message: text,
  isRead: z.boolean(),
  metadata: z.record(text, z.unknown()),
  createdAt: moment,
})
export const NotificationCount = z.strictObject({ count })

export const QueueStatus = z.strictObject({
  scheduled: count,
  sending: count,
  sent: count,
  failed: count,
  uncertain: count,
  held: count,
  oldestDueAt: moment.nullable(),
  jobs: z.strictObject({ pending: count, processing: count, failed: count }),
})

export const JobAnswer = z.strictObject({
  id,
  type: z.enum(JOB_TYPES),
  status: z.enum(JOB_STATUSES),
  progress: z.record(text, z.unknown()),
  error: text.nullable(),
  createdAt: moment,
  processedAt: moment.nullable(),
})
