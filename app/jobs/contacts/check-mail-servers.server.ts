import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { checkNextDomains } from '~/models/personas/mail-servers.server'

/** Looks up the domains of a list in parts. Each part commits together with its progress. */
export async function runCheckMailServers(
  { jobId }: { jobId: string },
  { app, signal }: JobContext,
): Promise<void> {
  while (await checkNextDomains(app.db, jobId, app.providers.domains, await app.clock.now()))
    if (signal.aborted) return enqueue(app.db, 'check-mail-servers', { jobId })
}
