import { z } from 'zod'
import { JOB_STATUSES, JOB_TYPES, KEY_SCOPES, NOTIFICATION_TYPES } from '#drizzle/schema/enums'
import { count, id, moment, text } from './shared'

export const UserResponse = z.strictObject({
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

export const KeyResponse = z.strictObject({
  id,
  name: text,
  scope: z.enum(KEY_SCOPES),
  prefix: text,
  sequenceIds: z.array(id).nullable(),
  personaIds: z.array(id).nullable(),
  maySend: z.boolean(),
  mayDelete: z.boolean(),
  lastUsedAt: moment.nullable(),
  expiresAt: moment.nullable(),
})
/** Who makes a call; the key is null for a session. */
export const CallerResponse = z.strictObject({
  user: UserResponse.pick({ id: true, email: true, fullName: true }),
  key: KeyResponse.omit({ prefix: true, lastUsedAt: true }).nullable(),
})
export const CreatedKeyResponse = KeyResponse.extend({ key: text })

export const NotificationResponse = z.strictObject({
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

export const JobResponse = z.strictObject({
  id,
  type: z.enum(JOB_TYPES),
  status: z.enum(JOB_STATUSES),
  progress: z.record(text, z.unknown()),
  error: text.nullable(),
  createdAt: moment,
  processedAt: moment.nullable(),
  downloadUrl: text.optional(),
})
