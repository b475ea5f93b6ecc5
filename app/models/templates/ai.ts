import { z } from 'zod'
import { optionalWholeNumber, requiredText } from '~/models/shared/fields'
import { AI_DEFAULTS, AI_LANGUAGES, AI_TONES, AI_WORDS } from './ai-choices'

export const GenerateRequest = z.object({
  subject: requiredText('Subject is required', 500),
  language: z.enum(AI_LANGUAGES, 'Choose one of the languages').default(AI_DEFAULTS.language),
  tone: z.enum(AI_TONES, 'Choose one of the tones').default(AI_DEFAULTS.tone),
  wordCount: optionalWholeNumber(AI_WORDS.min, AI_WORDS.max, 'Word count must be from 50 to 1000').transform(
    (words) => words ?? AI_DEFAULTS.wordCount,
  ),
  outline: requiredText('Please provide an outline for the email content', 4000),
})
export type GenerateRequest = z.output<typeof GenerateRequest>
