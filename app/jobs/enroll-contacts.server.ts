import { enrollContacts } from '../models/enrollment.server'
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
  for (;;) {
    const job = await getJobWork<Work>(app.db, jobId)
    if (!job || signal.aborted) return
    const { sequenceId, contactIds, personaId } = job.payload
    const now = await app.clock.now()
    const done = await app.db.transaction(async (tx) => {
      const batch = contactIds
        ? contactIds.slice(job.progress.current, job.progress.current + ENROLL_AT_ONCE)
        : await membersToEnroll(tx, sequenceId, personaId, ENROLL_AT_ONCE)
      if (batch.length === 0) return true
      const result = await enrollContacts(tx, job.userId, sequenceId, batch, now, app.secrets)
      await saveProgress(tx, jobId, {
        ...job.progress,
        current: job.progress.current + batch.length,
        added: job.progress.added + result.enrolled,
        skipped: job.progress.skipped + result.already + result.skipped + result.overLimit,
      })
      return false
    })
    if (done) {
      await finishJob(app.db, jobId)
      return enqueue(app.db, 'due-scan', {})
    }
  }
}
