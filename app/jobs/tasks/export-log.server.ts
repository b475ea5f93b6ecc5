import { renderExportMail } from '~/emails/export-ready'
import type { JobContext } from '~/jobs/queue/context'
import { DeadlinePassed } from '~/jobs/queue/deadline'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { getJobWork } from '~/models/jobs/job.server'
import { findExportReader, writeLogExport } from '~/models/reports/log-export.server'
import type { ExportRequest } from '~/models/reports/sending-log'
import { paths } from '~/paths'

/** Writes the file of an export. */
export async function runExportLog({ jobId }: { jobId: string }, { app, signal }: JobContext): Promise<void> {
  const work = await getJobWork<ExportRequest & Record<string, unknown>>(app.db, jobId)
  if (!work) return
  // Aborted: a new job of the same name starts over, unless it would exceed the deadline again.
  if (await writeLogExport(app.db, jobId, work, () => signal.aborted)) return
  if (signal.reason instanceof DeadlinePassed) throw signal.reason
  await enqueue(app.db, 'export-log', { jobId })
}

/** Emails the link to the file. It works for a day, for the signed-in user who requested the export. */
export async function runSendExportLink({ jobId }: { jobId: string }, { app }: JobContext): Promise<void> {
  const reader = await findExportReader(app.db, jobId)
  if (!reader || !app.systemMail.available) return
  const url = app.env.appUrl + paths.logExport(jobId)
  const mail = await renderExportMail({ name: reader.fullName, rows: reader.rows, url })
  await app.systemMail.send({ to: reader.email, subject: 'Your export of emails is ready', ...mail })
}
