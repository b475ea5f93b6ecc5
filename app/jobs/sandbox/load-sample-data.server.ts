import { isAppError } from '~/errors'
import type { JobContext } from '~/jobs/queue/context'
import { DeadlinePassed } from '~/jobs/queue/deadline'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { SAMPLE_HOURS, SAMPLE_PARTS } from '~/models/onboarding/sample-data'
import { getSampleData, saveSampleData } from '~/models/onboarding/sample-data.server'
import { fastForward } from './fast-forward.server'
import { followUpSamples } from './sample-follow-up.server'
import { reactToSamples } from './sample-reactions.server'
import { setUpSamples } from './sample-setup.server'

const PART_MS = SAMPLE_HOURS * 3_600_000

/**
 * Fills an empty sandbox account, then moves its clock and simulates the recipients and the user's answers to them. Each part is
 * idempotent: rows that exist are not created again, and neither side answers an email twice.
 */
export async function runLoadSampleData(
  { userId }: { userId: string },
  { app, signal }: JobContext,
): Promise<void> {
  const asked = app.sandbox && (await getSampleData(app.db, userId))
  if (asked?.status !== 'running') return
  try {
    const { mailboxes } = await setUpSamples(app, userId)
    const start = new Date(asked.startedAt).getTime()
    for (let done = Math.max(1, asked.done); done < SAMPLE_PARTS; done++) {
      await saveSampleData(app.db, userId, { done })
      signal.throwIfAborted()
      const from = new Date(start + (done - 1) * PART_MS)
      const until = new Date(start + done * PART_MS)
      // The user may have moved the clock too.
      if ((await app.clock.now()) < until) await fastForward(app, until, signal)
      await followUpSamples(app, userId)
      await reactToSamples(app, userId, mailboxes, from, until)
    }
    await saveSampleData(app.db, userId, { status: 'completed', done: SAMPLE_PARTS })
  } catch (error) {
    // Aborted: a new job of the same name continues here.
    if (signal.aborted && !(signal.reason instanceof DeadlinePassed))
      return await enqueue(app.db, 'load-sample-data', { userId })
    app.log.error({ err: error }, 'loading sample data failed')
    await saveSampleData(app.db, userId, {
      status: 'failed',
      error: isAppError(error) ? error.message : 'An error occurred; see the server log',
    })
  }
}
