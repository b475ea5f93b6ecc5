import { catalog, type JobDefinition, type JobName } from '~/jobs/queue/catalog'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue, JOB_NAMES } from '~/jobs/queue/enqueue.server'
import { listStalledJobs } from '~/models/jobs/job.server'
import { addAttempt, listGivenUp } from '~/models/jobs/queue.server'
import { listStalledRemovals } from '~/models/mailboxes/removal.server'
import { SHARDS } from '~/models/mailboxes/shards.server'
import {
  listMailboxesToAsk,
  listUnknownSends,
  releaseDead,
  settleAccepted,
  settleNotFound,
} from '~/models/outbox/recovery.server'

/** Who does the jobs that users see. */
const WORKS = {
  contact_import: 'import-contacts',
  lead_import: 'import-leads',
  enrollment: 'enroll-contacts',
  import_undo: 'undo-import',
  export: 'export-log',
} as const

/** The pause before the first attempt of a job that the queue gave up, in seconds. It doubles each time … */
const PAUSE_SECONDS = 60
/** … up to six hours. */
const MAX_PAUSE_SECONDS = 6 * 3600

/**
 * Frees what dead workers held, revives jobs that the queue gave up, and settles sends whose outcome is unknown. Mailboxes are
 * asked by jobs of their own: a mail server that does not answer does not delay the others.
 */
export async function runRecover({ app }: JobContext): Promise<void> {
  const { claims } = await releaseDead(app.db)
  if (claims > 0) for (let shard = 0; shard < SHARDS; shard++) await enqueue(app.db, 'send-step', { shard })
  await reviveGivenUp(app)
  for (const { id, type } of await listStalledJobs(app.db)) {
    await enqueue(app.db, WORKS[type], { jobId: id })
  }
  for (const mailboxId of await listStalledRemovals(app.db))
    await enqueue(app.db, 'remove-mailbox', { mailboxId })
  await settleAccepted(app.db, await app.clock.now())
  const now = await app.clock.now()
  // Nobody can be asked for these: the user decides.
  for (const send of await listUnknownSends(app.db, now, null)) await settleNotFound(app.db, send, now, false)
  for (const mailboxId of await listMailboxesToAsk(app.db, now))
    await enqueue(app.db, 'settle-sends', { mailboxId })
}

/**
 * Tasks whose jobs are given another chance. The others need none: the crontab and the scan add
 * single-attempt jobs again, and a user who waited for a link requests a new one.
 */
const REVIVED = JOB_NAMES.filter((name) => {
  const { maxAttempts, isOnceOnly }: JobDefinition = catalog[name]
  return maxAttempts > 1 && !isOnceOnly
})

/** Gives each job that failed too often one more attempt, after pauses that grow with its attempts. */
async function reviveGivenUp({ db }: Pick<JobContext['app'], 'db'>): Promise<void> {
  for (const job of await listGivenUp(db, REVIVED)) {
    const { payload, maxAttempts }: JobDefinition = catalog[job.task as JobName]
    // What cannot be read will not be readable later.
    if (!payload.safeParse(job.payload ?? {}).success) continue
    const rounds = Math.max(0, job.attempts - maxAttempts)
    await addAttempt(db, job, Math.min(PAUSE_SECONDS * 2 ** rounds, MAX_PAUSE_SECONDS))
  }
}
