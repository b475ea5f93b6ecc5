import { z } from 'zod'
import { wholeNumber, yesNo } from '~/models/shared/fields'

/** The effect of a reply on other enrollments, of the contact or of colleagues: hold them for 7 days, stop them, or ignore it. */
export const OTHER_REPLIES = ['hold', 'stop', 'ignore'] as const

export const CONTACT_SETTING_DEFAULTS = {
  maxContinuousNotOpens: 3,
  otherReplies: 'hold',
  maxEmailsPerContactPerWeek: null,
  oneSequencePerContact: false,
  companyReply: 'ignore',
} as const

const WHOLE = 'Must be a whole number'
const WEEKLY = 'Emails per week must be a whole number from 1 to 100'

const maxNotOpens = z.preprocess(
  (value) => (typeof value === 'string' ? Number(value.trim() || 1) : value),
  z.number({ error: WHOLE }).int(WHOLE).min(1, 'Must be at least 1').max(50, 'Must be at most 50').optional(),
)

/** At most this many emails to one contact in 7 days, over all sequences. An empty text means no limit, or the account's. */
export const maxEmailsPerWeek = z.union(
  [z.literal('').transform(() => null), z.null(), wholeNumber(1, 100, WEEKLY)],
  WEEKLY,
)

/** Absent settings are unchanged. An empty text is an empty input, which falls back to 1 (specification document 2, section 5). */
export const ContactSettings = z.object({
  maxContinuousNotOpens: maxNotOpens,
  otherReplies: z.enum(OTHER_REPLIES, 'Choose hold, stop or ignore').optional(),
  maxEmailsPerContactPerWeek: maxEmailsPerWeek.optional(),
  /** Whether a contact's later enrollments wait until the earlier ones have ended. */
  oneSequencePerContact: yesNo,
  /** What a reply does to the enrollments of other contacts with the same domain. */
  companyReply: z.enum(OTHER_REPLIES, 'Choose hold, stop or ignore').optional(),
})
export type ContactSettings = z.output<typeof ContactSettings>

/** The form has every field, so an absent number was emptied. */
export const ContactSettingsForm = ContactSettings.extend({
  maxContinuousNotOpens: z.preprocess((value) => value ?? '', maxNotOpens),
  maxEmailsPerContactPerWeek: maxEmailsPerWeek.optional().transform((limit) => limit ?? null),
  oneSequencePerContact: yesNo.transform((checked) => checked ?? false),
})
