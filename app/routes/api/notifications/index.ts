import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { NotificationAnswer } from '~/models/api/accounts'
import { countNotifications, listNotifications } from '~/models/notifications/notification.server'
import { PageQuery } from '~/models/shared/fields'

const route = api({
  GET: operation({
    summary: 'Notifications, newest first',
    answer: z.array(NotificationAnswer),
    query: PageQuery,
    run: async ({ db, userId, query }) =>
      paged({ ...(await listNotifications(db, userId, query)), total: await countNotifications(db, userId) }),
  }),
})

export const loader = route.loader
export const action = route.action
