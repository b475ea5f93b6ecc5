import type { JobContext } from '~/jobs/queue/context'
import { wakeSnoozed } from '~/models/inbox/change.server'

/** Opens the snoozed conversations whose time has come. */
export async function runWakeConversations({ app }: Pick<JobContext, 'app'>): Promise<void> {
  await wakeSnoozed(app.db, await app.clock.now())
}
