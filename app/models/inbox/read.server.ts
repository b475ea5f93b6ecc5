import type { Db } from '~/db.server'
import type { Message } from './conversation'
import { getConversation } from './conversations.server'
import { readCleanHtml } from './message-html.server'
import { listMessages } from './messages.server'
import { listRelated } from './related.server'

/**
 * A conversation with its messages, as `/api` shows it. The HTML of old messages is empty where all of it would be too much.
 * @throws AppError NOT_FOUND
 */
export async function readConversation(db: Db, userId: string, id: string) {
  const {
    enrollmentId,
    labelSource: _,
    proposedDate: __,
    ...conversation
  } = await getConversation(db, userId, id)
  const messages = await listMessages(db, userId, { id, enrollmentId })
  const html = await readCleanHtml(db, userId, messages)
  return {
    ...conversation,
    messages: messages.map((message) => toApi(message, html.get(message.id) ?? '')),
    related: await listRelated(db, userId, id),
  }
}

function toApi(message: Message, html: string) {
  const { id, direction, kind, kindBy, optOut, calendar, reaction, isUnreadable } = message
  const { from, to, cc, bcc, subject, text, whole, at, sendId, files, textRemovedAt } = message
  return {
    ...{ id, direction, kind, kindBy, optOut, calendar, reaction, isUnreadable },
    ...{ from, to, cc, bcc, subject, text: whole ?? text, html, at, sendId, textRemovedAt },
    attachments: files.map(({ name, type, size }) => ({ name, type, size })),
  }
}
