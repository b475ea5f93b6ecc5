import { api, operation } from '~/http/api.server'
import { getCurrentUser } from '~/models/accounts/user.server'
import { UserResponse } from '~/models/api/accounts'

const route = api(
  {
    GET: operation({
      summary: 'The signed-in user',
      response: UserResponse,
      run: ({ db, userId, app }) => getCurrentUser(db, userId, app.secrets),
    }),
  },
  { byKey: false },
)

export const loader = route.loader
export const action = route.action
