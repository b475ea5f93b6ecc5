import { api, operation } from '~/http/api.server'
import { dismissNotification } from '~/models/notification.server'

const route = api({
  DELETE: operation({
    summary: 'Dismisses a notification',
    run: ({ db, userId, params }) => dismissNotification(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
