import { api, operation } from '~/http/api.server'
import { callerOf, signInHeaders } from '~/http/sign-in.server'
import { Registration } from '~/models/account'
import { register } from '~/models/account.server'

const route = api(
  {
    POST: operation({
      summary: 'Makes an account and signs it in',
      body: Registration,
      run: async ({ app, db, body, request, address }) => {
        const user = await register(db, body, await callerOf(app, request, address))
        return Response.json(user, { status: 201, headers: await signInHeaders(app, request, user.id) })
      },
    }),
  },
  { signedOut: true },
)

export const loader = route.loader
export const action = route.action
