import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { NotificationResponse } from '~/models/api/accounts'
import { countNotifications, listNotifications } from '~/models/notifications/notification.server'
import { NotificationsQuery } from '~/models/notifications/query'

const route = api({
  GET: operation({
    summary: 'Notifications, newest first',
    response: z.array(NotificationResponse),
    query: NotificationsQuery,
    run: async ({ db, userId, query }) =>
      paged({
        ...(await listNotifications(db, userId, query)),
        total: await countNotifications(db, userId, query),
      }),
  }),
})

export const loader = route.loader
export const action = route.action
