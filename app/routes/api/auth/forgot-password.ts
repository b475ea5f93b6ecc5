import { api, operation } from '~/http/api.server'
import { callerOf } from '~/http/sign-in.server'
import { ForgotPassword } from '~/models/accounts/account'
import { requestPasswordReset } from '~/models/accounts/account.server'
import { MessageResponse } from '~/models/api/shared'

const route = api(
  {
    POST: operation({
      summary: 'Emails a reset link if the address has an account',
      response: MessageResponse,
      body: ForgotPassword,
      run: async ({ app, db, body, request, address }) => {
        await requestPasswordReset(db, body.email, await callerOf(app, request, address))
        return {
          message:
            'A password reset link has been sent to your email address. The link will expire in 15 minutes.',
        }
      },
    }),
  },
  { signedOut: true },
)

export const loader = route.loader
export const action = route.action
