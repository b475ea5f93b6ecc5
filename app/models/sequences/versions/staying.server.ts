import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { sequenceContacts, sequenceVersions, steps } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { lockSequence } from '~/models/shared/locks.server'
import { isVersioned } from './content'
import { readContent } from './content.server'
import { currentVersion } from './keep.server'
import { getVersion } from './restore.server'
import type { KeepInProgress } from './review'

/** A plan version that is older than any: the enrollment is planned again by the next job of its sequence. */
const UNPLANNED = -1

/** The enrollments that a change of their sequence may concern: in progress, and within the contact limit. */
const isActive = (sequenceId: string): SQL =>
  and(
    eq(sequenceContacts.sequenceId, sequenceId),
    eq(sequenceContacts.status, 'active'),
    sql`${sequenceContacts.holdReason} is distinct from 'sequence_full'`,
  )!

/** The enrollments in progress that follow the current version. */
export const isFollowing = (sequenceId: string): SQL =>
  and(isActive(sequenceId), isNull(sequenceContacts.versionId))!

/** The enrollments in progress that stay on a version. @param versionId null for any version */
export const isStaying = (sequenceId: string, versionId: string | null): SQL =>
  and(
    isActive(sequenceId),
    versionId ? eq(sequenceContacts.versionId, versionId) : isNotNull(sequenceContacts.versionId),
  )!

/**
 * Makes a change of a sequence that its contacts in progress do not follow: those that followed so far stay on the version before it, and
 * are not planned again. Those on older versions stay there. All in one transaction.
 * @throws AppError NOT_FOUND if the user does not own the sequence; the errors of the change
 */
export async function changeWithoutContacts<T>(
  db: Db,
  userId: string,
  sequenceId: string,
  change: (tx: Db) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const sequence = await lockSequence(tx, userId, sequenceId)
    // Before its activation, a sequence has no contacts in progress.
    if (!sequence.activatedAt) return change(tx)
    const current = await currentVersion(tx, sequence)
    const before = await readContent(tx, sequenceId)
    // Before the change, which may enroll contacts that waited for a higher contact limit: they are new.
    await keepContacts(tx, sequence, current.id)
    const result = await change(tx)
    if (!isVersioned(before, await readContent(tx, sequenceId)))
      await tx.update(sequenceContacts).set({ versionId: null }).where(isStaying(sequenceId, current.id))
    return result
  })
}

/** Makes a change of the API, which contacts in progress follow unless its query says otherwise. @throws see changeWithoutContacts */
export const applyApiChange = <T>(
  { keepInProgress }: KeepInProgress,
  db: Db,
  userId: string,
  sequenceId: string,
  change: (tx: Db) => Promise<T>,
): Promise<T> =>
  keepInProgress === 'true' ? changeWithoutContacts(db, userId, sequenceId, change) : change(db)

async function keepContacts(
  tx: Db,
  { id, planVersion }: { id: string; planVersion: number },
  versionId: string,
): Promise<void> {
  const deleted = await tx
    .select()
    .from(steps)
    .where(and(eq(steps.sequenceId, id), isNotNull(steps.archivedAt)))
  await tx
    .update(sequenceVersions)
    .set({ deletedSteps: deleted })
    .where(and(eq(sequenceVersions.id, versionId), isNull(sequenceVersions.deletedSteps)))
  // One that an earlier edit has yet to replan still has to be, by that version.
  await tx.execute(sql`
    with following as materialized (${ofThese(tx, isFollowing(id))})
    update sequence_contacts e set version_id = ${versionId}::uuid,
      plan_version = case when e.plan_version < ${planVersion}::int then ${UNPLANNED}::int else e.plan_version end
    from following f where f.id = e.id`)
}

/**
 * Lets the contacts that stay on a version follow the current one, and enqueues the job that replans them.
 * @param confirmed the plan version for which the user has seen the effect
 * @returns their number; null if the sequence has changed since
 * @throws AppError NOT_FOUND
 */
export async function moveToVersion(
  db: Db,
  userId: string,
  sequenceId: string,
  { version, confirmed }: { version: number; confirmed: number | undefined },
): Promise<number | null> {
  return db.transaction(async (tx) => {
    const { status, planVersion } = await lockSequence(tx, userId, sequenceId)
    const { id } = await getVersion(tx, userId, sequenceId, version)
    if (status === 'running' && planVersion !== confirmed) return null
    const moved = await tx.execute<{ id: string }>(sql`
      with staying as materialized (${ofThese(tx, isStaying(sequenceId, id))})
      update sequence_contacts e set version_id = null, plan_version = ${UNPLANNED}::int
      from staying s where s.id = e.id returning e.id`)
    await enqueue(tx, 'replan-sequence', { sequenceId })
    return moved.length
  })
}

/** The ids of these enrollments, locked in ascending order, like every lock of enrollments. */
const ofThese = (tx: Db, where: SQL) =>
  tx
    .select({ id: sequenceContacts.id })
    .from(sequenceContacts)
    .where(where)
    .orderBy(asc(sequenceContacts.id))
    .for('update')
