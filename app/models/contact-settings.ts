import { z } from 'zod'

/** What a reply means for the contact's other sequences: hold them for 7 days, stop them, or leave them alone. */
export const OTHER_REPLIES = ['hold', 'stop', 'ignore'] as const

export const CONTACT_SETTING_DEFAULTS = { maxContinuousNotOpens: 3, otherReplies: 'hold' } as const

const WHOLE = 'Must be a whole number'

/** An empty input falls back to 1 (specification document 2, section 5). */
export const ContactSettings = z.object({
  maxContinuousNotOpens: z.preprocess(
    (value) => (value === '' || value === undefined || value === null ? 1 : value),
    z.coerce.number({ error: WHOLE }).int(WHOLE).min(1, 'Must be at least 1').max(50, 'Must be at most 50'),
  ),
  /** Unchanged when it is not given. */
  otherReplies: z.enum(OTHER_REPLIES, 'Choose hold, stop or ignore').optional(),
})
export type ContactSettings = z.output<typeof ContactSettings>
