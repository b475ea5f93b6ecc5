import { api, operation } from '~/http/api.server'
import { JobResponse } from '~/models/api/accounts'
import { cancelJob, getJob } from '~/models/jobs/job.server'

const route = api({
  GET: operation({
    summary: 'The status and progress of a job',
    response: JobResponse,
    run: ({ db, userId, params }) => getJob(db, userId, params.jobId!),
  }),
  DELETE: operation({
    summary: 'Stops a job; what was done stays',
    response: JobResponse,
    run: ({ db, userId, params }) => cancelJob(db, userId, params.jobId!),
  }),
})

export const loader = route.loader
export const action = route.action
