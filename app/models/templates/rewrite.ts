import { z } from 'zod'
import { requiredText } from '~/models/shared/fields'
import { AI_DEFAULTS, AI_LANGUAGES, AI_TASKS } from './ai-choices'

/** Longest body that is sent to the AI service, in characters. */
const MOST = 20_000

/** The refusal of an email without words. */
export const NO_TEXT = 'Write the email first'

/** An email to rewrite, or to find subjects for. */
export const RewriteRequest = z.object({
  task: z.enum(AI_TASKS, 'Choose what to do'),
  subject: z.string().max(500, 'The subject is too long').default(''),
  htmlBody: requiredText(NO_TEXT, MOST),
  /** Of a translation. */
  language: z.enum(AI_LANGUAGES, 'Choose one of the languages').default(AI_DEFAULTS.language),
})
export type RewriteRequest = z.output<typeof RewriteRequest>

/** A suggestion: another body, or several subjects. */
export type Rewrite = { htmlBody: string } | { subjects: string[] }
