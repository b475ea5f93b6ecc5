import { and, eq, sql } from 'drizzle-orm'
import { sequencePersonas, sequences } from '#drizzle/schema'
import type { Db } from '~/db.server'

/** Whether the user's sequence is running, so that contacts who enter it get emails. Malformed ids are of no sequence. */
export const isRunning = async (db: Db, userId: string, id: unknown): Promise<boolean> =>
  (await db.$count(
    sequences,
    and(running(userId), sql`${sequences.id}::text = ${String(id).toLowerCase()}`),
  )) > 0

/** Whether contacts of this email list enter a running sequence at once. Malformed ids are of no list. */
export async function feedsRunning(db: Db, userId: string, personaId: unknown): Promise<boolean> {
  const [found] = await db
    .select({ id: sequences.id })
    .from(sequences)
    .innerJoin(sequencePersonas, eq(sequencePersonas.sequenceId, sequences.id))
    .where(
      and(running(userId), sql`${sequencePersonas.personaId}::text = ${String(personaId).toLowerCase()}`),
    )
    .limit(1)
  return found !== undefined
}

const running = (userId: string) => and(eq(sequences.userId, userId), eq(sequences.status, 'running'))
