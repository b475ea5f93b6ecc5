import type { CallRows } from '../row'
import { ID } from '../values'

const params = { id: ID.conversation }

export const CONVERSATION_CALLS: CallRows = {
  'GET /api/conversations': { id: 'listConversations', query: { state: 'open', unread: 'true' } },
  'GET /api/conversations/{id}': { id: 'getConversation', params },
  'PATCH /api/conversations/{id}': {
    id: 'updateConversation',
    params,
    body: { label: 'Interested', unread: false },
  },
  'GET /api/conversations/{id}/draft': { id: 'getDraft', params },
  'PUT /api/conversations/{id}/draft': {
    id: 'saveDraft',
    text: 'Recipients that are absent or null are those that an answer has by default.',
    params,
    body: { text: 'Great, does Tuesday at 10 work for you?' },
  },
  'POST /api/conversations/{id}/reply': {
    id: 'replyToConversation',
    text: 'Give `text` or `html`. The answer is an email like every other: it goes out through the same mailbox and queue, and appears in the log. Without `to` it goes where the last message wants answers: to its Reply-To, else to its sender. `to`, `cc` and `bcc` have at most 20 addresses together; one that must not be contacted is refused by name. `quote` puts the last message below the text.',
    params,
    body: {
      text: 'Great, does Tuesday at 10 work for you?',
      cc: ['assistant@acme.example'],
      quote: true,
      markDone: true,
    },
  },
  'POST /api/conversations/bulk': {
    id: 'updateConversations',
    body: { ids: [ID.conversation], state: 'done' },
  },
}
