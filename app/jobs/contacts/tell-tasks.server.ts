import type { JobContext } from '~/jobs/queue/context'
import { listUsersWithTasks, tellTasks } from '~/models/contacts/tasks/tasks.server'

/** Tells users about the tasks whose day has come. */
export async function runTellTasks(_: object, { app }: Pick<JobContext, 'app'>): Promise<void> {
  const now = await app.clock.now()
  for (const user of await listUsersWithTasks(app.db, now)) await tellTasks(app.db, user, now)
}
