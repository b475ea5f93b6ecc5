import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { markNotificationRead } from '~/models/notifications/notification.server'

const route = api({
  PATCH: operation({
    summary: 'Marks a notification as read',
    response: Done,
    run: ({ db, userId, params }) => markNotificationRead(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
