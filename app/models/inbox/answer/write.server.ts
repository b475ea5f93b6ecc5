import { z } from 'zod'
import type { Db } from '~/db.server'
import { entityId, requiredText } from '~/models/shared/fields'
import type { LinkSettings } from '~/models/templates/link-reach.server'
import type { Secrets } from '~/secrets.server'
import { ANSWER_LENGTH } from '../conversation'
import { answerConversation } from './answer.server'
import { beginConversation } from './begin.server'
import { saveDraft } from './draft.server'

/** The form of a new email to a contact. */
export const NewEmailForm = z.object({
  contactId: entityId('Choose a contact'),
  mailboxId: entityId('Choose a mailbox'),
  subject: requiredText('Write a subject', 500),
  text: z.string().max(ANSWER_LENGTH, `Must be at most ${ANSWER_LENGTH} characters`).default(''),
  intent: z.enum(['send', 'draft']).default('send'),
})
export type NewEmailForm = z.output<typeof NewEmailForm>

/**
 * Begins a conversation with its first email, or with the draft of it: both or neither.
 * @throws AppError NOT_FOUND for another user's contact or mailbox; as answerConversation
 */
export function writeEmail(
  db: Db,
  userId: string,
  { contactId, mailboxId, subject, text, intent }: NewEmailForm,
  now: Date,
  env: LinkSettings,
  secrets: Secrets,
): Promise<{ id: string; sendId: string | null }> {
  return db.transaction(async (tx) => {
    const id = await beginConversation(tx, userId, { contactId, mailboxId, subject }, now)
    if (intent === 'draft') {
      await saveDraft(tx, id, { text })
      return { id, sendId: null }
    }
    const { sendId } = await answerConversation(tx, userId, id, { text }, now, env, secrets)
    return { id, sendId }
  })
}
