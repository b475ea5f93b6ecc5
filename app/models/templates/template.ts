import { z } from 'zod'
import { TEMPLATE_TYPES } from '#drizzle/schema/enums'
import { parseBoundedJson } from '~/models/shared/bounded-json'
import { ChangesQuery, json, requiredText, words, yesNo } from '~/models/shared/fields'
import { GenerateRequest } from './ai'

const REQUIRED = 'Name and subject are required'

/** The maximum number of characters of a body. Gmail clips emails at 102 KB, and no client handles larger ones well. */
const MAX_BODY = 150_000

/** The maximum number of characters of a visual builder's design, which lists every block and style of the body. */
const MAX_DESIGN = 1_000_000

const TOO_LONG = `The body is too long: at most ${MAX_BODY.toLocaleString('en')} characters`

const fields = z.object({
  name: requiredText(REQUIRED),
  subject: requiredText(REQUIRED, 500).refine((text) => !/[\r\n]/.test(text), 'The subject must be one line'),
  templateType: z.enum(TEMPLATE_TYPES, 'Choose HTML Editor or Visual Builder').default('html'),
  htmlBody: z.string({ error: 'HTML body is required' }).max(MAX_BODY, TOO_LONG).default(''),
  plainTextBody: z
    .string({ error: 'Must be a text' })
    .max(MAX_BODY, TOO_LONG)
    .transform((text) => (text.trim() ? text : null))
    .nullish(),
  builderJson: json.optional(),
  /** Whether lists of templates have it; if absent, a new one is shared. */
  shared: yesNo,
})

/** The error for a template without a body. An untouched visual builder exports an empty body. */
export const NO_BODY = { html: 'HTML body is required', builder: 'Email body is required' } as const

/** The error for HTML that was changed beside the visual builder. */
export const NOT_IN_DESIGN =
  'This HTML was changed, but not the design of the Visual Builder, which would replace it. Choose HTML Editor to save it: the email leaves the builder then. Or undo the change.'

/** Requires a body, from either editor. */
const requireBody = (
  { templateType, htmlBody }: { templateType: keyof typeof NO_BODY; htmlBody: string },
  context: z.RefinementCtx,
) => {
  if (!htmlBody.trim())
    context.addIssue({ code: 'custom', path: ['htmlBody'], message: NO_BODY[templateType] })
}

export const NewTemplate = fields.superRefine(requireBody)
export type NewTemplate = z.output<typeof NewTemplate>

export const TemplateChange = fields
  .extend({
    templateType: z.enum(TEMPLATE_TYPES),
    htmlBody: z.string().max(MAX_BODY, TOO_LONG),
  })
  .partial()
export type TemplateChange = z.output<typeof TemplateChange>

/** A body that is not blank. Not trimmed. */
const body = (message: string) =>
  z
    .string({ error: message })
    .max(MAX_BODY, TOO_LONG)
    .refine((text) => text.trim() !== '', message)

/** The visual builder's design, from a hidden field. Without JavaScript it is absent and stays unchanged. */
const design = z
  .string()
  .max(MAX_DESIGN, 'The design is too large')
  .transform((text, context) => {
    try {
      return json.parse(parseBoundedJson(text))
    } catch {
      context.addIssue({ code: 'custom', message: 'Failed to export from editor. Please try again.' })
      return z.NEVER
    }
  })
  .optional()

const editor = {
  plainTextBody: fields.shape.plainTextBody,
  templateType: fields.shape.templateType,
  builderJson: design,
  shared: fields.shape.shared,
}

const saved = {
  ...editor,
  name: fields.shape.name,
  subject: fields.shape.subject,
  htmlBody: fields.shape.htmlBody,
}

const typed = z.string().max(MAX_BODY, TOO_LONG).default('')

/**
 * The editor's form: save, save a copy for the step that it was opened from, preview, send a test and, without JavaScript, the AI dialog
 * (`ask` opens it, `generate` submits it).
 */
export const TemplateFields = z.discriminatedUnion('intent', [
  z.object({ ...saved, intent: z.literal('save') }).superRefine(requireBody),
  z.object({ ...saved, intent: z.literal('copy') }).superRefine(requireBody),
  z.object({
    ...editor,
    intent: z.literal('preview'),
    name: z.string().max(200, 'Must be at most 200 characters').default(''),
    subject: requiredText('Subject is required for preview', 500),
    htmlBody: body('Email body is required for preview'),
  }),
  z.object({
    ...editor,
    intent: z.literal('test'),
    name: typed,
    subject: requiredText('Subject is required for a test', 500),
    htmlBody: body('Email body is required for a test'),
  }),
  z.object({ ...editor, intent: z.literal('ask'), name: typed, subject: typed, htmlBody: typed }),
  GenerateRequest.extend({ ...editor, intent: z.literal('generate'), name: typed, htmlBody: typed }),
])
export type TemplateFields = z.output<typeof TemplateFields>

export const PreviewRequest = z.object({
  subject: requiredText('Subject is required for preview', 500),
  htmlBody: requiredText('Email body is required for preview', MAX_BODY),
  plainTextBody: z.string().max(MAX_BODY, TOO_LONG).nullish(),
  contactData: z
    .object({
      firstName: z.string().max(200),
      lastName: z.string().max(200),
      name: z.string().max(400),
      email: z.string().max(254),
    })
    .partial()
    .optional(),
})
export type PreviewRequest = z.output<typeof PreviewRequest>

export const SendTest = z.object({
  /** Some clients repeat the template's id here. It must match the path. */
  templateId: z
    .string({ error: 'No template selected' })
    .trim()
    .min(1, 'No template selected')
    .max(100, 'Template not found')
    .optional(),
  email: z
    .string({ error: 'Email address is required' })
    .trim()
    .min(1, 'Email address is required')
    .max(254, 'Invalid email address')
    .pipe(z.email('Invalid email address')),
  senderAccountId: z
    .union([z.uuid(), z.literal('')])
    .nullish()
    .transform((id) => id || null),
  sendAsEmail: z
    .string()
    .max(254)
    .nullish()
    .transform((text) => text?.trim() || null),
})
export type SendTest = z.output<typeof SendTest>

/** The query of the list of templates. */
export const TemplatesQuery = ChangesQuery.extend({
  /** A part of the name or subject. */
  q: words,
})
export type TemplatesQuery = z.output<typeof TemplatesQuery>
