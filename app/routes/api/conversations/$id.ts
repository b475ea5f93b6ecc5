import { api, operation } from '~/http/api.server'
import { ConversationResponse } from '~/models/api/inbox'
import { changeConversation } from '~/models/inbox/change.server'
import { ConversationChange } from '~/models/inbox/conversation'
import { readConversation } from '~/models/inbox/read.server'

const route = api({
  GET: operation({
    summary: 'One conversation with its messages, oldest first',
    response: ConversationResponse,
    run: ({ db, userId, params }) => readConversation(db, userId, params.id!),
  }),
  PATCH: operation({
    summary: 'Changes the state, the label or the read mark of a conversation',
    response: ConversationResponse,
    body: ConversationChange,
    current: ({ db, userId, params }) => readConversation(db, userId, params.id!),
    run: async ({ app, db, userId, params, body }) => {
      await changeConversation(db, userId, params.id!, body, await app.clock.now())
      return readConversation(db, userId, params.id!)
    },
  }),
})

export const loader = route.loader
export const action = route.action
