import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { type Picture, pictureOf } from '~/engine/picture'
import { loadVersions } from '~/models/enrollments/kept-version.server'
import { loadPlans, plansOfVersions } from '~/models/enrollments/plans.server'
import { stepNames } from './members/members.server'
import { getSequence } from './sequence.server'

/**
 * The diagram of a version of a sequence, with the name of each step. The caller has checked the owner.
 * @param versionId null for the current state
 */
export async function drawVersion(
  db: Db,
  sequenceId: string,
  versionId: string | null,
): Promise<{ picture: Picture; names: Record<string, string> }> {
  const [current, versions, names] = await Promise.all([
    loadPlans(db, [sequenceId], null),
    loadVersions(db, [versionId]),
    stepNames(db, sequenceId),
  ])
  const kept = await plansOfVersions(versions, current, null)
  const plan = (versionId && kept.get(versionId)) || current.get(sequenceId)
  return { picture: plan ? pictureOf(plan) : { nodes: [], edges: [] }, names: Object.fromEntries(names) }
}

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
  const [drawing, rows] = await Promise.all([
    drawVersion(db, sequenceId, null),
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
  return {
    ...drawing,
    counts: Object.fromEntries(rows.map((row) => [row.stepId!, row.n])),
  }
}
