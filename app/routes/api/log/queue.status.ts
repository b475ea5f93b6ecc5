import { api, operation } from '~/http/api.server'
import { QueueStatus } from '~/models/api/accounts'
import { getQueueStatus } from '~/models/reports/report.server'

const route = api({
  GET: operation({
    summary: "Counts of the user's sends and jobs by state",
    response: QueueStatus,
    run: ({ db, userId }) => getQueueStatus(db, userId),
  }),
})

export const loader = route.loader
export const action = route.action
