import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { type Picture, pictureOf } from '~/engine/picture'
import { loadPlans } from '~/models/enrollments/snapshot.server'
import { stepNames } from './members.server'
import { getSequence } from './sequence.server'

/**
 * The diagram of a sequence, with the name of each step and its number of active enrollments.
 * @throws AppError NOT_FOUND
 */
export async function drawSequence(
  db: Db,
  userId: string,
  sequenceId: string,
): Promise<{ picture: Picture; names: Record<string, string>; counts: Record<string, number> }> {
  await getSequence(db, userId, sequenceId)
  const [plans, names, rows] = await Promise.all([
    loadPlans(db, [sequenceId], null),
    stepNames(db, sequenceId),
    db
      .select({ stepId: sequenceContacts.currentStepId, n: sql<number>`count(*)::int` })
      .from(sequenceContacts)
      .where(
        and(
          eq(sequenceContacts.sequenceId, sequenceId),
          eq(sequenceContacts.userId, userId),
          eq(sequenceContacts.status, 'active'),
          isNotNull(sequenceContacts.currentStepId),
        ),
      )
      .groupBy(sequenceContacts.currentStepId),
  ])
  const plan = plans.get(sequenceId)
  return {
    picture: plan ? pictureOf(plan) : { nodes: [], edges: [] },
    names: Object.fromEntries(names),
    counts: Object.fromEntries(rows.map((row) => [row.stepId!, row.n])),
  }
}
