import { z } from 'zod'

export const CONTACT_SETTING_DEFAULTS = { maxContinuousNotOpens: 3 } as const

const WHOLE = 'Must be a whole number'

/** An empty input falls back to 1 (specification document 2, section 5). */
export const ContactSettings = z.object({
  maxContinuousNotOpens: z.preprocess(
    (value) => (value === '' || value === undefined || value === null ? 1 : value),
    z.coerce.number({ error: WHOLE }).int(WHOLE).min(1, 'Must be at least 1').max(50, 'Must be at most 50'),
  ),
})
export type ContactSettings = z.output<typeof ContactSettings>
