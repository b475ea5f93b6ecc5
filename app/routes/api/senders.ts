import { api, operation } from '~/http/api.server'
import { listSenders } from '~/models/mailbox.server'

const route = api({
  GET: operation({
    summary: 'Mailboxes to choose as sender',
    run: ({ db, userId }) => listSenders(db, userId),
  }),
})

export const loader = route.loader
export const action = route.action
