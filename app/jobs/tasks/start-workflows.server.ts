import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import {
  listStalledRuns,
  notifyWithoutLists,
  START_BATCH,
  startDueWorkflows,
} from '~/models/workflows/start.server'

/** Starts every workflow that is due, batch by batch, and resumes runs that no worker is working on. */
export async function runStartWorkflows({ app, signal }: JobContext): Promise<void> {
  for (let more = true; more && !signal.aborted; ) {
    const now = await app.clock.now()
    more = (await startDueWorkflows(app.db, now)) === START_BATCH
  }
  await notifyWithoutLists(app.db, await app.clock.now())
  for (const runId of await listStalledRuns(app.db)) await enqueue(app.db, 'run-workflow', { runId })
}
