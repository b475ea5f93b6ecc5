import type { App } from '~/app'
import { api, operation } from '~/http/api.server'
import { JobResponse } from '~/models/api/accounts'
import { findExportFile } from '~/models/jobs/file.server'
import { cancelJob, getJob } from '~/models/jobs/job.server'
import { paths } from '~/paths'

/** A job with the address of its file, if it is a finished export. */
async function withFile(app: App, userId: string, job: Awaited<ReturnType<typeof getJob>>) {
  const hasFile = (await findExportFile(app.db, userId, job.id)) !== null
  return hasFile ? { ...job, downloadUrl: app.env.appUrl + paths.exportedFile(job.id) } : job
}

const route = api({
  GET: operation({
    summary: 'The status and progress of a job',
    response: JobResponse,
    run: async ({ app, db, userId, params }) =>
      withFile(app, userId, await getJob(db, userId, params.jobId!)),
  }),
  DELETE: operation({
    summary: 'Stops a job; what was done stays',
    response: JobResponse,
    run: async ({ app, db, userId, params }) =>
      withFile(app, userId, await cancelJob(db, userId, params.jobId!)),
  }),
})

export const loader = route.loader
export const action = route.action
