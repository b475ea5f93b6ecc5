import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { markAllNotificationsRead } from '~/models/notifications/notification.server'

const route = api({
  PATCH: operation({
    summary: 'Marks all notifications as read',
    response: Done,
    run: ({ db, userId }) => markAllNotificationsRead(db, userId),
  }),
})

export const loader = route.loader
export const action = route.action
