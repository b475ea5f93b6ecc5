import type { CallRows } from '../row'
import { ID } from '../values'

const params = { id: ID.conversation }

export const CONVERSATION_CALLS: CallRows = {
  'GET /api/conversations': { id: 'listConversations', query: { state: 'open', unread: 'true' } },
  'GET /api/labels': {
    id: 'listLabels',
    text: 'Conversations with a `positive` label count as positive replies.',
  },
  'GET /api/saved-replies': { id: 'listSavedReplies' },
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
  'POST /api/conversations/{id}/messages/{messageId}/kind': {
    id: 'correctMessage',
    text: 'Undoes what the message did as the other kind: the sequence goes on, or takes the branch for replies, and the counters follow. Remembered for its sender. `effect` says what happened: an email that was sent because of the message cannot be taken back.',
    params: { ...params, messageId: ID.message },
    body: { kind: 'auto_reply' },
  },
  'POST /api/conversations/{id}/messages/{messageId}/opt-out': {
    id: 'decideOptOut',
    text: 'For messages whose `optOut` is `asked`. The sequences of the contact are held until then. The same decision again changes nothing; another one is refused.',
    params: { ...params, messageId: ID.asked },
    body: { decision: 'keep' },
  },
  'DELETE /api/conversations/{id}/related/{relatedId}': {
    id: 'dismissRelatedMessage',
    params: { ...params, relatedId: ID.related },
  },
  'POST /api/conversations/{id}/related/{relatedId}/attach': {
    id: 'addRelatedMessage',
    text: 'A possibly related message comes from the domain of a contact and refers to no email of ours. Once added, it counts as a reply of the contact.',
    params: { ...params, relatedId: ID.related },
  },
  'POST /api/conversations/bulk': {
    id: 'updateConversations',
    body: { ids: [ID.conversation], state: 'done' },
  },
}
