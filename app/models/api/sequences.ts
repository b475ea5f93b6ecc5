import { z } from 'zod'
import {
  CAMPAIGN_STATUSES,
  ENROLLMENT_STATUSES,
  HOLD_REASONS,
  NEXT_ACTION_TYPES,
  NEXT_KINDS,
  STEP_TYPES,
  WAIT_UNITS,
} from '#drizzle/schema/enums'
import { count, id, JobStartedResponse, moment, percentage, text } from './shared'

export const SequenceResponse = z.strictObject({
  id,
  name: text,
  description: text.nullable(),
  timezone: text,
  skipWeekends: z.boolean(),
  contactLimit: count.nullable(),
  maxEmailsPerContactPerWeek: count.nullable(),
  senderAccountId: id.nullable(),
  sendAsEmail: text.nullable(),
  mailboxIds: z.array(id),
  preferSameProvider: z.boolean(),
  trackingEnabled: z.boolean(),
  startDate: moment.nullable(),
  sendDays: z.array(count).nullable(),
  latestSendTime: text.nullable(),
  holidays: text.nullable(),
  holidayDates: z.array(text),
  useContactTimezone: z.boolean(),
  personaId: id.nullable(),
  totalContacts: count,
  status: z.enum(CAMPAIGN_STATUSES),
  createdAt: moment,
  updatedAt: moment,
})
export const LinkedSequence = z.strictObject({ message: text, sequence: SequenceResponse })

const next = z.enum(NEXT_KINDS)
export const StepResponse = z.strictObject({
  id,
  sequenceId: id,
  stepType: z.enum(STEP_TYPES),
  name: text,
  order: count,
  delayDays: count,
  sendHour: count,
  sendMinute: count,
  reactionWindowHours: count,
  reactionWindowMinutes: count,
  templateId: id.nullable(),
  variants: z.array(z.strictObject({ templateId: id.nullable(), weight: count, active: z.boolean() })),
  skipWeekends: z.boolean(),
  sameThread: z.boolean(),
  branchOnly: z.boolean(),
  notOpenedNext: next,
  notOpenedStepId: id.nullable(),
  notOpenedWaitDays: count,
  openedNoReplyNext: next,
  openedNoReplyStepId: id.nullable(),
  openedNoReplyWaitDays: count,
  repliedNext: next,
  repliedStepId: id.nullable(),
  repliedWaitDays: count,
  waitValue: count.nullable(),
  waitUnit: z.enum(WAIT_UNITS).nullable(),
  nextActionType: z.enum(NEXT_ACTION_TYPES).nullable(),
  nextActionStepId: id.nullable(),
  personaId: id.nullable(),
  createdAt: moment,
})

const reactions = { totalSent: count, totalOpened: count, totalReplied: count }
export const AnalyticsResponse = z.strictObject({
  totalEmailsSent: count,
  totalOpened: count,
  totalReplied: count,
  totalBounced: count,
  totalFailed: count,
  pendingEmails: count,
  openRate: percentage,
  replyRate: percentage,
  stepStats: z.array(
    z.strictObject({
      stepId: id,
      stepName: text,
      ...reactions,
      openRate: percentage,
      replyRate: percentage,
      variants: z
        .array(z.strictObject({ templateId: id, sent: count, opened: count, replied: count, bounced: count }))
        .optional(),
    }),
  ),
})

/** The result for few contacts; for many, the job that enrolls them. */
export const ResumeResponse = z.strictObject({ resumed: count })

export const EnrollResponse = z.union([
  z.strictObject({
    enrolled: count,
    already: count,
    skipped: count,
    reasons: z
      .strictObject({ suppressed: count, unsubscribed: count, hardBounced: count, domain: count })
      .partial(),
    overLimit: count,
  }),
  JobStartedResponse,
])

/** A contact in a sequence. Of a deleted contact only this is left. */
export const EnrolledResponse = z.strictObject({
  contactId: id.nullable(),
  email: text.nullable(),
  name: text,
  status: z.enum(ENROLLMENT_STATUSES),
  holdReason: z.enum(HOLD_REASONS).nullable(),
  stepId: id.nullable(),
  nextActionAt: moment.nullable(),
})
export const EnrolledListResponse = z.strictObject({
  contacts: z.array(EnrolledResponse),
  nextCursor: text.nullable(),
  hasMore: z.boolean(),
})

/** A local day of a report. */
export const DailyResponse = z.strictObject({
  days: z.array(
    z.strictObject({
      date: z.iso.date(),
      sent: count,
      opened: count,
      replied: count,
      bounced: count,
      unsubscribed: count,
    }),
  ),
})

/** A version of a sequence. What it changed is null for the oldest one that is kept. */
export const VersionResponse = z.strictObject({
  number: count,
  createdAt: moment,
  author: text.nullable(),
  restoredFrom: count.nullable(),
  differences: z.array(z.strictObject({ part: text, changes: z.array(text) })).nullable(),
  isCurrent: z.boolean(),
  staying: count,
})

/** What a sequence will send if no contact reacts. */
export const ForecastResponse = z.strictObject({
  days: z.array(z.strictObject({ day: z.iso.date(), firstMails: count, followUps: count, others: count })),
  mails: count,
  people: count,
  unreached: count,
  lastDay: z.iso.date().nullable(),
  cut: z.boolean(),
  weeklyLimit: count.nullable(),
  inOtherSequence: count,
  companyReplied: count,
})
