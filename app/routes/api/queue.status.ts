import { api, operation } from '~/http/api.server'
import { getQueueStatus } from '~/models/report.server'

const route = api({
  GET: operation({
    summary: 'Counts of what is waiting',
    run: ({ db, userId }) => getQueueStatus(db, userId),
  }),
})

export const loader = route.loader
export const action = route.action
