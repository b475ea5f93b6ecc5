import { z } from 'zod'
import { SEQUENCE_STATUSES } from '#drizzle/schema/enums'
import { maxEmailsPerWeek } from '~/models/accounts/contact-settings'
import {
  ChangesQuery,
  emptyableId,
  moment,
  optionalText,
  requiredText,
  wholeNumber,
  words,
  yesNo,
} from '~/models/shared/fields'
import { isTimezone } from '~/models/shared/timezone'
import { HOLIDAY_CODES } from './holiday-countries'

const timezone = z
  .string({ error: 'Timezone is required' })
  .min(1, 'Timezone is required')
  .max(100, 'Unknown timezone')
  .refine(isTimezone, 'Unknown timezone')

const LIMIT = 'Contact limit must be a whole number of at least 1'
/** Undefined means unchanged, null means no limit. */
const contactLimit = z
  .union([z.literal('').transform(() => null), z.null(), wholeNumber(1, 10_000_000, LIMIT)], LIMIT)
  .optional()

/** Undefined means unchanged, null means the account's limit. */
const maxEmailsPerContactPerWeek = maxEmailsPerWeek.optional()

/** Fields about senders, tracking and the start date. */
const sending = z.object({
  senderAccountId: emptyableId,
  sendAsEmail: optionalText(254),
  startDate: z.union([z.literal('').transform(() => null), z.null(), moment], 'Invalid date').optional(),
  mailboxIds: z.array(z.uuid('Invalid id')).max(50, 'At most 50 mailboxes'),
  preferSameProvider: yesNo,
  trackingEnabled: yesNo,
})

const DATE = 'Dates must be written as YYYY-MM-DD'
const TIME = 'The latest time must be written as HH:MM'
const DAYS = 'Choose at least one day of the week'

/** On which days and until when it sends. All seven days read as null: every day. */
const timetable = z.object({
  sendDays: z
    .union(
      [
        z.null(),
        z
          .array(wholeNumber(1, 7, 'Days of the week are numbers from 1, Monday, to 7'))
          .min(1, DAYS)
          .max(7, DAYS),
      ],
      DAYS,
    )
    .transform((days) => (days && new Set(days).size < 7 ? [...new Set(days)].sort() : null)),
  latestSendTime: z.union(
    [
      z.null(),
      z.literal('').transform(() => null),
      z
        .string()
        .max(5, TIME)
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME),
    ],
    TIME,
  ),
  holidays: z.union(
    [z.null(), z.literal('').transform(() => null), z.enum(HOLIDAY_CODES)],
    'Unknown country: use its code of two letters',
  ),
  holidayDates: z
    .array(z.iso.date(DATE).max(10, DATE), DATE)
    .max(200, 'At most 200 days')
    .transform((dates) => [...new Set(dates)].sort()),
  useContactTimezone: yesNo,
})

export const NewSequence = z.object({
  ...sending.partial().shape,
  ...timetable.partial().shape,
  name: requiredText('Sequence name is required'),
  description: optionalText(2000),
  timezone: timezone.default('UTC'),
  skipWeekends: yesNo.transform((flag) => flag ?? false),
  contactLimit,
  maxEmailsPerContactPerWeek,
  /** Activating is a separate call. */
  status: z.literal('draft', 'A new sequence is a draft: activate it once it has steps').optional(),
  personaId: emptyableId,
})
export type NewSequence = z.output<typeof NewSequence>

/** Fields of a new sequence that the user cannot set. */
export const NEW_SEQUENCE_DEFAULTS = { totalContacts: 0 } satisfies Partial<Sequence>

export const SequenceChange = z
  .object({
    name: requiredText('Sequence name is required'),
    description: optionalText(2000),
    timezone,
    skipWeekends: yesNo,
    contactLimit,
    maxEmailsPerContactPerWeek,
    status: z.enum(['draft', 'running', 'paused'], 'Unknown status'),
    ...sending.shape,
    ...timetable.shape,
  })
  .partial()
export type SequenceChange = z.output<typeof SequenceChange>

/** The query of the list of sequences. */
export const SequencesQuery = ChangesQuery.extend({
  status: z.enum(SEQUENCE_STATUSES, 'Unknown status').optional(),
  /** A part of the name. */
  q: words,
})
export type SequencesQuery = z.output<typeof SequencesQuery>

/** A sequence as screens and the API show it. */
export interface Sequence {
  id: string
  name: string
  description: string | null
  timezone: string
  skipWeekends: boolean
  contactLimit: number | null
  /** Null: the account's. */
  maxEmailsPerContactPerWeek: number | null
  senderAccountId: string | null
  sendAsEmail: string | null
  mailboxIds: string[]
  /** Whether a contact gets a mailbox of the company that serves its domain, if there is one. */
  preferSameProvider: boolean
  trackingEnabled: boolean
  startDate: Date | null
  sendDays: number[] | null
  /** `HH:MM` */
  latestSendTime: string | null
  /** ISO 3166-1 alpha-2 */
  holidays: string | null
  /** `YYYY-MM-DD` */
  holidayDates: string[]
  useContactTimezone: boolean
  personaId: string | null
  totalContacts: number
  status: 'draft' | 'running' | 'paused'
  createdAt: Date
  updatedAt: Date
}
