import { setTimeout as wait } from 'node:timers/promises'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { cutoffsAt, removeOld } from '~/models/retention/remove.server'

/** Between two batches it is idle for as long as the last one took, up to this. */
const MAX_PAUSE_MS = 1000

/** Removes what is older than the settings say. At its deadline it asks for another run, which continues. */
export async function runRemoveOld({ app, signal }: JobContext, size?: number): Promise<void> {
  const now = await app.clock.now()
  let since = performance.now()
  const between = async () => {
    await wait(Math.min(performance.now() - since, MAX_PAUSE_MS))
    since = performance.now()
  }
  const removed = await removeOld(app.db, cutoffsAt(now, app.env.keepDays), now, {
    signal,
    between,
    ...(size && { size }),
  })
  if (!removed) return enqueue(app.db, 'remove-old', {})
  const done = removed.filter(({ rows }) => rows > 0)
  if (done.length > 0) app.log.info({ removed: done }, 'removed what is older than it is kept')
}
