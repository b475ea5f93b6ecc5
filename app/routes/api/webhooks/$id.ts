import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { ChangedWebhookResponse, WebhookResponse } from '~/models/api/webhooks'
import { deleteWebhook, getWebhook, updateWebhook } from '~/models/webhooks/endpoints.server'
import { WebhookChange } from '~/models/webhooks/webhook'

const route = api({
  GET: operation({
    summary: 'A webhook',
    response: WebhookResponse,
    run: ({ db, userId, params }) => getWebhook(db, userId, params.id!),
  }),
  PATCH: operation({
    summary:
      'Changes a webhook, switches it on or off, or replaces its secret: the response has the new one, and for 24 hours the replaced one signs too',
    body: WebhookChange,
    response: ChangedWebhookResponse,
    external: true,
    current: ({ db, userId, params }) => getWebhook(db, userId, params.id!),
    run: ({ app, db, userId, key, params, body }) =>
      updateWebhook(db, userId, params.id!, body, app, { apiKeyId: key?.id ?? null }),
  }),
  DELETE: operation({
    summary: 'Deletes a webhook with the log of its deliveries',
    response: Done,
    run: ({ db, userId, params }) => deleteWebhook(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
