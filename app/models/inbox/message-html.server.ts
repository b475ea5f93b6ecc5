import { setImmediate as immediate } from 'node:timers/promises'
import { and, eq, or, sql } from 'drizzle-orm'
import { conversations, emailSends, inboundMessages } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { isAppError, notFound } from '~/errors'
import { withoutPixel } from '~/models/outbox/shown/sent-email.server'
import { HAS_HTML, readTexts } from '~/models/shared/mail/stored-text.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import { sanitizeEmailHtml } from '~/models/templates/mail-html.server'
import type { Message } from './conversation'

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
    .select({ id: emailSends.id, token: emailSends.trackingToken })
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
        HAS_HTML,
      ),
    )
  if (!sent) notFound('Message not found')
  const html = (await readTexts(db, [sent.id])).get(sent.id)?.html ?? ''
  return withoutPixel(html, sent.token)
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

/** The maximum number of bytes of received HTML that one response has: it takes time to sanitize. */
const MAX_CLEANED = 500_000

/**
 * The sanitized HTML of messages by id; the caller has checked the owner. Of received ones only the newest, `MAX_CLEANED` bytes
 * in all. Others get a turn after each message.
 */
export async function readCleanHtml(
  db: Db,
  userId: string,
  messages: Message[],
): Promise<Map<string, string>> {
  const ids = messages.flatMap(({ id, hasHtml }) => (hasHtml ? [id] : []))
  const sent = await db
    .select({ id: emailSends.id, token: emailSends.trackingToken })
    .from(emailSends)
    .where(and(isAmong(emailSends.id, ids), eq(emailSends.userId, userId)))
  const texts = await readTexts(
    db,
    sent.map(({ id }) => id),
  )
  const received = await db.execute<{ id: string; html: string }>(sql`
    select id, html from (
      select id, html, sum(octet_length(html)) over (order by received_at desc, id desc) as bytes
      from inbound_messages where ${isAmong(sql`id`, ids)} and user_id = ${userId}::uuid
    ) m where bytes <= ${MAX_CLEANED}::int`)
  const clean = new Map<string, string>()
  for (const { id, html } of [
    ...received,
    ...sent.map(({ id, token }) => ({ id, html: withoutPixel(texts.get(id)?.html ?? '', token) })),
  ]) {
    clean.set(id, cleanMessageHtml(html))
    await immediate()
  }
  return clean
}
