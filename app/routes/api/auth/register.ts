import { api, operation } from '~/http/api.server'
import { callerOf, signInHeaders } from '~/http/sign-in.server'
import { SignUp } from '~/models/accounts/account'
import { signUp } from '~/models/accounts/sign-up.server'
import { getCurrentUser } from '~/models/accounts/user.server'
import { UserResponse } from '~/models/api/accounts'

const route = api(
  {
    POST: operation({
      summary: 'Creates an account and signs in',
      response: UserResponse,
      status: 201,
      body: SignUp,
      fresh: () => ({ apolloApiKeyEnabled: true }),
      run: async ({ app, db, body, request, address }) => {
        const caller = await callerOf(app, request, address)
        const user = await signUp(db, body, caller, app.env, await app.clock.now())
        const headers = await signInHeaders(app, request, user.id)
        return Response.json(await getCurrentUser(db, user.id, app.secrets), { status: 201, headers })
      },
    }),
  },
  { signedOut: true },
)

export const loader = route.loader
export const action = route.action
