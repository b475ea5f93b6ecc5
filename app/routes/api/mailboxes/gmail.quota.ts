import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { QuotaAnswer } from '~/models/api/mailboxes'
import { listQuotas } from '~/models/mailboxes/mailbox.server'

const route = api({
  GET: operation({
    summary: "Each mailbox's daily limit and usage",
    answer: z.array(QuotaAnswer),
    run: async ({ app, db, userId }) => listQuotas(db, userId, await app.clock.now()),
  }),
})

export const loader = route.loader
export const action = route.action
