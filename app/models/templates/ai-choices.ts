/** The choices of the AI dialog (specification document 1, section 9). */
export const AI_LANGUAGES = [
  'English',
  'Vietnamese',
  'Japanese',
  'Spanish',
  'French',
  'German',
  'Chinese',
] as const
export const AI_TONES = ['friendly', 'professional', 'playful', 'urgent', 'casual', 'formal'] as const
/** The initial values of the dialog. */
export const AI_DEFAULTS = { language: 'English', tone: 'professional', wordCount: 200 } as const
export const AI_WORDS = { min: 50, max: 1000 } as const

/** What the AI service can do with an email that is written. */
export const AI_TASKS = ['shorten', 'friendlier', 'translate', 'subjects'] as const
