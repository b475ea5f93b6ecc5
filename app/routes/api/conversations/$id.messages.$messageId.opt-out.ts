import { api, operation } from '~/http/api.server'
import { DecidedResponse } from '~/models/api/inbox'
import { decideOptOut, readDecided } from '~/models/inbound/decide.server'
import { OptOutBody } from '~/models/inbox/message-form'

const route = api({
  POST: operation({
    summary:
      'Decides whether a message that may ask for no more email does: unsubscribes the contact, or not',
    response: DecidedResponse,
    body: OptOutBody,
    sends: ({ body }) => body.decision !== 'unsubscribe',
    run: async ({ app, db, userId, params, body }) => {
      const place = { conversationId: params.id!, messageId: params.messageId! }
      const now = await app.clock.now()
      const outcome = await decideOptOut(db, userId, place, body.decision, now, app.secrets)
      return readDecided(db, userId, place, outcome)
    },
  }),
})

export const loader = route.loader
export const action = route.action
