import { api, operation } from '~/http/api.server'
import { callerOf, signInHeaders } from '~/http/sign-in.server'
import { Registration } from '~/models/accounts/account'
import { register } from '~/models/accounts/account.server'
import { getCurrentUser } from '~/models/accounts/user.server'
import { UserResponse } from '~/models/api/accounts'

const route = api(
  {
    POST: operation({
      summary: 'Creates an account and signs in',
      response: UserResponse,
      status: 201,
      body: Registration,
      fresh: () => ({ apolloApiKeyEnabled: true }),
      run: async ({ app, db, body, request, address }) => {
        const user = await register(db, body, await callerOf(app, request, address))
        const headers = await signInHeaders(app, request, user.id)
        return Response.json(await getCurrentUser(db, user.id, app.secrets), { status: 201, headers })
      },
    }),
  },
  { signedOut: true },
)

export const loader = route.loader
export const action = route.action
