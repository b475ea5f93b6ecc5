import { and, eq, or, sql } from 'drizzle-orm'
import { conversations, emailSends, inboundMessages } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { isAppError, notFound } from '~/errors'
import { sanitizeEmailHtml } from '~/models/templates/mail-html.server'

/** The HTML of one message of a conversation as it was written or received: not sanitized. @throws AppError NOT_FOUND */
export async function readMessageHtml(
  db: Db,
  userId: string,
  conversationId: string,
  messageId: string,
): Promise<string> {
  const [received] = await db
    .select({ html: inboundMessages.html })
    .from(inboundMessages)
    .where(
      and(
        eq(inboundMessages.id, messageId),
        eq(inboundMessages.conversationId, conversationId),
        eq(inboundMessages.userId, userId),
      ),
    )
  if (received?.html) return received.html
  const [sent] = await db
    .select({ html: emailSends.htmlBody, token: emailSends.trackingToken })
    .from(emailSends)
    .innerJoin(
      conversations,
      or(
        eq(conversations.id, emailSends.conversationId),
        eq(conversations.sequenceContactId, emailSends.sequenceContactId),
      ),
    )
    .where(
      and(
        eq(emailSends.id, messageId),
        eq(emailSends.userId, userId),
        eq(conversations.id, conversationId),
        eq(conversations.userId, userId),
        sql`${emailSends.htmlBody} <> ''`,
      ),
    )
  if (!sent) notFound('Message not found')
  return withoutPixel(sent.html, sent.token)
}

/** The HTML of a message, sanitized; a note in its place if it is nested too deeply for that. */
export function cleanMessageHtml(html: string): string {
  try {
    return sanitizeEmailHtml(html)
  } catch (error) {
    if (!isAppError(error)) throw error
    return '<p>This message cannot be shown as HTML. Read its text instead.</p>'
  }
}

/** Without its open pixel, so that viewing it here does not count as an open. */
export const withoutPixel = (html: string, token: string): string =>
  html.replaceAll(/<img\b[^<>]*>/gi, (image) => (image.includes(token) ? '' : image))
