import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { conversations } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { invalid, notFound } from '~/errors'
import type { BulkChange, ConversationChange } from './conversation'
import { LABELS } from './labels'
import { listLabels } from './labels.server'

/**
 * Changes the state, the label or the read mark of one conversation. @throws AppError NOT_FOUND; INVALID for an unknown label or for a
 * date that has passed
 */
export async function changeConversation(
  db: Db,
  userId: string,
  id: string,
  change: ConversationChange,
  now: Date,
): Promise<void> {
  if ((await changeAll(db, userId, [id], change, now)) === 0) notFound('Conversation not found')
}

/** Marks a conversation as read because the user opened it. Unknown ids change nothing. */
export async function markConversationOpened(db: Db, userId: string, id: string): Promise<void> {
  await db
    .update(conversations)
    .set({ unread: false })
    .where(and(eq(conversations.id, id), eq(conversations.userId, userId), eq(conversations.unread, true)))
}

/** Changes several conversations, all or none. @returns how many @throws AppError NOT_FOUND if one is not the user's; INVALID */
export async function changeConversations(
  db: Db,
  userId: string,
  { ids, ...change }: BulkChange,
  now: Date,
): Promise<number> {
  const wanted = [...new Set(ids)]
  return db.transaction(async (tx) => {
    const changed = await changeAll(tx, userId, wanted, change, now)
    return changed === wanted.length ? changed : notFound('Conversation not found')
  })
}

async function changeAll(db: Db, userId: string, ids: string[], change: ConversationChange, now: Date) {
  const set = await columnsOf(db, userId, change, now)
  const own = and(inArray(conversations.id, ids), eq(conversations.userId, userId))
  if (Object.keys(set).length === 0) return db.$count(conversations, own)
  return db.transaction(async (tx) => {
    // In a fixed order: two bulk changes do not wait for each other.
    await tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(own)
      .orderBy(conversations.id)
      .for('update')
    const rows = await tx.update(conversations).set(set).where(own).returning({ id: conversations.id })
    return rows.length
  })
}

async function columnsOf(
  db: Db,
  userId: string,
  { state, unread, label, snoozedUntil }: ConversationChange,
  now: Date,
): Promise<Partial<typeof conversations.$inferInsert>> {
  if (state === 'snoozed' && !snoozedUntil) invalid('Choose when the conversation comes back', 'snoozedUntil')
  if (state && state !== 'snoozed' && snoozedUntil)
    invalid('Only a snoozed conversation comes back at a time', 'snoozedUntil')
  if (snoozedUntil && snoozedUntil <= now) invalid('Choose a time in the future', 'snoozedUntil')
  if (label) await requireLabel(db, userId, label)
  return {
    ...(snoozedUntil
      ? { state: 'snoozed', snoozedUntil }
      : state || snoozedUntil === null
        ? { state: state ?? 'open', snoozedUntil: null }
        : {}),
    ...(unread === undefined ? {} : { unread }),
    ...(label === undefined ? {} : { label, labelSource: 'user' }),
  }
}

async function requireLabel(db: Db, userId: string, name: string): Promise<void> {
  if (LABELS.some((label) => label.name === name)) return
  const names = (await listLabels(db, userId)).map((label) => label.name)
  if (!names.includes(name)) invalid(`Unknown label. Use one of: ${names.join(', ')}`, 'label')
}

/** Opens the snoozed conversations whose time has come, as unread. @returns how many */
export async function wakeSnoozed(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const due = and(eq(conversations.state, 'snoozed'), lte(conversations.snoozedUntil, now))
    const rows = await tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(due)
      .orderBy(conversations.id)
      .for('update', { skipLocked: true })
    if (rows.length === 0) return 0
    await tx
      .update(conversations)
      .set({ state: 'open', snoozedUntil: null, unread: true })
      .where(sql`${conversations.id} = any(${sql.param(rows.map((row) => row.id))}::uuid[])`)
    return rows.length
  })
}
