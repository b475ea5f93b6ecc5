import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { conversationLabels, conversations } from '#drizzle/schema'
import { type Db, violatedConstraint } from '~/db.server'
import { invalid, notFound } from '~/errors'
import { LABELS, type Label } from './labels'

/** The maximum number of own labels of a user. */
const MAX_LABELS = 50

/** The built-in labels, then the user's own by name. */
export async function listLabels(db: Db, userId: string): Promise<Label[]> {
  const own = await db
    .select({ name: conversationLabels.name, positive: conversationLabels.positive })
    .from(conversationLabels)
    .where(eq(conversationLabels.userId, userId))
    .orderBy(asc(sql`lower(${conversationLabels.name})`))
  return [
    ...LABELS.map((label) => ({ ...label, own: false })),
    ...own.map((label) => ({ ...label, own: true })),
  ]
}

/** Adds a label. @throws AppError INVALID if there is one with this name, or too many */
export async function addLabel(
  db: Db,
  userId: string,
  { name, positive }: { name: string; positive: boolean },
): Promise<void> {
  const taken = () => invalid('There is a label with this name', 'name')
  if (LABELS.some((label) => label.name.toLowerCase() === name.toLowerCase())) taken()
  if ((await db.$count(conversationLabels, eq(conversationLabels.userId, userId))) >= MAX_LABELS)
    invalid(`At most ${MAX_LABELS} labels`, 'name')
  try {
    await db.insert(conversationLabels).values({ userId, name, positive })
  } catch (error) {
    if (violatedConstraint(error)) taken()
    throw error
  }
}

/** One of the user's own labels, and how many conversations have it. @throws AppError NOT_FOUND */
export async function getOwnLabel(
  db: Db,
  userId: string,
  name: string,
): Promise<{ name: string; conversations: number }> {
  const [row] = await db
    .select({ name: conversationLabels.name })
    .from(conversationLabels)
    .where(and(eq(conversationLabels.userId, userId), eq(conversationLabels.name, name)))
  if (!row) notFound('Label not found')
  const labelled = and(eq(conversations.userId, userId), eq(conversations.label, name))
  return { name, conversations: await db.$count(conversations, labelled) }
}

/** Removes one of the user's own labels, also from their conversations. @throws AppError NOT_FOUND */
export async function removeLabel(db: Db, userId: string, name: string): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .delete(conversationLabels)
      .where(and(eq(conversationLabels.userId, userId), eq(conversationLabels.name, name)))
      .returning({ name: conversationLabels.name })
    if (rows.length === 0) notFound('Label not found')
    const labelled = and(eq(conversations.userId, userId), eq(conversations.label, name))
    await tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(labelled)
      .orderBy(conversations.id)
      .for('update')
    await tx.update(conversations).set({ label: null, labelSource: null }).where(labelled)
  })
}

/** The names of the labels whose conversations count as positive replies. */
export async function listPositiveNames(db: Db, userId: string): Promise<string[]> {
  const labels = await listLabels(db, userId)
  return labels.flatMap(({ name, positive }) => (positive ? [name] : []))
}

/** How many conversations of a sequence have a positive label: its positive replies. */
export async function countPositive(db: Db, userId: string, sequenceId: string): Promise<number> {
  const names = await listPositiveNames(db, userId)
  return db.$count(
    conversations,
    and(
      eq(conversations.sequenceId, sequenceId),
      eq(conversations.userId, userId),
      inArray(conversations.label, names),
    ),
  )
}
