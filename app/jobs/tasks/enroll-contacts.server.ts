import type { Db } from '~/db.server'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { admitNext } from '~/models/enrollments/admit.server'
import { enrollContacts, lockContactsAgainstDeletion } from '~/models/enrollments/enrollment.server'
import { getPlanVersion } from '~/models/enrollments/events.server'
import { type EnrollmentWork, INLINE_LIMIT } from '~/models/enrollments/job.server'
import { finishJob, getJobWork, saveProgress } from '~/models/jobs/job.server'
import { membersToEnroll } from '~/models/sequences/run.server'
import { lockSequence } from '~/models/shared/locks.server'
import type { Secrets } from '~/secrets.server'

/** Contacts read at once: the query's cost grows with the lists, so it must not run for each batch. */
const LOOK_AHEAD = 20 * INLINE_LIMIT

/** Enrolls many contacts in batches. Each batch commits together with its progress, so a crash repeats none. */
export async function runEnrollContacts(
  { jobId }: { jobId: string },
  { app, signal }: JobContext,
): Promise<void> {
  let enrollNext: Batches | undefined
  for (;;) {
    const job = await getJobWork<EnrollmentWork>(app.db, jobId)
    if (!job || signal.aborted) return
    // The sequence was deleted: nothing is left to enroll.
    if ((await getPlanVersion(app.db, job.payload.sequenceId)) === null) return finishJob(app.db, jobId)
    enrollNext ??= batchesOf(job.payload, job.userId, app.secrets)
    const next = enrollNext
    const now = await app.clock.now()
    const { current, added, skipped } = job.progress
    const { seen } = await app.db.transaction(async (tx) => {
      const batch = await next(tx, now, current)
      await saveProgress(tx, jobId, {
        ...job.progress,
        current: current + batch.seen,
        added: added + batch.enrolled,
        skipped: skipped + batch.seen - batch.enrolled,
      })
      return batch
    })
    if (seen === 0) {
      await finishJob(app.db, jobId)
      return enqueue(app.db, 'due-scan', {})
    }
  }
}

/** Enrolls the next batch, after the first `current` contacts. @returns how many it processed; 0 when none are left */
type Batches = (tx: Db, now: Date, current: number) => Promise<{ seen: number; enrolled: number }>

function batchesOf(
  { sequenceId, contactIds, waiting, personaId }: EnrollmentWork,
  userId: string,
  secrets: Secrets,
): Batches {
  const none = { seen: 0, enrolled: 0 }
  const enroll = async (tx: Db, ids: string[], now: Date) => {
    // Contacts deleted since they were chosen are skipped, without failing the others.
    const there = await lockContactsAgainstDeletion(tx, userId, ids)
    return enrollContacts(tx, userId, sequenceId, there, now, secrets)
  }
  if (waiting)
    return async (tx, now) => {
      const enrolled = await admitNext(tx, userId, sequenceId, now)
      return { seen: enrolled, enrolled }
    }
  if (contactIds)
    return async (tx, now, current) => {
      const batch = contactIds.slice(current, current + INLINE_LIMIT)
      if (batch.length === 0) return none
      const { enrolled } = await enroll(tx, batch, now)
      return { seen: batch.length, enrolled }
    }
  const members = (tx: Db, limit: number, wanted: { among?: string[]; without?: string[] }) =>
    membersToEnroll(tx, sequenceId, personaId, limit, wanted)
  let ahead: string[] = []
  /** How many contacts were processed before the first one in `ahead`. */
  let from = 0
  /** Processed and still not enrolled: the address was enrolled before, or its domain is suppressed. */
  const without = new Set<string>()
  return async (tx, now, current) => {
    // Progress counts at commit: a batch that was rolled back is returned again.
    if (current - from >= ahead.length) {
      ahead = (await members(tx, LOOK_AHEAD, { without: [...without] })).ids
      from = current
    }
    const batch = ahead.slice(current - from, current - from + INLINE_LIMIT)
    if (batch.length === 0) return none
    // Some may have left the lists since they were read. Removing a list and stopping its contacts holds this lock until it has committed, so
    // none of them is enrolled afterwards.
    await lockSequence(tx, userId, sequenceId)
    const { ids } = await members(tx, batch.length, { among: batch })
    const { enrolled, already, skipped } = await enroll(tx, ids, now)
    if (already + skipped > 0)
      for (const id of (await members(tx, batch.length, { among: batch })).ids) without.add(id)
    return { seen: batch.length, enrolled }
  }
}
