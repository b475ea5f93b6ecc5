import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { NotificationAnswer } from '~/models/answers/accounts'
import { listNotifications } from '~/models/notification.server'

const route = api({
  GET: operation({
    summary: 'Notifications, newest first',
    answer: z.array(NotificationAnswer),
    run: ({ db, userId }) => listNotifications(db, userId),
  }),
})

export const loader = route.loader
export const action = route.action
