import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { LogResponse } from '~/models/api/mailboxes'
import { LogQuery } from '~/models/reports/sending-log'
import { countSendingLog, listSendingLog } from '~/models/reports/sending-log.server'

const route = api({
  GET: operation({
    summary: 'The sending log, newest first; the total is counted up to 10,000',
    response: z.array(LogResponse),
    query: LogQuery,
    run: async ({ db, userId, query }) => {
      const [page, total] = await Promise.all([
        listSendingLog(db, userId, query),
        countSendingLog(db, userId, query),
      ])
      return paged({ ...page, total })
    },
  }),
})

export const loader = route.loader
export const action = route.action
