import { and, desc, eq } from 'drizzle-orm'
import { conversations } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { formatMoment } from '~/models/shared/format-time'

/** A conversation as the contact's screen shows it. */
export interface ContactConversation {
  id: string
  subject: string
  snippet: string
  unread: boolean
  label: string | null
  /** The time of the last message, in words. */
  at: string
}

/** The newest conversations with a contact. */
export async function listConversationsWith(
  db: Db,
  userId: string,
  contactId: string,
  timezone: string,
  limit = 10,
): Promise<ContactConversation[]> {
  const rows = await db
    .select({
      id: conversations.id,
      subject: conversations.subject,
      snippet: conversations.snippet,
      unread: conversations.unread,
      label: conversations.label,
      lastMessageAt: conversations.lastMessageAt,
    })
    .from(conversations)
    .where(and(eq(conversations.contactId, contactId), eq(conversations.userId, userId)))
    .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
    .limit(limit)
  return rows.map(({ lastMessageAt, ...row }) => ({ ...row, at: formatMoment(lastMessageAt, timezone) }))
}
