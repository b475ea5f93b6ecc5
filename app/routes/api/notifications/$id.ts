import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { dismissNotification } from '~/models/notifications/notification.server'

const route = api({
  DELETE: operation({
    summary: 'Dismisses a notification',
    response: Done,
    run: ({ db, userId, params }) => dismissNotification(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
