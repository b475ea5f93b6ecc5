import { z } from 'zod'
import { INTEGRATION_STATUSES } from '#drizzle/schema/enums'
import { count, JobStartedResponse, moment, text } from './shared'

export const SuggestionsResponse = z.strictObject({
  suggestions: z.union([z.array(text), z.array(z.strictObject({ name: text, id: text }))]),
})

const LeadResponse = z.strictObject({
  id: text,
  name: text,
  first_name: text,
  last_name: text,
  title: text.nullable(),
  email: text.nullable(),
  linkedin_url: text.nullable(),
  city: text.nullable(),
  state: text.nullable(),
  country: text.nullable(),
  organization: z.strictObject({ name: text.nullable(), logo_url: text.nullable() }),
  known: z.boolean(),
})
export const LeadsResponse = z.strictObject({
  people: z.array(LeadResponse),
  pagination: z.strictObject({ page: count, per_page: count, total_entries: count, total_pages: count }),
})

/** What a call would cost. */
export const CostResponse = z.strictObject({ leads: count, credits: count })
/** The job, or with `dryRun` what it would cost. */
export const LeadsStarted = z.union([JobStartedResponse, CostResponse])

export const RevealResponse = z.union([
  z.strictObject({ email: text }),
  z.strictObject({ message: text }),
  CostResponse,
])

export const LeadKeyResponse = z.strictObject({ apolloApiKey: text, apolloApiKeyEnabled: z.boolean() })
export const EnabledResponse = z.strictObject({ enabled: z.boolean() })

export const WorkspaceResponse = z.strictObject({
  status: z.enum(INTEGRATION_STATUSES),
  userEmail: text.nullable(),
  createdAt: moment,
})
