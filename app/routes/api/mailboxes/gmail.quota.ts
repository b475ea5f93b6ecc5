import { z } from 'zod'
import { api, operation, pagedFrom } from '~/http/api.server'
import { QuotaResponse } from '~/models/api/mailboxes'
import { listQuotas } from '~/models/mailboxes/mailbox.server'
import { PageQuery } from '~/models/shared/fields'

const route = api({
  GET: operation({
    summary: "Each mailbox's daily limit and usage",
    response: z.array(QuotaResponse),
    query: PageQuery,
    run: async ({ app, db, userId, query }) =>
      pagedFrom(await listQuotas(db, userId, await app.clock.now()), query, ({ accountId }) => accountId),
  }),
})

export const loader = route.loader
export const action = route.action
