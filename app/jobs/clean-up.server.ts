import { deleteExpiredFiles } from '../models/job-file.server'
import { deleteExpiredLimits } from '../models/rate-limit.server'
import { deleteExpiredSessions } from '../models/session.server'
import type { JobContext } from './context'

/** Forgets what has expired. */
export async function runCleanUp({ app }: JobContext): Promise<void> {
  await deleteExpiredSessions(app.db)
  await deleteExpiredLimits(app.db)
  await deleteExpiredFiles(app.db)
}
