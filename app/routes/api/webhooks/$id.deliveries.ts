import { api, operation } from '~/http/api.server'
import { DeliveriesResponse } from '~/models/api/webhooks'
import { deliveryShown, listDeliveries } from '~/models/webhooks/deliveries.server'
import { DeliveriesQuery } from '~/models/webhooks/webhook'

const route = api({
  GET: operation({
    summary: 'The deliveries of a webhook in the last 30 days, newest first',
    query: DeliveriesQuery,
    response: DeliveriesResponse,
    run: async ({ db, userId, params, query }) => {
      const { rows, cursor } = await listDeliveries(db, userId, params.id!, query)
      return { deliveries: rows.map(deliveryShown), nextCursor: cursor, hasMore: cursor !== null }
    },
  }),
})

export const loader = route.loader
export const action = route.action
