import { api, operation } from '~/http/api.server'
import { listMailboxes } from '~/models/mailbox.server'

const route = api({
  GET: operation({
    summary: 'Connected Gmail accounts',
    run: async ({ db, userId }) =>
      (await listMailboxes(db, userId)).filter((box) => box.provider === 'gmail'),
  }),
})

export const loader = route.loader
export const action = route.action
