import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { MailboxAnswer } from '~/models/api/mailboxes'
import { listMailboxes } from '~/models/mailboxes/mailbox.server'

const route = api({
  GET: operation({
    summary: 'Connected Gmail accounts',
    answer: z.array(MailboxAnswer),
    run: async ({ db, userId }) =>
      (await listMailboxes(db, userId)).filter((box) => box.provider === 'gmail'),
  }),
})

export const loader = route.loader
export const action = route.action
