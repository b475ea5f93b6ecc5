import { api, operation } from '~/http/api.server'
import { AnsweredResponse } from '~/models/api/inbox'
import { answerConversation } from '~/models/inbox/answer/answer.server'
import { Answer } from '~/models/inbox/conversation'

const route = api({
  POST: operation({
    summary: 'Answers in a conversation: the email leaves after ten seconds, or at `sendAt`',
    response: AnsweredResponse,
    body: Answer,
    sends: 'always',
    run: async ({ app, db, userId, params, body }) =>
      answerConversation(db, userId, params.id!, body, await app.clock.now(), app.env),
  }),
})

export const loader = route.loader
export const action = route.action
