import { isAppError } from '~/errors'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue, enqueueAfter } from '~/jobs/queue/enqueue.server'
import { leadFailureText, openLeadDatabase } from '~/models/leads/key.server'
import { beginReveal, endRun, postponeRun, saveReveal, saveSearch } from '~/models/workflows/run.server'
import { type OpenRun, openRun } from '~/models/workflows/run-state.server'
import { NO_LIST } from '~/models/workflows/workflow'
import { hasEmailList } from '~/models/workflows/workflow.server'
import { type LeadDatabase, type LeadFailure, REVEAL_AT_ONCE } from '~/providers/leads/types'

/** Leads per page of the search. */
const PER_PAGE = 100
/** Calls to the lead database in one turn; then other runs get theirs. */
const CALLS_PER_TURN = 10
/** The pause after the first failure to reach the service, in seconds; it doubles with each further one. */
const PAUSE_SECONDS = 60

const DEFECT = 'An error occurred during the run'

/**
 * Runs one turn of a workflow's run. Each step is one call to the lead database and one transaction with the run's progress: a worker
 * that dies leaves whole steps behind, and the next worker continues after them.
 */
export async function runWorkflow({ runId }: { runId: string }, context: JobContext): Promise<void> {
  const { app, signal } = context
  for (let calls = 0; calls < CALLS_PER_TURN && !signal.aborted; calls++) {
    const run = await openRun(app.db, runId)
    if (!run) return
    try {
      if (!(await advance(run, context))) return
    } catch (error) {
      if (isAppError(error) && error.code === 'INVALID')
        return endRun(app.db, runId, await app.clock.now(), error.message)
      const current = await openRun(app.db, runId)
      if (current && (await postponeRun(app.db, current, { waitingFor: DEFECT, counts: true })))
        await endRun(app.db, runId, await app.clock.now(), DEFECT)
      throw error
    }
  }
  await enqueue(app.db, 'run-workflow', { runId })
}

/** One step of a run. @returns whether there is more to do now */
async function advance(run: OpenRun, context: JobContext): Promise<boolean> {
  const { app, signal } = context
  const room = run.leadLimit - run.added
  const isRead = run.pages !== null && run.pagesRead >= run.pages
  if (!(await hasEmailList(app.db, run.workflowId))) return end(run, context, NO_LIST)
  if (room <= 0 || (run.queue.length === 0 && isRead)) return end(run, context)
  const leads = await openLeadDatabase(app.db, run.userId, app.providers, app.secrets)
  if (run.queue.length > 0) return reveal(run, leads, Math.min(REVEAL_AT_ONCE, room), context)
  const found = await leads.search(run.criteria, { page: run.page, perPage: PER_PAGE }, signal)
  if (!found.ok) return failed(run, found, context)
  return saveSearch(app.db, run, found.value)
}

async function reveal(
  run: OpenRun,
  leads: LeadDatabase,
  atMost: number,
  context: JobContext,
): Promise<boolean> {
  const { app, signal } = context
  const begun = await beginReveal(app.db, run, atMost)
  if (!begun) return false
  const { ids } = begun
  if (ids.length === 0) return true
  const result = await leads.reveal(ids, signal)
  if (!result.ok) return failed(begun.run, result, context)
  const people = ids.flatMap((id) => result.value.people.get(id) ?? [])
  const credits = Math.max(result.value.credits ?? people.length, run.paying ? people.length : 0)
  const now = await app.clock.now()
  return saveReveal(app.db, begun.run, { ids, people, credits }, now, app.secrets)
}

async function end(run: OpenRun, { app }: JobContext, error?: string): Promise<false> {
  await endRun(app.db, run.id, await app.clock.now(), error)
  return false
}

/** Handles a failed call: the run waits and retries, or fails with the vendor's message. */
async function failed(run: OpenRun, failure: LeadFailure, context: JobContext): Promise<boolean> {
  const { app } = context
  const { why, detail } = failure
  // Aborted: the turn ends, and the next one continues here.
  if (why === 'aborted') return true
  const message = leadFailureText(failure)
  const isLimit = why === 'limited'
  if (!isLimit && why !== 'timeout' && why !== 'unreachable') return end(run, context, message)
  const tooMany = await postponeRun(app.db, run, { waitingFor: isLimit ? detail : message, counts: !isLimit })
  if (tooMany) return end(run, context, message)
  const pause = isLimit ? (failure.retryAfter ?? PAUSE_SECONDS) : PAUSE_SECONDS * 2 ** run.failures
  await enqueueAfter(app.db, 'run-workflow', { runId: run.id }, Math.max(1, Math.ceil(pause)))
  return false
}
