import { z } from 'zod'
import { api, operation, pagedFrom } from '~/http/api.server'
import { CreatedWebhookResponse, WebhookResponse } from '~/models/api/webhooks'
import { PageQuery } from '~/models/shared/fields'
import { createWebhook, listWebhooks } from '~/models/webhooks/endpoints.server'
import { NewWebhook } from '~/models/webhooks/webhook'

const route = api({
  GET: operation({
    summary: 'Webhooks, newest first',
    response: z.array(WebhookResponse),
    query: PageQuery,
    run: async ({ db, userId, query }) => pagedFrom(await listWebhooks(db, userId), query),
  }),
  POST: operation({
    summary:
      'Adds a webhook. Only this response has the secret that signs its events (Standard Webhooks specification)',
    body: NewWebhook,
    response: CreatedWebhookResponse,
    status: 201,
    external: true,
    fresh: () => ({ active: true }),
    run: ({ app, db, userId, key, body, address }) =>
      createWebhook(db, userId, body, app, { address, apiKeyId: key?.id ?? null }),
  }),
})

export const loader = route.loader
export const action = route.action
