import { api, operation } from '~/http/api.server'
import { callerOf, signInHeaders } from '~/http/sign-in.server'
import { Login } from '~/models/account'
import { verifyLogin } from '~/models/account.server'

const route = api(
  {
    POST: operation({
      summary: 'Signs in',
      body: Login,
      run: async ({ app, db, body, request, address }) => {
        const user = await verifyLogin(db, body, await callerOf(app, request, address))
        return Response.json(user, { headers: await signInHeaders(app, request, user.id) })
      },
    }),
  },
  { signedOut: true },
)

export const loader = route.loader
export const action = route.action
