import type { Db } from '~/db.server'
import { lockSequence } from '~/models/shared/locks.server'
import { getSequence } from '../sequence.server'
import { affectsContacts } from './content'
import { differencesOf } from './difference'
import { countInProgress, measureEffect, type PlanState, readState } from './effect.server'
import { effectSentences } from './effect-words'
import { namesIn } from './names.server'
import type { Review } from './review'

/** A change of a sequence, in a transaction. It may be tried and rolled back before it is made. */
export type Change<T> = (tx: Db) => Promise<T>

interface ReviewContext {
  now: Date
  /** The time zone of the times in sentences. */
  timezone: string
  /** The plan version of the review that the user has confirmed; null before any. */
  confirmed: number | null
  /** Reviews a change even if no contact is in progress: for changes that are asked about in any case. */
  always?: boolean
}

/**
 * What a change would do to the contacts in progress, or null if it needs no review: the sequence is not running, no contact is in progress, or
 * only names change. Tries the change in a transaction that is rolled back, so its refusals are those of saving it.
 * @throws the errors of the change
 */
export async function reviewChange(
  db: Db,
  userId: string,
  sequenceId: string,
  change: Change<unknown>,
  { now, timezone, confirmed, always = false }: ReviewContext,
): Promise<Review | null> {
  const { status } = await getSequence(db, userId, sequenceId)
  const isLive = status === 'running' && (await countInProgress(db, sequenceId)) > 0
  if (!isLive && !always) return null
  const { planVersion, before, after } = await tryChange(db, userId, sequenceId, change, now)
  if (!affectsContacts(before.content, after.content) && !always) return null
  const names = await namesIn(db, userId, [before.content, after.content])
  const effect = isLive ? await measureEffect(db, sequenceId, before, after, now) : null
  const differences = differencesOf(before.content, after.content, names)
  return {
    planVersion,
    differences,
    effect: effect ? effectSentences(effect, timezone, differences.length > 1) : [],
    isOutdated: confirmed !== null,
  }
}

/** The states before and after a change, which is rolled back. */
async function tryChange(db: Db, userId: string, sequenceId: string, change: Change<unknown>, now: Date) {
  const rollback = new Error('rolled back')
  let tried: { planVersion: number; before: PlanState; after: PlanState } | undefined
  try {
    await db.transaction(async (tx) => {
      const { planVersion } = await lockSequence(tx, userId, sequenceId)
      const before = await readState(tx, sequenceId, now)
      await change(tx)
      tried = { planVersion, before, after: await readState(tx, sequenceId, now) }
      throw rollback
    })
  } catch (error) {
    if (error !== rollback) throw error
  }
  return tried!
}

/**
 * Saves a change that needs no review, or whose review the user has confirmed for the present plan of the sequence. Otherwise saves nothing.
 * @returns the change's result, or the review
 * @throws the errors of the change
 */
export async function saveReviewed<T>(
  db: Db,
  userId: string,
  sequenceId: string,
  change: Change<T>,
  context: ReviewContext,
): Promise<{ saved: T } | { review: Review }> {
  if (context.confirmed !== null) {
    const saved = await db.transaction(async (tx) => {
      const { status, planVersion } = await lockSequence(tx, userId, sequenceId)
      const isCurrent = status !== 'running' || planVersion === context.confirmed
      return isCurrent ? { saved: await change(tx) } : null
    })
    if (saved) return saved
  }
  const review = await reviewChange(db, userId, sequenceId, change, context)
  return review ? { review } : { saved: await db.transaction(change) }
}
