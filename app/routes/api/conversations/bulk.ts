import { api, operation } from '~/http/api.server'
import { ChangedResponse } from '~/models/api/inbox'
import { changeConversations } from '~/models/inbox/change.server'
import { BulkChange } from '~/models/inbox/conversation'

const route = api({
  POST: operation({
    summary: 'Changes several conversations, all or none',
    response: ChangedResponse,
    body: BulkChange,
    run: async ({ app, db, userId, body }) => ({
      changed: await changeConversations(db, userId, body, await app.clock.now()),
    }),
  }),
})

export const loader = route.loader
export const action = route.action
