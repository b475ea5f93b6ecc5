import { z } from 'zod'
import type { WEBHOOK_OFF_REASONS } from '#drizzle/schema/enums'
import { PageQuery } from '~/models/shared/fields'
import { EVENT_TYPES } from './event-types'

/** What an endpoint asks for: some types of events, or `*` for all, also those of later versions. */
const events = z
  .array(z.enum(['*', ...EVENT_TYPES], 'Unknown event'), 'Choose at least one event')
  .min(1, 'Choose at least one event')
  .max(100, 'At most 100 events')
  .transform((chosen) => (chosen.includes('*') ? ['*'] : [...new Set<string>(chosen)]))

const MISSING = 'Enter the address that events are sent to'

/** An address without credentials. Whether its host may be used is checked when it is saved, and at each delivery. */
const url = z
  .string({ error: MISSING })
  .trim()
  .min(1, MISSING)
  .max(2000, 'Must be at most 2000 characters')
  .transform((text, context) => {
    const parsed = URL.canParse(text) ? new URL(text) : null
    if (parsed && /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.password) {
      parsed.hash = ''
      return parsed.href
    }
    const message = parsed?.username
      ? 'User names and passwords in addresses are not supported'
      : 'Must be an address such as https://example.com/hooks'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/** A new webhook. */
export const NewWebhook = z.object({ url, events })
export type NewWebhook = z.output<typeof NewWebhook>

/** A change of a webhook. `rotateSecret` replaces its secret: for a day, the old one signs too. */
export const WebhookChange = z.object({
  url: url.optional(),
  events: events.optional(),
  active: z.boolean('Must be yes or no').optional(),
  rotateSecret: z.boolean('Must be yes or no').optional(),
})
export type WebhookChange = z.output<typeof WebhookChange>

/** The form of a webhook: one checkbox for each type, or all. */
export const WebhookForm = z.object({
  url,
  events: z.preprocess((chosen) => (chosen === undefined ? [] : [chosen].flat()), events),
})

/** The query of a webhook's deliveries. */
export const DeliveriesQuery = PageQuery.extend({ limit: PageQuery.shape.limit.unwrap().default(100) })
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>

/** A webhook as its owner sees it. */
export interface Webhook {
  id: string
  url: string
  events: string[]
  active: boolean
  /** The API key that made or changed it, with which it ends; null if a person did. */
  apiKeyId: string | null
}

/** Why Coldframe switched a webhook off. */
export type OffReason = (typeof WEBHOOK_OFF_REASONS)[number]
