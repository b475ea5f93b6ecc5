import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { safePath } from '~/http/safe-path.server'
import { requestConfirmation } from '~/models/accounts/confirm.server'
import { paths } from '~/paths'

/** There is no page here. */
export const loader = () => redirect(paths.home())

/** Emails the link that confirms the user's address once more. */
export const action = formAction(
  z.object({ redirectTo: z.string().max(2000).default('') }),
  async ({ redirectTo }, { app, db, userId, user }) => {
    await requestConfirmation(db, userId)
    return redirectWithToast(app, safePath(redirectTo, paths.home()), {
      kind: 'success',
      title: 'Email sent',
      text: `A link to confirm your address was sent to ${user.email}.`,
    })
  },
)
