import { api, operation } from '~/http/api.server'
import { callerOf } from '~/http/sign-in.server'
import { ResetPasswordCall } from '~/models/accounts/account'
import { resetPassword } from '~/models/accounts/account.server'
import { MessageResponse } from '~/models/api/shared'

const route = api(
  {
    POST: operation({
      summary: 'Sets a new password with a reset token',
      response: MessageResponse,
      body: ResetPasswordCall,
      run: async ({ app, db, body, request, address }) => {
        await resetPassword(db, body, await callerOf(app, request, address), await app.clock.now())
        return { message: 'Your password has been changed.' }
      },
    }),
  },
  { signedOut: true },
)

export const loader = route.loader
export const action = route.action
