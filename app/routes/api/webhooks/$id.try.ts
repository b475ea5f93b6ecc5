import { api, operation } from '~/http/api.server'
import { TestedWebhookResponse } from '~/models/api/webhooks'
import { testWebhook } from '~/models/webhooks/endpoints.server'

const route = api({
  POST: operation({
    summary: 'Sends the event webhook.test to a webhook, in the background',
    response: TestedWebhookResponse,
    run: ({ db, userId, params }) => testWebhook(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
