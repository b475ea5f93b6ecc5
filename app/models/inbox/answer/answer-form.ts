import { z } from 'zod'
import { entityId } from '~/models/shared/fields'
import { ANSWER_LENGTH, typedRecipients } from '../conversation'

/** What the buttons of the answer form do. */
const ANSWER_INTENTS = ['send', 'done', 'later', 'draft', 'attach', 'insert', 'suggest', 'all'] as const

const written = z.string().max(ANSWER_LENGTH, `Must be at most ${ANSWER_LENGTH} characters`).optional()

/** The form below a conversation: an answer, or its draft. */
export const AnswerForm = z.object({
  /** The id that the email gets: pressing Send twice sends it once. */
  answerId: z.uuid().optional(),
  intent: z.enum(ANSWER_INTENTS).default('send'),
  text: written,
  html: written,
  ...typedRecipients,
  /** A local time in the user's time zone, as the browser's field sends it. */
  sendAt: z.string().max(30).optional(),
  files: z.array(z.instanceof(File)).optional(),
  /** Without scripts: the saved reply that "Insert" adds to the draft. */
  savedReply: entityId('Choose a saved reply').optional(),
  removeFile: entityId('File not found').optional(),
})
export type AnswerForm = z.output<typeof AnswerForm>
