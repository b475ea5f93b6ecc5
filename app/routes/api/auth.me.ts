import { api, operation } from '~/http/api.server'
import { UserAnswer } from '~/models/answers/accounts'
import { getCurrentUser } from '~/models/user.server'

const route = api({
  GET: operation({
    summary: 'The signed-in user',
    answer: UserAnswer,
    run: ({ db, userId, app }) => getCurrentUser(db, userId, app.secrets),
  }),
})

export const loader = route.loader
export const action = route.action
