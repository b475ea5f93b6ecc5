import { api, operation } from '~/http/api.server'
import { JobAnswer } from '~/models/answers/accounts'
import { getJob } from '~/models/job.server'

const route = api({
  GET: operation({
    summary: 'How far a job is',
    answer: JobAnswer,
    run: ({ db, userId, params }) => getJob(db, userId, params.jobId!),
  }),
})

export const loader = route.loader
export const action = route.action
