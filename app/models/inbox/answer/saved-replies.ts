import { z } from 'zod'
import { requiredText } from '~/models/shared/fields'
import { parseVariables } from '~/models/shared/variables'

/** The maximum number of characters of a saved reply's name, and of its text. */
const NAME_LENGTH = 80
const TEXT_LENGTH = 20_000

/** A saved reply as the user writes it. The text may have the variables of templates. */
export const SavedReplyInput = z.object({
  name: requiredText('Name is required', NAME_LENGTH),
  text: requiredText('Text is required', TEXT_LENGTH).superRefine((text, context) => {
    const parsed = parseVariables(text)
    if ('problem' in parsed) context.addIssue({ code: 'custom', message: parsed.problem })
  }),
})
export type SavedReplyInput = z.output<typeof SavedReplyInput>

export interface SavedReply {
  id: string
  name: string
  text: string
}
