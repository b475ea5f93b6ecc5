import { z } from 'zod'
import { api, operation, pagedFrom } from '~/http/api.server'
import { SenderResponse } from '~/models/api/mailboxes'
import { listSenders } from '~/models/mailboxes/mailbox.server'
import { PageQuery } from '~/models/shared/fields'

const route = api({
  GET: operation({
    summary: 'Mailboxes that can be chosen as sender',
    response: z.array(SenderResponse),
    query: PageQuery,
    run: async ({ db, userId, query }) =>
      pagedFrom(await listSenders(db, userId), query, ({ accountId }) => accountId),
  }),
})

export const loader = route.loader
export const action = route.action
