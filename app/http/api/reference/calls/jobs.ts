import type { CallRows } from '../row'
import { ID } from '../values'

export const JOB_CALLS: CallRows = {
  'GET /api/jobs/{jobId}': {
    id: 'getJob',
    text: 'Ask every second or two until `status` is `completed`, `failed` or `cancelled`. A finished export has `downloadUrl`: get it with the same key, within a day.',
    params: { jobId: ID.job },
  },
  'DELETE /api/jobs/{jobId}': {
    id: 'stopJob',
    text: 'The part that has begun is finished. A job that has ended stays as it is.',
    params: { jobId: ID.job },
  },
  'GET /api/queue/status': { id: 'getQueueStatus' },
  'GET /api/notifications': { id: 'listNotifications', query: { limit: 20 } },
  'GET /api/notifications/count': { id: 'countUnreadNotifications' },
  'PATCH /api/notifications/read': { id: 'markAllNotificationsRead' },
  'PATCH /api/notifications/{id}/read': { id: 'markNotificationRead', params: { id: ID.notification } },
  'DELETE /api/notifications/{id}': { id: 'dismissNotification', params: { id: ID.notification } },
  'GET /api/openapi.json': {
    id: 'getOpenApiDocument',
    text: 'OpenAPI 3.1, made from the schemas that check the requests. Feed it to a client generator, or import it into Postman, Insomnia or n8n.',
  },
}
