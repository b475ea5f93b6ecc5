import { z } from 'zod'
import { api, operation, pagedFrom } from '~/http/api.server'
import { MailboxResponse } from '~/models/api/mailboxes'
import { MailboxesQuery } from '~/models/mailboxes/mailbox'
import { listMailboxes } from '~/models/mailboxes/mailbox.server'

const Query = MailboxesQuery.omit({ provider: true })

const route = api({
  GET: operation({
    summary: 'Connected Gmail accounts',
    response: z.array(MailboxResponse),
    query: Query,
    run: async ({ db, userId, query }) =>
      pagedFrom(await listMailboxes(db, userId, { ...query, provider: 'gmail' }), query),
  }),
})

export const loader = route.loader
export const action = route.action
