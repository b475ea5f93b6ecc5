import { api, operation } from '~/http/api.server'
import { JobAnswer } from '~/models/api/accounts'
import { getJob } from '~/models/jobs/job.server'

const route = api({
  GET: operation({
    summary: 'The status and progress of a job',
    answer: JobAnswer,
    run: ({ db, userId, params }) => getJob(db, userId, params.jobId!),
  }),
})

export const loader = route.loader
export const action = route.action
