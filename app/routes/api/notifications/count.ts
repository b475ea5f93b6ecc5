import { api, operation } from '~/http/api.server'
import { NotificationCount } from '~/models/api/accounts'
import { countUnread } from '~/models/notifications/notification.server'

const route = api({
  GET: operation({
    summary: 'Number of unread notifications',
    response: NotificationCount,
    run: async ({ db, userId }) => ({ count: await countUnread(db, userId) }),
  }),
})

export const loader = route.loader
export const action = route.action
