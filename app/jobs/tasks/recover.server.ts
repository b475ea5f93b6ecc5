import { catalog, type JobDefinition, type JobName } from '~/jobs/queue/catalog'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue, JOB_NAMES } from '~/jobs/queue/enqueue.server'
import { takeOver } from '~/jobs/queue/take-over.server'
import { type JobType, listStalledJobs } from '~/models/jobs/job.server'
import { addAttempt, deleteReplaced, listExhaustedJobs } from '~/models/jobs/queue.server'
import { listStalledRemovals } from '~/models/mailboxes/removal.server'
import { listMailboxesToSearch, listUnknownSends, settleNotFound } from '~/models/outbox/recovery.server'

/** The task behind each kind of job that users see. */
const TASKS = {
  contact_import: 'import-contacts',
  lead_import: 'import-leads',
  enrollment: 'enroll-contacts',
  import_undo: 'undo-import',
  export: 'export-log',
  contact_change: 'change-contacts',
  contact_change_undo: 'undo-change',
  contact_export: 'export-contacts',
  mail_server_check: 'check-mail-servers',
  mailbox_import: 'import-mailboxes',
} as const satisfies Record<JobType, JobName>

/** The pause before the first extra attempt of a job that ran out of attempts, in seconds. It doubles each time … */
const PAUSE_SECONDS = 60
/** … up to six hours. */
const MAX_PAUSE_SECONDS = 6 * 3600

/**
 * Releases what dead workers held, revives jobs that ran out of attempts, and settles sends whose outcome is unknown. Mailboxes are
 * queried by separate jobs: an unresponsive mail server does not delay the others.
 */
export async function runRecover({ app }: JobContext): Promise<void> {
  await takeOver(app)
  await reviveGivenUp(app)
  await deleteReplaced(app.db, SINGLE_ATTEMPT)
  for (const { id, type } of await listStalledJobs(app.db)) {
    await enqueue(app.db, TASKS[type], { jobId: id })
  }
  for (const mailboxId of await listStalledRemovals(app.db))
    await enqueue(app.db, 'remove-mailbox', { mailboxId })
  const now = await app.clock.now()
  // No provider can be queried for these: the user decides.
  for (const send of await listUnknownSends(app.db, now, null)) await settleNotFound(app.db, send, now, false)
  for (const mailboxId of await listMailboxesToSearch(app.db, now))
    await enqueue(app.db, 'settle-sends', { mailboxId })
}

/** Tasks whose jobs the crontab, the scan or a user adds again. */
const SINGLE_ATTEMPT = JOB_NAMES.filter((name) => catalog[name].maxAttempts === 1)

/** Tasks whose exhausted jobs are revived. A user who waited for a link requests a new one. */
const REVIVED = JOB_NAMES.filter((name) => {
  const { maxAttempts, isOnceOnly }: JobDefinition = catalog[name]
  return maxAttempts > 1 && !isOnceOnly
})

/** Gives each exhausted job one more attempt, after pauses that grow with its attempts. */
async function reviveGivenUp({ db }: Pick<JobContext['app'], 'db'>): Promise<void> {
  for (const job of await listExhaustedJobs(db, REVIVED)) {
    const { payload, maxAttempts }: JobDefinition = catalog[job.task as JobName]
    // A payload that does not parse now never will.
    if (!payload.safeParse(job.payload ?? {}).success) continue
    const rounds = Math.max(0, job.attempts - maxAttempts)
    await addAttempt(db, job, Math.min(PAUSE_SECONDS * 2 ** rounds, MAX_PAUSE_SECONDS))
  }
}
