import { api, operation } from '~/http/api.server'
import { countUnread } from '~/models/notification.server'

const route = api({
  GET: operation({
    summary: 'Number of unread notifications',
    run: async ({ db, userId }) => ({ count: await countUnread(db, userId) }),
  }),
})

export const loader = route.loader
export const action = route.action
