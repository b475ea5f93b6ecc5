import { enrollContacts, keepContacts } from '../models/enrollment.server'
import { finishJob, getJobWork, saveProgress } from '../models/job.server'
import { ENROLL_AT_ONCE, membersToEnroll } from '../models/sequence-run.server'
import type { JobContext } from './context'
import { enqueue } from './enqueue.server'

interface Work {
  sequenceId: string
  contactIds?: string[]
  personaId?: string
}

/** Enrolls many people in batches; each batch is one transaction with its progress, so a crash repeats none. */
export async function runEnrollContacts(
  { jobId }: { jobId: string },
  { app, signal }: JobContext,
): Promise<void> {
  // Those who are passed over stay in front of those who are still to be looked at.
  let passed = 0
  for (;;) {
    const job = await getJobWork<Work>(app.db, jobId)
    if (!job || signal.aborted) return
    const { sequenceId, contactIds, personaId } = job.payload
    const now = await app.clock.now()
    const passedOver = await app.db.transaction(async (tx) => {
      const batch = contactIds
        ? contactIds.slice(job.progress.current, job.progress.current + ENROLL_AT_ONCE)
        : await membersToEnroll(tx, sequenceId, personaId, ENROLL_AT_ONCE, passed)
      if (batch.length === 0) return null
      // Contacts that were deleted since they were chosen are skipped; the others are not held up by them.
      const there = await keepContacts(tx, job.userId, batch)
      const result = await enrollContacts(tx, job.userId, sequenceId, there, now, app.secrets)
      const gone = batch.length - there.length
      await saveProgress(tx, jobId, {
        ...job.progress,
        current: job.progress.current + batch.length,
        added: job.progress.added + result.enrolled,
        skipped: job.progress.skipped + gone + result.already + result.skipped + result.overLimit,
      })
      return result.already + result.skipped
    })
    if (passedOver === null) {
      await finishJob(app.db, jobId)
      return enqueue(app.db, 'due-scan', {})
    }
    passed += passedOver
  }
}
