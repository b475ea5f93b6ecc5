import { isAppError } from '~/errors'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue, enqueueAfter } from '~/jobs/queue/enqueue.server'
import { countFailure } from '~/models/imports/run.server'
import { finishJob } from '~/models/jobs/job.server'
import {
  addGiven,
  addRevealed,
  dropKnown,
  IMPORT_PAGE,
  type LeadImportStep,
  openLeadImport,
  takePage,
} from '~/models/leads/import.server'
import { leadFailureText, openLeadDatabase } from '~/models/leads/key.server'
import { type LeadFailure, REVEAL_AT_ONCE } from '~/providers/leads/types'

/** Steps of one turn: a long import makes room for other jobs between them. */
const STEPS = 20
/** Seconds until a service or line that failed is tried again, times the failures in a row. */
const PAUSE = 10

/**
 * Adds leads to a list step by step: those that are given, then the pages of the search, then ten people at a time who are
 * paid for. Each step ends with one commit of its outcome and of what is left. A worker that dies between paying and that
 * commit asks for the same ten again, which the vendor charges once.
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
    // A conflict means that another worker has taken it over; any other refusal ends it in its own words.
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
    await addGiven(app.db, step, now, app.secrets)
    return 'more'
  }
  const asked = work.pending.slice(0, REVEAL_AT_ONCE)
  if (asked.length === 0 && work.page === null) return 'done'
  const leads = await openLeadDatabase(app.db, userId, app.providers, app.secrets)
  if (asked.length === 0) {
    const found = await leads.search(work.criteria!, { page: work.page!, perPage: IMPORT_PAGE }, signal)
    if (!found.ok) return found
    await takePage(app.db, step, found.value, now, app.secrets)
    return 'more'
  }
  if (await dropKnown(app.db, step, asked, now, app.secrets)) return 'more'
  const revealed = await leads.reveal(asked, signal)
  if (!revealed.ok) return revealed
  await addRevealed(app.db, step, asked, [...revealed.value.people.values()], now, app.secrets)
  return 'more'
}

/** What passes by itself is waited for; nothing of the job is lost by it. Everything else ends it, with what was added kept. */
async function pauseOrFail(jobId: string, failure: LeadFailure, { app }: JobContext): Promise<void> {
  const { why, retryAfter } = failure
  if (why === 'aborted') return enqueue(app.db, 'import-leads', { jobId })
  if (why === 'limited') return enqueueAfter(app.db, 'import-leads', { jobId }, Math.max(1, retryAfter ?? 60))
  if ((why === 'unreachable' || why === 'timeout') && !(await countFailure(app.db, jobId)))
    return enqueueAfter(app.db, 'import-leads', { jobId }, PAUSE)
  await finishJob(app.db, jobId, leadFailureText(failure))
}
