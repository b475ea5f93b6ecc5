import { z } from 'zod'
import { TEMPLATE_TYPES } from '#drizzle/schema/enums'
import { id, moment, text } from './shared'

export const TemplateResponse = z.strictObject({
  id,
  name: text,
  subject: text,
  templateType: z.enum(TEMPLATE_TYPES),
  htmlBody: text,
  plainTextBody: text.nullable(),
  /** The visual builder's design; null for HTML templates. */
  builderJson: z.unknown(),
  /** False for an email that was written in a step: lists of templates leave it out. */
  shared: z.boolean(),
  createdAt: moment,
  updatedAt: moment,
})

/** A template that was just saved. */
export const SavedTemplateResponse = TemplateResponse.extend({
  /** Problems that prevent or may harm its emails. */
  warnings: z.array(text),
})

export const PreviewResponse = z.strictObject({
  subject: text,
  htmlBody: text,
  plainTextBody: text,
  sampleContact: z.strictObject({ firstName: text, lastName: text, email: text }),
  findings: z.array(z.strictObject({ severity: z.enum(['error', 'warning', 'note']), text, advice: text })),
})

export const GeneratedBody = z.strictObject({ htmlBody: text })
