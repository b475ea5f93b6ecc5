import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { relatedMessages } from '#drizzle/schema'
import type { Db } from '~/db.server'

/** The maximum number of possibly related messages of a conversation: the newest. */
export const MAX_RELATED = 20
const MAX_SHOWN = 2_000

/** A message that may belong to a conversation. */
export interface RelatedMessage {
  id: string
  from: string
  fromName: string
  subject: string
  text: string
  /** Whether the sender's domain disowns it. */
  mayBeForged: boolean
  at: Date
}

/** The messages that may belong to a conversation, newest first; the caller has checked the owner. */
export async function listRelated(db: Db, userId: string, conversationId: string): Promise<RelatedMessage[]> {
  const field = (name: string, most: number) =>
    sql<string>`left(coalesce(${relatedMessages.received} -> 'inbound' ->> ${name}, ''), ${most}::int)`
  return db
    .select({
      id: relatedMessages.id,
      from: field('from', 320),
      fromName: field('fromName', 200),
      subject: field('subject', 1000),
      text: field('text', MAX_SHOWN),
      mayBeForged: sql<boolean>`${relatedMessages.received} @> '{"inbound": {"failsDmarc": true}}'`,
      at: relatedMessages.receivedAt,
    })
    .from(relatedMessages)
    .where(isOpen(userId, conversationId))
    .orderBy(desc(relatedMessages.receivedAt), desc(relatedMessages.id))
    .limit(MAX_RELATED)
}

const isOpen = (userId: string, conversationId: string) =>
  and(
    eq(relatedMessages.conversationId, conversationId),
    eq(relatedMessages.userId, userId),
    isNotNull(relatedMessages.received),
  )
