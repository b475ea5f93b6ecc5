import { api, operation } from '~/http/api.server'
import { listMailboxes } from '~/models/mailbox.server'

const route = api({
  GET: operation({ summary: 'Mailboxes of every kind', run: ({ db, userId }) => listMailboxes(db, userId) }),
})

export const loader = route.loader
export const action = route.action
