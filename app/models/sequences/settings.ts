import { z } from 'zod'
import { optionalText, yesNo } from '~/models/shared/fields'
import { NewSequence, SequenceChange } from './sequence'

/** Forms omit empty fields and unchecked boxes. There, an absent field means "none", not "unchanged". */
const nullIfAbsent = <T>(value: T | null | undefined): T | null => value ?? null
const checkbox = yesNo.transform((flag) => flag ?? false)

const { timezone, contactLimit, maxEmailsPerContactPerWeek, senderAccountId, sendAsEmail, mailboxIds } =
  SequenceChange.shape
const { sendDays, latestSendTime, holidays, holidayDates } = SequenceChange.shape

/** What Save as Draft saves (specification document 1, section 4). */
export const SequenceDraft = z.object({
  name: NewSequence.shape.name,
  description: optionalText(2000).transform(nullIfAbsent),
  timezone: timezone.pipe(z.string({ error: 'Timezone is required' })),
  skipWeekends: checkbox,
})

/** All fields of the Settings tab. */
export const SequenceSettings = z.object({
  ...SequenceDraft.shape,
  contactLimit: contactLimit.transform(nullIfAbsent),
  maxEmailsPerContactPerWeek: maxEmailsPerContactPerWeek.transform(nullIfAbsent),
  senderAccountId: senderAccountId.transform(nullIfAbsent),
  sendAsEmail: sendAsEmail.transform(nullIfAbsent),
  /** A date in the sequence's time zone. */
  startDate: z.iso.date('Invalid date').optional().transform(nullIfAbsent),
  mailboxIds: mailboxIds.transform((ids) => ids ?? []),
  preferSameProvider: checkbox,
  trackingEnabled: checkbox,
  // An array without a day, because absent boxes mean that none is checked.
  sendDays: z.preprocess((days) => days ?? [], sendDays.unwrap()),
  latestSendTime: latestSendTime.transform(nullIfAbsent),
  holidays: holidays.transform(nullIfAbsent),
  /** Dates in a text, separated by spaces or commas. The field shows what is wrong with any of them. */
  holidayDates: z
    .string()
    .max(4000, 'At most 200 days')
    .default('')
    .transform((text, context) => {
      const { data, error } = holidayDates.unwrap().safeParse(text.split(/[\s,;]+/).filter(Boolean))
      if (data) return data
      context.addIssue({ code: 'custom', message: error.issues[0]!.message })
      return z.NEVER
    }),
  useContactTimezone: checkbox,
})

export type SequenceSettings = z.output<typeof SequenceDraft> & Partial<z.output<typeof SequenceSettings>>
