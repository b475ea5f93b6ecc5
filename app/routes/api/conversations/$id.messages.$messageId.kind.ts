import { api, operation } from '~/http/api.server'
import { DecidedResponse } from '~/models/api/inbox'
import { correctMessage } from '~/models/inbound/correct.server'
import { readDecided } from '~/models/inbound/decide.server'
import { KindBody } from '~/models/inbox/message-form'

const route = api({
  POST: operation({
    summary: 'Says that a received message is a reply of a person, or an automatic answer',
    response: DecidedResponse,
    body: KindBody,
    sends: 'always',
    run: async ({ app, db, userId, params, body }) => {
      const place = { conversationId: params.id!, messageId: params.messageId! }
      const outcome = await correctMessage(db, userId, place, body.kind, await app.clock.now(), app.secrets)
      return readDecided(db, userId, place, outcome)
    },
  }),
})

export const loader = route.loader
export const action = route.action
