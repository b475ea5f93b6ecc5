import type { Db } from '~/db.server'
import type { MailboxDeps } from '~/models/mailboxes/open.server'
import type { LinkSettings } from '~/models/templates/link-reach.server'
import type { Answer } from '../conversation'
import { getConversation } from '../conversations.server'
import { answerConversation } from './answer.server'
import { buildQuote } from './quoted.server'
import { readAnswerChoices } from './recipients.server'

/**
 * Answers in a conversation, and quotes the last message if the answer says so. The images of the quote are fetched first, because no server
 * may be asked while the answer is stored.
 * @throws AppError as answerConversation
 */
export async function sendAnswer(
  app: MailboxDeps & { db: Db; env: LinkSettings },
  userId: string,
  conversationId: string,
  answer: Answer,
  now: Date,
  signal: AbortSignal,
  wantedId?: string,
): Promise<{ sendId: string }> {
  const { db, env, secrets } = app
  const { id, contactEmail } = await getConversation(db, userId, conversationId)
  // Before the images are fetched: a message that arrives meanwhile must not change whom the answer goes to.
  const to = answer.to ?? (await readAnswerChoices(db, userId, id, contactEmail)).one.to
  const asHtml = Boolean(answer.html?.trim())
  const quote = answer.quote ? await buildQuote(app, userId, id, asHtml, signal) : null
  return answerConversation(db, userId, id, { ...answer, to }, now, env, secrets, { wantedId, quote })
}
