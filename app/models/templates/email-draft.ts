import { z } from 'zod'

const body = z.string().max(150_000, 'The body is too long').default('')

/** A step's email while it is written. */
export const EmailDraft = z.object({
  /** The step, its variant and the template that is edited. */
  place: z.string().regex(/^[\w:-]{1,120}$/, 'Unknown place'),
  name: z.string().max(200).default(''),
  subject: z.string().max(500).default(''),
  htmlBody: body,
  plainTextBody: body,
})
export type EmailDraft = z.output<typeof EmailDraft>
