import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { LogAnswer } from '~/models/answers/mailboxes'
import { LogQuery } from '~/models/sending-log'
import { listSendingLog } from '~/models/sending-log.server'

const route = api({
  GET: operation({
    summary: 'The sending log, newest first',
    answer: z.array(LogAnswer),
    query: LogQuery,
    run: async ({ db, userId, query }) => paged(await listSendingLog(db, userId, query)),
  }),
})

export const loader = route.loader
export const action = route.action
