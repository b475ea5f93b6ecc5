import { api, operation } from '~/http/api.server'
import { AttachedResponse } from '~/models/api/inbox'
import { attachRelated } from '~/models/inbound/attach.server'

const route = api({
  POST: operation({
    summary: 'Adds a possibly related message to a conversation: it then counts like every other',
    response: AttachedResponse,
    sends: 'always',
    run: async ({ app, db, userId, params }) => {
      const place = { conversationId: params.id!, relatedId: params.relatedId! }
      return { messageId: await attachRelated(db, userId, place, await app.clock.now(), app.secrets) }
    },
  }),
})

export const loader = route.loader
export const action = route.action
