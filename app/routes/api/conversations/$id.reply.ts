import { api, operation } from '~/http/api.server'
import { AnsweredResponse } from '~/models/api/inbox'
import { sendAnswer } from '~/models/inbox/answer/send.server'
import { Answer } from '~/models/inbox/conversation'

const route = api({
  POST: operation({
    summary: 'Answers in a conversation: the email leaves after ten seconds, or at `sendAt`',
    response: AnsweredResponse,
    body: Answer,
    sends: 'always',
    run: async ({ app, userId, params, body, request }) =>
      sendAnswer(app, userId, params.id!, body, await app.clock.now(), request.signal),
  }),
})

export const loader = route.loader
export const action = route.action
