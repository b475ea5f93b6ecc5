import { z } from 'zod'
import type { Uses } from '~/models/shared/uses/uses'

/** Building blocks of the response schemas of `/api`. Dates are ISO texts, and objects are strict. */

export const id = z.uuid()
export const moment = z.iso.datetime()
export const count = z.int().min(0)
/** A percentage from 0 to 100. */
export const percentage = z.number().min(0).max(100)
export const text = z.string()

/** Success without further data. */
export const Done = z.strictObject({ ok: z.literal(true) })
export const MessageResponse = z.strictObject({ message: text })
export const JobStartedResponse = z.strictObject({ jobId: id })

const Named = z.strictObject({ id, name: text })
/** What a refused deletion would affect. */
export const UsesResponse = z.strictObject({
  contacts: count,
  emails: count,
  sequences: z.array(Named),
  sequenceCount: count,
  workflows: z.array(Named),
  workflowCount: count,
  steps: z.array(Named),
  templates: z.array(Named).optional(),
  views: z.array(Named).optional(),
  lists: z.array(Named).optional(),
}) satisfies z.ZodType<Uses>
