import type { Db } from '~/db.server'
import { getConversation } from './conversations.server'
import { readCleanHtml } from './message-html.server'
import { listMessages } from './messages.server'

/**
 * A conversation with its messages, as `/api` shows it. The HTML of old messages is empty where all of it would be too much.
 * @throws AppError NOT_FOUND
 */
export async function readConversation(db: Db, userId: string, id: string) {
  const {
    enrollmentId,
    labelSource: _,
    proposedDate: __,
    proposedEmail: ___,
    ...conversation
  } = await getConversation(db, userId, id)
  const messages = await listMessages(db, userId, { id, enrollmentId })
  const html = await readCleanHtml(db, userId, messages)
  return {
    ...conversation,
    messages: messages.map(
      ({ id, direction, kind, from, to, cc, bcc, subject, text, whole, at, sendId, files }) => ({
        id,
        direction,
        kind,
        from,
        to,
        cc,
        bcc,
        subject,
        text: whole ?? text,
        html: html.get(id) ?? '',
        attachments: files.map(({ name, type, size }) => ({ name, type, size })),
        at,
        sendId,
      }),
    ),
  }
}
