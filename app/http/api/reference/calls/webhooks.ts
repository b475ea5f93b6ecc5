import type { CallRows } from '../row'
import { EXAMPLE, ID } from '../values'

const params = { id: ID.webhook }

export const WEBHOOK_CALLS: CallRows = {
  'GET /api/webhooks': { id: 'listWebhooks' },
  'POST /api/webhooks': {
    id: 'createWebhook',
    text: 'The URL must be `https` on a public host. `["*"]` stands for every event, including those added later.',
    body: { url: EXAMPLE.webhook, events: ['email.replied', 'email.unsubscribed'] },
  },
  'GET /api/webhooks/{id}': { id: 'getWebhook', params },
  'PATCH /api/webhooks/{id}': {
    id: 'updateWebhook',
    text: 'After `rotateSecret` both secrets sign for 24 hours, so that the receiver has time to switch. While `active` is false, nothing is sent: events from before wait until it is active again, what happens meanwhile is never sent.',
    params,
    body: { events: ['email.replied', 'email.bounced'] },
  },
  'DELETE /api/webhooks/{id}': { id: 'deleteWebhook', params },
  'POST /api/webhooks/{id}/test': { id: 'testWebhook', params },
  'GET /api/webhooks/{id}/deliveries': {
    id: 'listDeliveries',
    text: '`payload` is null before the first attempt, and again if it was about a person who was erased. `nextAttemptAt` is null once the event was delivered or all attempts failed.',
    params,
    query: { limit: 20 },
  },
  'POST /api/webhooks/{id}/deliveries/{deliveryId}/resend': {
    id: 'resendDelivery',
    params: { ...params, deliveryId: ID.delivery },
  },
}
