import { isAppError } from '~/errors'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue, enqueueAfter } from '~/jobs/queue/enqueue.server'
import { countFailure } from '~/models/imports/run.server'
import { finishJob } from '~/models/jobs/job.server'
import {
  addRevealed,
  addWithAddress,
  IMPORT_PAGE,
  type LeadImportStep,
  linkKnown,
  openLeadImport,
  savePage,
} from '~/models/leads/import.server'
import { leadFailureText, openLeadDatabase } from '~/models/leads/key.server'
import { type LeadFailure, REVEAL_AT_ONCE } from '~/providers/leads/types'

/** Steps in one turn: a long import lets other jobs run between turns. */
const STEPS = 20
/** Seconds until a failed call is retried, times the consecutive failures. */
const PAUSE = 10

/**
 * Adds leads to a list step by step: the given ones first, then the pages of the search, then ten paid reveals at a time. Each step
 * ends with one commit of its outcome and of what is left. A worker that dies between paying and that commit requests the same ten
 * again, which the vendor charges once.
 */
export async function runImportLeads({ jobId }: { jobId: string }, context: JobContext): Promise<void> {
  const { app, signal } = context
  try {
    for (let steps = 0; steps < STEPS && !signal.aborted; steps++) {
      const job = await openLeadImport(app.db, jobId)
      if (!job) return
      const outcome = await doStep({ jobId, userId: job.userId, work: job.payload }, context)
      if (outcome === 'done') {
        await finishJob(app.db, jobId)
        return enqueue(app.db, 'due-scan', {})
      }
      if (outcome !== 'more') return await pauseOrFail(jobId, outcome, context)
    }
    await enqueue(app.db, 'import-leads', { jobId })
  } catch (error) {
    if (!isAppError(error)) {
      if (await countFailure(app.db, jobId)) await finishJob(app.db, jobId, 'An error occurred during import')
      throw error
    }
    // A conflict means that another worker has taken the job over; any other refusal ends it with its own message.
    if (error.code !== 'CONFLICT') await finishJob(app.db, jobId, error.message)
  }
}

async function doStep(
  step: LeadImportStep,
  { app, signal }: JobContext,
): Promise<'more' | 'done' | LeadFailure> {
  const { work, userId } = step
  const now = await app.clock.now()
  if (work.given.length > 0) {
    await addWithAddress(app.db, step, now, app.secrets)
    return 'more'
  }
  const asked = work.pending.slice(0, REVEAL_AT_ONCE)
  if (asked.length === 0 && work.page === null) return 'done'
  const leads = await openLeadDatabase(app.db, userId, app.providers, app.secrets)
  if (asked.length === 0) {
    const found = await leads.search(work.criteria!, { page: work.page!, perPage: IMPORT_PAGE }, signal)
    if (!found.ok) return found
    await savePage(app.db, step, found.value, now, app.secrets)
    return 'more'
  }
  if (await linkKnown(app.db, step, asked, now, app.secrets)) return 'more'
  const revealed = await leads.reveal(asked, signal)
  if (!revealed.ok) return revealed
  await addRevealed(app.db, step, asked, [...revealed.value.people.values()], now, app.secrets)
  return 'more'
}

/** Temporary failures are retried, and the job loses nothing. Any other failure ends the job; the leads added so far stay. */
async function pauseOrFail(jobId: string, failure: LeadFailure, { app }: JobContext): Promise<void> {
  const { why, retryAfter } = failure
  if (why === 'aborted') return enqueue(app.db, 'import-leads', { jobId })
  if (why === 'limited') return enqueueAfter(app.db, 'import-leads', { jobId }, Math.max(1, retryAfter ?? 60))
  if ((why === 'unreachable' || why === 'timeout') && !(await countFailure(app.db, jobId)))
    return enqueueAfter(app.db, 'import-leads', { jobId }, PAUSE)
  await finishJob(app.db, jobId, leadFailureText(failure))
}
