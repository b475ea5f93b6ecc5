import { and, asc, eq, sql } from 'drizzle-orm'
import { savedReplies } from '#drizzle/schema'
import { type Db, violatedConstraint } from '~/db.server'
import { invalid, notFound } from '~/errors'
import type { SavedReply, SavedReplyInput } from './saved-replies'

/** The maximum number of saved replies of a user. */
const MAX_REPLIES = 200

const COLUMNS = { id: savedReplies.id, name: savedReplies.name, text: savedReplies.text }

const own = (userId: string, id: string) => and(eq(savedReplies.id, id), eq(savedReplies.userId, userId))

/** The user's saved replies by name. */
export function listSavedReplies(db: Db, userId: string): Promise<SavedReply[]> {
  return db
    .select(COLUMNS)
    .from(savedReplies)
    .where(eq(savedReplies.userId, userId))
    .orderBy(asc(sql`lower(${savedReplies.name})`))
}

/** One saved reply. @throws AppError NOT_FOUND */
export async function getSavedReply(db: Db, userId: string, id: string): Promise<SavedReply> {
  const [row] = await db.select(COLUMNS).from(savedReplies).where(own(userId, id))
  return row ?? notFound('Saved reply not found')
}

/** Adds a saved reply. @throws AppError INVALID if there is one with this name, or too many */
export async function addSavedReply(db: Db, userId: string, input: SavedReplyInput): Promise<void> {
  if ((await db.$count(savedReplies, eq(savedReplies.userId, userId))) >= MAX_REPLIES)
    invalid(`At most ${MAX_REPLIES} saved replies`, 'name')
  await uniquely(() => db.insert(savedReplies).values({ userId, ...input }))
}

/** Changes a saved reply. @throws AppError NOT_FOUND; INVALID if another one has this name */
export async function changeSavedReply(
  db: Db,
  userId: string,
  id: string,
  input: SavedReplyInput,
): Promise<void> {
  const rows = await uniquely(() =>
    db.update(savedReplies).set(input).where(own(userId, id)).returning({ id: savedReplies.id }),
  )
  if (rows.length === 0) notFound('Saved reply not found')
}

/** Deletes a saved reply. @throws AppError NOT_FOUND */
export async function removeSavedReply(db: Db, userId: string, id: string): Promise<void> {
  const rows = await db.delete(savedReplies).where(own(userId, id)).returning({ id: savedReplies.id })
  if (rows.length === 0) notFound('Saved reply not found')
}

async function uniquely<T>(write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedConstraint(error) === 'saved_replies_name_key')
      invalid('There is a saved reply with this name', 'name')
    throw error
  }
}
