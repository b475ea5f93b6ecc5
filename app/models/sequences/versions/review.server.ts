import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { getPlanVersion } from '~/models/enrollments/events.server'
import { lockSequence } from '~/models/shared/locks.server'
import { getSequence } from '../sequence.server'
import { affectsContacts, isVersioned } from './content'
import { differencesOf } from './difference'
import { countFollowing, measureEffect, type PlanState, readState, readVersionState } from './effect.server'
import { effectSentences, stayingSentence } from './effect-words'
import { currentVersion, newestVersion } from './keep.server'
import { loadMentionedNames } from './names.server'
import { getVersion } from './restore.server'
import type { Review } from './review'
import { changeWithoutContacts, isFollowing, isStaying } from './staying.server'

/** A change of a sequence, in a transaction. It may be tried and rolled back before it is made. */
export type SequenceEdit<T> = (tx: Db) => Promise<T>

interface ReviewContext {
  now: Date
  /** The time zone of the times in sentences. */
  timezone: string
  /** The plan version of the review that the user has confirmed; null before any. */
  confirmed: number | null
  /** Whether the user has chosen that contacts in progress stay on the version that they have. */
  stay?: boolean
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
  change: SequenceEdit<unknown>,
  { now, timezone, confirmed, stay = false, always = false }: ReviewContext,
): Promise<Review | null> {
  const { status } = await getSequence(db, userId, sequenceId)
  const isLive = status === 'running' && (await countFollowing(db, sequenceId)) > 0
  if (!isLive && !always) return null
  const { planVersion, before, after, numbers } = await tryChange(db, userId, sequenceId, change, now)
  if (!affectsContacts(before.content, after.content) && !always) return null
  const names = await loadMentionedNames(db, userId, [before.content, after.content])
  const effect = isLive ? await measureEffect(db, isFollowing(sequenceId), before, after, now) : null
  const differences = differencesOf(before.content, after.content, names)
  const others = effect ? await db.$count(sequenceContacts, isStaying(sequenceId, null)) : 0
  return {
    planVersion,
    differences,
    effect: effect ? effectSentences(effect, timezone, differences.length > 1, others) : [],
    staying:
      effect && numbers && isVersioned(before.content, after.content)
        ? stayingSentence(effect, numbers)
        : null,
    stays: stay,
    isOutdated: confirmed !== null,
  }
}

interface Tried {
  planVersion: number
  before: PlanState
  after: PlanState
  /** The versions before and after; null if the change makes none. */
  numbers: { before: number; after: number } | null
}

/** The states before and after a change, which is rolled back. */
async function tryChange(
  db: Db,
  userId: string,
  sequenceId: string,
  change: SequenceEdit<unknown>,
  now: Date,
): Promise<Tried> {
  const rollback = new Error('rolled back')
  let tried: Tried | undefined
  try {
    await db.transaction(async (tx) => {
      const sequence = await lockSequence(tx, userId, sequenceId)
      const before = await readState(tx, sequenceId, now)
      const was = sequence.activatedAt ? await currentVersion(tx, sequence) : undefined
      await change(tx)
      const is = await newestVersion(tx, sequenceId)
      const numbers = was && is && was.id !== is.id ? { before: was.number, after: is.number } : null
      const { planVersion } = sequence
      tried = { planVersion, before, after: await readState(tx, sequenceId, now), numbers }
      throw rollback
    })
  } catch (error) {
    if (error !== rollback) throw error
  }
  return tried!
}

/**
 * Saves a change that needs no review, or whose review the user has confirmed for the current plan of the sequence. Otherwise saves nothing.
 * @returns the change's result, or the review
 * @throws the errors of the change
 */
export async function saveReviewed<T>(
  db: Db,
  userId: string,
  sequenceId: string,
  change: SequenceEdit<T>,
  context: ReviewContext,
): Promise<{ saved: T } | { review: Review }> {
  if (context.confirmed !== null) {
    const saved = await db.transaction(async (tx) => {
      const { status, planVersion } = await lockSequence(tx, userId, sequenceId)
      if (status === 'running' && planVersion !== context.confirmed) return null
      return {
        saved: await (context.stay ? changeWithoutContacts(tx, userId, sequenceId, change) : change(tx)),
      }
    })
    if (saved) return saved
  }
  const review = await reviewChange(db, userId, sequenceId, change, context)
  return review ? { review } : { saved: await db.transaction(change) }
}

/**
 * What it means if the contacts that stay on a version follow the current one.
 * @returns null if no contact in progress stays on it
 * @throws AppError NOT_FOUND
 */
export async function reviewMove(
  db: Db,
  userId: string,
  sequenceId: string,
  number: number,
  { now, timezone }: Pick<ReviewContext, 'now' | 'timezone'>,
): Promise<Review | null> {
  const { status } = await getSequence(db, userId, sequenceId)
  const version = await getVersion(db, userId, sequenceId, number)
  const staying = isStaying(sequenceId, version.id)
  if ((await db.$count(sequenceContacts, staying)) === 0) return null
  // Read first: what changes after it is noticed when the move is confirmed.
  const planVersion = (await getPlanVersion(db, sequenceId)) ?? 0
  const before = await readVersionState(db, sequenceId, version, now)
  const after = await readState(db, sequenceId, now)
  const names = await loadMentionedNames(db, userId, [before.content, after.content])
  const differences = differencesOf(before.content, after.content, names)
  const effect = status === 'running' ? await measureEffect(db, staying, before, after, now) : null
  return {
    ...{ planVersion, differences, staying: null, stays: false, isOutdated: false },
    effect: effect ? effectSentences(effect, timezone, differences.length > 1) : [],
  }
}
