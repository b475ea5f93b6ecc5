import { api, operation } from '~/http/api.server'
import { listNotifications } from '~/models/notification.server'

const route = api({
  GET: operation({
    summary: 'Notifications, newest first',
    run: ({ db, userId }) => listNotifications(db, userId),
  }),
})

export const loader = route.loader
export const action = route.action
