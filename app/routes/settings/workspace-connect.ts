import { redirect } from '@remix-run/node'
import { isAppError } from '~/errors'
import { type RouteArgs, requireUser } from '~/http/auth.server'
import { redirectWithToast } from '~/http/flash.server'
import { startGoogleFlow } from '~/models/mailboxes/consent/google-connect.server'
import { paths } from '~/paths'

/** Redirects to Google's consent page. A link, not a form: our content policy lets forms post only to this site. */
export async function loader(args: RouteArgs) {
  const { app } = args.context
  const { sid, userId } = await requireUser(args)
  try {
    return redirect(await startGoogleFlow(app.db, { sid, userId }, 'workspace', app))
  } catch (error) {
    if (!isAppError(error)) throw error
    return redirectWithToast(app, paths.workspace(), {
      kind: 'error',
      title: 'Connection Failed',
      text: error.message,
    })
  }
}
