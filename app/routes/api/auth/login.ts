import { api, operation } from '~/http/api.server'
import { logIn, signInHeaders } from '~/http/sign-in.server'
import { Login } from '~/models/accounts/account'
import { getCurrentUser } from '~/models/accounts/user.server'
import { UserResponse } from '~/models/api/accounts'

const route = api(
  {
    POST: operation({
      summary: 'Signs in',
      response: UserResponse,
      body: Login,
      run: async ({ app, db, body, request, address }) => {
        const user = await logIn(app, body, request, address)
        const headers = await signInHeaders(app, request, user.id)
        return Response.json(await getCurrentUser(db, user.id, app.secrets), { headers })
      },
    }),
  },
  { signedOut: true },
)

export const loader = route.loader
export const action = route.action
