import { z } from 'zod'
import { EVENT_DATA } from '~/models/api/webhooks'
import { EVENT_WORDS, type EventType } from '~/models/webhooks/event-types'
import type { Schema } from './samples'
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
          content: { 'application/json': { schema: withTexts(schemas.describe(body, 'output')) } },
        },
        responses: { '2XX': { description: 'Received. Any other status is retried.' } },
      }
      return [type, { post }]
    }),
  )
}

const GONE =
  'The object no longer exists. Its id and a few facts as of the event; only the id if it was about a person who was erased.'
const EMAIL =
  "The email's id: the same in all events about one email. In `email.uncertain` it equals `id`; elsewhere `id` is that of the entry in the sending log."

/** Explains what `data` has beside the object as `/api` shows it. */
function withTexts({ properties, ...schema }: Schema): Schema {
  const { data, ...others } = properties!
  const [found, gone] = data!.anyOf ?? []
  if (!found || !gone) return { properties, ...schema }
  const own = found.properties?.emailId
  const object = own
    ? { ...found, properties: { ...found.properties, emailId: { ...own, description: EMAIL } } }
    : found
  const anyOf = [object, { ...gone, description: GONE }]
  return { ...schema, properties: { ...others, data: { ...data, anyOf } } }
}
