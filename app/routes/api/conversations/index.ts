import { api, operation } from '~/http/api.server'
import { ConversationsResponse } from '~/models/api/inbox'
import { ConversationsQuery } from '~/models/inbox/conversation'
import { listConversations } from '~/models/inbox/conversations.server'

const route = api({
  GET: operation({
    cost: 'search',
    summary: 'Conversations of the inbox, newest message first; without `state`, those of every state',
    response: ConversationsResponse,
    query: ConversationsQuery,
    run: async ({ db, userId, query }) => {
      const { rows, cursor } = await listConversations(db, userId, query)
      return { conversations: rows, nextCursor: cursor, hasMore: cursor !== null }
    },
  }),
})

export const loader = route.loader
export const action = route.action
