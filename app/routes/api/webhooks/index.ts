import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { CreatedWebhookAnswer, WebhookAnswer } from '~/models/api/webhooks'
import { createWebhook, listWebhooks } from '~/models/webhooks/endpoints.server'
import { NewWebhook } from '~/models/webhooks/webhook'

const route = api({
  GET: operation({
    summary: 'Webhooks, newest first',
    answer: z.array(WebhookAnswer),
    run: ({ db, userId }) => listWebhooks(db, userId),
  }),
  POST: operation({
    summary:
      'Adds a webhook. Only this response has the secret that signs its events (Standard Webhooks specification).',
    body: NewWebhook,
    answer: CreatedWebhookAnswer,
    status: 201,
    external: true,
    fresh: () => ({ active: true }),
    run: ({ app, db, userId, body }) => createWebhook(db, userId, body, app),
  }),
})

export const loader = route.loader
export const action = route.action
