import { and, eq } from 'drizzle-orm'
import { sequences } from '#drizzle/schema'
import type { Db } from '../db.server'
import { notFound } from '../errors'

/**
 * Locks a sequence of the user's until the transaction ends; it comes before the locks of its steps and people. Who only
 * refers to the sequence is not held back: planned mails do, and who plans holds the people that the caller may wait for.
 * @throws AppError NOT_FOUND
 */
export async function lockSequence(tx: Db, userId: string, id: string) {
  const [row] = await tx
    .select()
    .from(sequences)
    .where(and(eq(sequences.id, id), eq(sequences.userId, userId)))
    .for('no key update')
  return row ?? notFound('Sequence not found')
}
