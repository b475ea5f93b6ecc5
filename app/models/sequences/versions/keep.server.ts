import { and, desc, eq, lte, notExists, sql } from 'drizzle-orm'
import { sequenceContacts, type sequences, sequenceVersions } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { readContent } from './content.server'

/** Versions kept for a sequence. Older ones are deleted, unless enrollments stay on them. */
const MAX_VERSIONS = 200

type SequenceRow = Pick<typeof sequences.$inferSelect, 'id' | 'userId' | 'activatedAt' | 'updatedAt'>

/**
 * Runs a change of a sequence and keeps the result as a version, in the same transaction. A sequence that was never activated has no
 * versions. The caller has locked the sequence.
 * @param sequence its row before the change
 */
export async function changeAndKeepVersion<T>(
  tx: Db,
  sequence: SequenceRow,
  change: () => Promise<T>,
): Promise<T> {
  if (!sequence.activatedAt) return change()
  const isKnown = (await tx.$count(sequenceVersions, eq(sequenceVersions.sequenceId, sequence.id))) > 0
  // A sequence that was activated before versions were kept: the state that the change replaces is its first one.
  if (!isKnown) await currentVersion(tx, sequence)
  const result = await change()
  await keepVersion(tx, sequence)
  return result
}

/**
 * Keeps the current state of a sequence as its newest version, unless it equals the version before. Changes in one transaction make one
 * version. The caller has locked the sequence.
 */
export async function keepVersion(tx: Db, sequence: Pick<SequenceRow, 'id' | 'userId'>): Promise<void> {
  await tx
    .delete(sequenceVersions)
    .where(and(eq(sequenceVersions.sequenceId, sequence.id), isOfThisTransaction))
  await writeVersion(tx, sequence, null)
}

/**
 * The version that a sequence has before a change: the newest one, or a new one, if the state is not kept yet. The caller has locked the
 * sequence.
 */
export async function currentVersion(tx: Db, sequence: SequenceRow): Promise<{ id: string; number: number }> {
  await writeVersion(tx, sequence, sequence.updatedAt)
  return (await newestVersion(tx, sequence.id))!
}

/** The newest version of a sequence, if there is any. */
export async function newestVersion(
  tx: Db,
  sequenceId: string,
): Promise<{ id: string; number: number } | undefined> {
  const [newest] = await tx
    .select({ id: sequenceVersions.id, number: sequenceVersions.number })
    .from(sequenceVersions)
    .where(eq(sequenceVersions.sequenceId, sequenceId))
    .orderBy(desc(sequenceVersions.number))
    .limit(1)
  return newest
}

/** Whether a version was written by the current transaction: now() is the start of the transaction. */
export const isOfThisTransaction = sql`${sequenceVersions.createdAt} = now()`

async function writeVersion(
  tx: Db,
  { id, userId }: Pick<SequenceRow, 'id' | 'userId'>,
  at: Date | null,
): Promise<void> {
  const content = await readContent(tx, id)
  const [newest] = await tx
    .select({
      number: sequenceVersions.number,
      isSame: sql<boolean>`${sequenceVersions.content} = ${JSON.stringify(content)}::jsonb`,
    })
    .from(sequenceVersions)
    .where(eq(sequenceVersions.sequenceId, id))
    .orderBy(desc(sequenceVersions.number))
    .limit(1)
  if (newest?.isSame) return
  const number = (newest?.number ?? 0) + 1
  await tx
    .insert(sequenceVersions)
    .values({ sequenceId: id, number, userId, content, ...(at ? { createdAt: at } : {}) })
  await tx
    .delete(sequenceVersions)
    .where(
      and(
        eq(sequenceVersions.sequenceId, id),
        lte(sequenceVersions.number, number - MAX_VERSIONS),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(sequenceContacts)
            .where(eq(sequenceContacts.versionId, sequenceVersions.id)),
        ),
      ),
    )
}
