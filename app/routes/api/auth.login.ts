import { api, operation } from '~/http/api.server'
import { callerOf, signInHeaders } from '~/http/sign-in.server'
import { Login } from '~/models/account'
import { verifyLogin } from '~/models/account.server'
import { UserAnswer } from '~/models/answers/accounts'
import { getCurrentUser } from '~/models/user.server'

const route = api(
  {
    POST: operation({
      summary: 'Signs in',
      answer: UserAnswer,
      body: Login,
      run: async ({ app, db, body, request, address }) => {
        const user = await verifyLogin(db, body, await callerOf(app, request, address))
        const headers = await signInHeaders(app, request, user.id)
        return Response.json(await getCurrentUser(db, user.id, app.secrets), { headers })
      },
    }),
  },
  { signedOut: true },
)

export const loader = route.loader
export const action = route.action
