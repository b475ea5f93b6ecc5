import { and, eq, type SQL, sql } from 'drizzle-orm'
import { contacts, conversations } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { requireMailbox } from '~/models/mailboxes/mailbox.server'
import { getSequence } from '~/models/sequences/sequence.server'
import { afterCursor, newestFirst, type Page, pageOf, updatedFrom } from '~/models/shared/page.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { Conversation, ConversationsQuery } from './conversation'
import { searchConversations } from './search.server'

const COLUMNS = {
  id: conversations.id,
  contactId: conversations.contactId,
  contactEmail: contacts.email,
  // The name of a contact without a name is its address.
  contactName: sql<string>`case when ${contacts.name} = ${contacts.email} then '' else ${contacts.name} end`,
  mailboxId: conversations.mailAccountId,
  sequenceId: conversations.sequenceId,
  subject: conversations.subject,
  snippet: conversations.snippet,
  unread: conversations.unread,
  state: conversations.state,
  label: conversations.label,
  snoozedUntil: conversations.snoozedUntil,
  lastMessageAt: conversations.lastMessageAt,
  updatedAt: conversations.updatedAt,
}

/** What the list is sorted by. */
const PLACE = { createdAt: conversations.lastMessageAt, id: conversations.id }

/**
 * One page of a user's conversations, newest message first, and the cursor of the next page. @throws AppError NOT_FOUND for another
 * user's mailbox or sequence
 */
export async function listConversations(
  db: Db,
  userId: string,
  { limit, cursor, q, ...filters }: ConversationsQuery,
): Promise<Page<Conversation>> {
  if (filters.mailboxId) await requireMailbox(db, userId, filters.mailboxId)
  if (filters.sequenceId) await getSequence(db, userId, filters.sequenceId)
  const wanted = and(matches(userId, filters), afterCursor(PLACE, cursor))
  const found = q ? await searchConversations(db, userId, q, wanted, limit + 1) : null
  const rows: Conversation[] = await db
    .select(COLUMNS)
    .from(conversations)
    .innerJoin(contacts, eq(contacts.id, conversations.contactId))
    .where(found ? sql`${conversations.id} = any(${sql.param(found)}::uuid[])` : wanted)
    .orderBy(...newestFirst(PLACE))
    .limit(limit + 1)
  return pageOf(rows, limit, ({ lastMessageAt, id }) => ({ createdAt: lastMessageAt, id }))
}

/** The user's conversations that pass the filters. */
function matches(
  userId: string,
  { state, unread, label, mailboxId, sequenceId, updatedSince }: Omit<ConversationsQuery, 'q' | 'limit'>,
): SQL | undefined {
  return and(
    eq(conversations.userId, userId),
    state && eq(conversations.state, state),
    unread === undefined ? undefined : eq(conversations.unread, unread),
    label ? eq(conversations.label, label) : undefined,
    mailboxId ? eq(conversations.mailAccountId, mailboxId) : undefined,
    sequenceId ? eq(conversations.sequenceId, sequenceId) : undefined,
    updatedFrom(conversations.updatedAt, updatedSince),
  )
}

/** Some of a user's conversations, by id. */
export async function findConversations(
  db: Db,
  userId: string,
  ids: string[],
): Promise<Map<string, Conversation>> {
  const rows = await db
    .select(COLUMNS)
    .from(conversations)
    .innerJoin(contacts, eq(contacts.id, conversations.contactId))
    .where(and(eq(conversations.userId, userId), isAmong(conversations.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}

/** One conversation. @throws AppError NOT_FOUND */
export async function getConversation(db: Db, userId: string, id: string) {
  const [row] = await db
    .select({
      ...COLUMNS,
      enrollmentId: conversations.sequenceContactId,
      labelSource: conversations.labelSource,
      proposedDate: conversations.proposedDate,
      proposedEmail: conversations.proposedEmail,
    })
    .from(conversations)
    .innerJoin(contacts, eq(contacts.id, conversations.contactId))
    .where(and(eq(conversations.id, id), eq(conversations.userId, userId)))
  return row ?? notFound('Conversation not found')
}

/** The maximum number of unread conversations that are counted: beyond, the menu says "99+". */
const MAX_COUNTED = 100

/**
 * Counts a user's unread conversations, up to `MAX_COUNTED`.
 * @param except the one that is being opened, which is marked as read meanwhile
 */
export async function countUnreadConversations(db: Db, userId: string, except?: string): Promise<number> {
  const [row] = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      select from ${conversations} where ${conversations.userId} = ${userId}::uuid and unread
        ${except ? sql`and ${conversations.id} <> ${except}::uuid` : sql``} limit ${MAX_COUNTED}::int) counted`)
  return row!.n
}
