import { z } from 'zod'
import { requiredText } from '~/models/shared/fields'

/** The user's key for the lead database. Only visible ASCII, because it is sent in a header. */
export const LeadKey = z.object({
  apiKey: requiredText('Please enter an API key', 500).regex(
    /^[\x21-\x7e]*$/,
    'An API key cannot contain spaces or special characters',
  ),
})
export type LeadKey = z.output<typeof LeadKey>

export const LeadKeySwitch = z.object({ enabled: z.boolean({ error: 'Must be yes or no' }) })
