import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { NotificationAnswer } from '~/models/answers/accounts'
import { PageQuery } from '~/models/fields'
import { countNotifications, listNotifications } from '~/models/notification.server'

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
