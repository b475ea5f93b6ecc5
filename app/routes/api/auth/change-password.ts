import { api, operation } from '~/http/api.server'
import { sessionHeaders } from '~/http/sign-in.server'
import { ChangePasswordCall } from '~/models/accounts/account'
import { changePassword } from '~/models/accounts/account.server'
import { MessageResponse } from '~/models/api/shared'

const route = api(
  {
    POST: operation({
      summary: 'Changes the password and ends all other sessions',
      response: MessageResponse,
      body: ChangePasswordCall,
      run: async ({ app, db, userId, body, address }) => {
        const { token } = await changePassword(db, userId, body, address)
        return Response.json(
          { message: 'Password changed successfully' },
          { headers: await sessionHeaders(app, token) },
        )
      },
    }),
  },
  { byKey: false },
)

export const loader = route.loader
export const action = route.action
