import { api, operation } from '~/http/api.server'
import { getCurrentUser } from '~/models/accounts/user.server'
import { UserAnswer } from '~/models/api/accounts'

const route = api(
  {
    GET: operation({
      summary: 'The signed-in user',
      answer: UserAnswer,
      run: ({ db, userId, app }) => getCurrentUser(db, userId, app.secrets),
    }),
  },
  { byKey: false },
)

export const loader = route.loader
export const action = route.action
