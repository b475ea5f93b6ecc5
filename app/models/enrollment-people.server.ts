import { and, asc, type SQL } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '../db.server'
import { lockSequences } from './outbox-start.server'
import { isAmong } from './row-arrays.server'

/**
 * Locks people of whatever sequences, their sequences first, as everywhere: whoever deletes one has it locked before its people.
 * @returns those of whom `where` is true once they are locked, in the order of their ids
 */
export async function lockPeople(
  tx: Db,
  ids: string[],
  where: SQL | undefined,
): Promise<{ id: string; sequenceId: string }[]> {
  if (ids.length === 0) return []
  const among = await tx
    .selectDistinct({ id: sequenceContacts.sequenceId })
    .from(sequenceContacts)
    .where(isAmong(sequenceContacts.id, ids))
  await lockSequences(
    tx,
    among.map((row) => row.id),
  )
  return tx
    .select({ id: sequenceContacts.id, sequenceId: sequenceContacts.sequenceId })
    .from(sequenceContacts)
    .where(and(isAmong(sequenceContacts.id, ids), where))
    .orderBy(asc(sequenceContacts.id))
    .for('update')
}
