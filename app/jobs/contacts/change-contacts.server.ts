import { isAppError } from '~/errors'
import type { JobContext } from '~/jobs/queue/context'
import { DeadlinePassed } from '~/jobs/queue/deadline'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { changeNext, undoNext } from '~/models/contacts/bulk/bulk.server'
import { writeContactsExport } from '~/models/contacts/bulk/export.server'
import { finishJob } from '~/models/jobs/job.server'

interface Payload {
  jobId: string
}

/** Changes contacts in parts. Each part commits together with its progress, so a crash repeats none. */
export const runChangeContacts = ({ jobId }: Payload, { app, signal }: JobContext): Promise<void> =>
  untilRefused(app, jobId, async () => {
    while (await changeNext(app.db, jobId, await app.clock.now(), app.secrets))
      if (signal.aborted) return enqueue(app.db, 'change-contacts', { jobId })
  })

/** Undoes a change in parts, as they were made. */
export const runUndoChange = ({ jobId }: Payload, { app, signal }: JobContext): Promise<void> =>
  untilRefused(app, jobId, async () => {
    while (await undoNext(app.db, jobId, await app.clock.now(), app.secrets))
      if (signal.aborted) return enqueue(app.db, 'undo-change', { jobId })
  })

/** Writes the file of an export of contacts. */
export const runExportContacts = ({ jobId }: Payload, { app, signal }: JobContext): Promise<void> =>
  untilRefused(app, jobId, async () => {
    if (await writeContactsExport(app.db, jobId, () => signal.aborted)) return
    // Aborted: a new job of the same name starts over, unless it would exceed the deadline again.
    if (signal.reason instanceof DeadlinePassed) throw signal.reason
    await enqueue(app.db, 'export-contacts', { jobId })
  })

/** Ends a job as failed where no other attempt would end better: its list, sequence or field is gone. What was done stays. */
async function untilRefused(app: JobContext['app'], jobId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isAppError(error)) throw error
    await finishJob(app.db, jobId, error.message)
  }
}
