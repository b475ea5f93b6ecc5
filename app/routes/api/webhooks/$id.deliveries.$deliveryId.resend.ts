import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { resendDelivery } from '~/models/webhooks/deliveries.server'

const route = api({
  POST: operation({
    summary: 'Sends an event again, with the same id and body',
    response: Done,
    run: ({ db, userId, params }) => resendDelivery(db, userId, params.id!, params.deliveryId!),
  }),
})

export const loader = route.loader
export const action = route.action
