import { z } from 'zod'
import { EVENT_DATA } from '~/models/api/webhooks'
import { EVENT_WORDS, type EventType } from '~/models/webhooks/event-types'
import type { Schemas } from './schemas.server'
import type { ApiDescription } from './types'

/** The events that webhooks are told about, in the form of the Standard Webhooks specification. */
export function describeEvents(schemas: Schemas): ApiDescription['webhooks'] {
  const types = Object.keys(EVENT_DATA) as EventType[]
  return Object.fromEntries(
    types.map((type) => {
      const body = z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data: EVENT_DATA[type] })
      const post = {
        operationId: type,
        tags: ['webhooks'],
        summary: EVENT_WORDS[type],
        security: [] as [],
        requestBody: {
          required: true as const,
          content: { 'application/json': { schema: schemas.describe(body, 'output') } },
        },
        responses: { '2XX': { description: 'Received. Any other status is retried.' } },
      }
      return [type, { post }]
    }),
  )
}
