import { z } from 'zod'
import { requiredText } from '~/models/shared/fields'

/** The user's key of the lead database; headers carry nothing but visible ASCII. */
export const LeadKey = z.object({
  apiKey: requiredText('Please enter an API key', 500).regex(
    /^[\x21-\x7e]*$/,
    'An API key has no spaces or special letters',
  ),
})
export type LeadKey = z.output<typeof LeadKey>

export const LeadKeySwitch = z.object({ enabled: z.boolean({ error: 'Must be yes or no' }) })
