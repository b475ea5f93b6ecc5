import { api, operation, paged } from '~/http/api.server'
import { LogQuery } from '~/models/sending-log'
import { listSendingLog } from '~/models/sending-log.server'

const route = api({
  GET: operation({
    summary: 'The sending log, newest first',
    query: LogQuery,
    run: async ({ db, userId, query }) => paged(await listSendingLog(db, userId, query)),
  }),
})

export const loader = route.loader
export const action = route.action
