import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { SenderAnswer } from '~/models/api/mailboxes'
import { listSenders } from '~/models/mailboxes/mailbox.server'

const route = api({
  GET: operation({
    summary: 'Mailboxes that can be chosen as sender',
    answer: z.array(SenderAnswer),
    run: ({ db, userId }) => listSenders(db, userId),
  }),
})

export const loader = route.loader
export const action = route.action
